// SWC strips the types, and workspace packages resolve to their sources: no build is needed to test.
// Packages that exist as ES modules only are compiled for Jest's CommonJS loader.
const esmOnlyPackages = ['@grasp/', 'stemmer/', 'hyparquet', 'hysnappy/', 'fzstd/'];

export default {
  testEnvironment: 'node',
  testMatch: ['<rootDir>/{src,test}/**/*.test.ts'],
  testEnvironmentOptions: { customExportConditions: ['@grasp/source', 'node', 'node-addons'] },
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: {
    '^.+\\.[jt]s$': [
      '@swc/jest',
      {
        swcrc: false,
        sourceMaps: 'inline',
        jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
        module: { type: 'commonjs' },
      },
    ],
  },
  transformIgnorePatterns: [`/node_modules/(?!(${esmOnlyPackages.join('|')}))`],
  // Nothing is timed; this only ends what hangs, on a busy machine too.
  testTimeout: 120_000,
  coverageDirectory: 'coverage',
};
