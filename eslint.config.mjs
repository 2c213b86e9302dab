import nx from '@nx/eslint-plugin';
import prettier from 'eslint-config-prettier';
import * as jsoncParser from 'jsonc-eslint-parser';

export default [
  ...nx.configs['flat/base'],
  ...nx.configs['flat/typescript'],
  ...nx.configs['flat/javascript'],
  { ignores: ['**/dist', '**/out-tsc', '**/coverage', '**/tmp', '**/.nx'] },
  {
    files: ['**/*.ts'],
    rules: {
      '@nx/enforce-module-boundaries': [
        'error',
        {
          enforceBuildableLibDependency: true,
          banTransitiveDependencies: true,
          allow: [],
          depConstraints: [
            { sourceTag: 'layer:core', onlyDependOnLibsWithTags: ['layer:core'] },
            { sourceTag: 'layer:stage', onlyDependOnLibsWithTags: ['layer:core'] },
            { sourceTag: 'layer:app', onlyDependOnLibsWithTags: ['layer:core', 'layer:stage'] },
          ],
        },
      ],
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportDefaultDeclaration', message: 'Use a named export.' },
        { selector: 'ExportAllDeclaration', message: 'List the exported names.' },
      ],
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  {
    files: ['packages/*/package.json', 'apps/*/package.json'],
    languageOptions: { parser: jsoncParser },
    rules: {
      '@nx/dependency-checks': [
        'error',
        {
          ignoredFiles: [
            '{projectRoot}/{eslint,jest}.config.*',
            '{projectRoot}/**/*.test.ts',
            '{projectRoot}/test/**/*',
          ],
          // Optional peers, imported by name only when a model in process is asked for.
          ignoredDependencies: ['tslib', 'node-llama-cpp', 'onnxruntime-node'],
        },
      ],
    },
  },
  prettier,
];
