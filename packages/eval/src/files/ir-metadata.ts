import { FileFormatError } from './file-format-error.js';

/** A value of ir_metadata. */
export type IrMetadataValue =
  string | number | boolean | readonly IrMetadataValue[] | { readonly [name: string]: IrMetadataValue };

/**
 * The description of an experiment that ir_metadata puts above a run: `platform`, `implementation`, `method`, `data`,
 * `research goal`, `actor` (Breuer, Keller and Schaer, SIGIR 2022). Its names are free here.
 */
export type IrMetadata = Readonly<Record<string, IrMetadataValue>>;

const PLAIN = /^[A-Za-z_][\w ]*(?<! )$/u;
const RESERVED = /^(?:true|false|yes|no|on|off|null|y|n)$/iu;

// JSON's string literals are YAML's double-quoted ones.
const scalar = (value: string | number | boolean): string =>
  typeof value === 'string' && PLAIN.test(value) && !RESERVED.test(value) ? value : JSON.stringify(value);

function* yamlLines(value: IrMetadataValue, indent: string): Generator<string> {
  const entries: readonly (readonly [string, IrMetadataValue])[] = Array.isArray(value)
    ? value.map((item) => ['-', item] as const)
    : Object.entries(value as IrMetadata).map(([name, item]) => [`${scalar(name)}:`, item] as const);
  for (const [head, item] of entries) {
    if (typeof item === 'number' && !Number.isFinite(item)) {
      throw new FileFormatError('invalid_number', 0, `expected finite numbers in the metadata, got ${item}`);
    }
    if (typeof item !== 'object') yield `${indent}${head} ${scalar(item)}`;
    else if (Object.keys(item).length === 0) yield `${indent}${head} ${Array.isArray(item) ? '[]' : '{}'}`;
    else {
      yield `${indent}${head}`;
      yield* yamlLines(item, `${indent}  `);
    }
  }
}

/** The comment lines of an ir_metadata block, as YAML, without line ends. */
export function irMetadataLines(metadata: IrMetadata): readonly string[] {
  const lines = [...yamlLines(metadata, '')].map((line) => `# ${line}`);
  return ['# ir_metadata.start', ...lines, '# ir_metadata.end'];
}
