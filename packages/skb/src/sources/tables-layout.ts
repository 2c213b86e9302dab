import type { DescriptionFault } from './read-description.js';
import type {
  NodesDescription,
  RelationNamesDescription,
  RelationsDescription,
  TablesDescription,
} from './source-description.js';
import { readTable } from './read-table.js';
import type { TableFormat } from './read-table.js';
import { SourceError } from './source-error.js';

/** A file of a folder of tables, with its format settled. */
export interface TableFile<Entry> {
  readonly entry: Entry;
  readonly format: TableFormat;
}

/** The files and types of a folder of tables. */
export interface TablesLayout {
  readonly nodes: readonly TableFile<NodesDescription>[];
  readonly relations: readonly TableFile<RelationsDescription>[];
  /** For each file of relations, the file with their names, if they are told by code. */
  readonly relationNames: readonly (TableFile<RelationNamesDescription> | undefined)[];
  /** Every node type in the order of the schema, with what stands before the ids of its nodes. */
  readonly idPrefixes: ReadonlyMap<string, string>;
  /** Types without a file, whose nodes are made from the values of relation columns. */
  readonly derivedTypes: ReadonlySet<string>;
}

type TableEntry = NodesDescription | RelationsDescription | RelationNamesDescription;

const FORMATS = new Map<string, TableFormat['format']>([
  ['jsonl', 'jsonl'],
  ['ndjson', 'jsonl'],
  ['csv', 'csv'],
  ['tsv', 'tsv'],
  ['tab', 'tsv'],
  ['parquet', 'parquet'],
]);

function tableFormat(entry: TableEntry, path: readonly (string | number)[], fault: DescriptionFault): TableFormat {
  const extension = /\.([^.]+?)(?:\.gz)?$/u.exec(entry.file)?.[1]?.toLowerCase() ?? '';
  const format = entry.format ?? FORMATS.get(extension);
  if (format === undefined) {
    const endings = [...FORMATS.keys()].map((name) => `.${name}`).join(', ');
    throw fault(
      [...path, 'file'],
      `expected a name that ends in ${endings} (or these with .gz), or a "format" beside it`,
    );
  }
  const unused = (['delimiter', 'quote', 'comment', 'columns'] as const).find((option) => entry[option] !== undefined);
  if ((format === 'jsonl' || format === 'parquet') && unused !== undefined) {
    throw fault([...path, unused], 'expected none for a JSONL or Parquet file');
  }
  if (entry.delimiter === '"' || entry.delimiter === '\n') {
    throw fault([...path, 'delimiter'], 'expected a character other than a double quote or a line break');
  }
  return {
    format,
    delimiter: entry.delimiter ?? (format === 'tsv' ? '\t' : ','),
    quote: entry.quote ?? format === 'csv',
    comment: entry.comment,
    columns: entry.columns,
    only: 'type' in entry && entry.fields === undefined ? undefined : namedColumns(entry),
  };
}

/**
 * Settles formats, types and id prefixes, without opening a file.
 *
 * @throws {SourceError} `invalid_description`.
 */
export function tablesLayout(description: TablesDescription, fault: DescriptionFault): TablesLayout {
  const idPrefixes = new Map<string, string>();
  const nodes = description.nodes.map((entry, index) => {
    const path = ['nodes', index];
    const prefix = entry.idPrefix ?? '';
    const earlier = idPrefixes.get(entry.type);
    if (earlier !== undefined && earlier !== prefix) {
      throw fault(
        [...path, 'idPrefix'],
        `expected the same prefix in all files of type "${entry.type}", got "${earlier}" before`,
      );
    }
    idPrefixes.set(entry.type, prefix);
    return { entry, format: tableFormat(entry, path, fault) };
  });
  const derivedTypes = new Set<string>();
  for (const { toType } of description.nodes.flatMap((entry) => Object.values(entry.relations))) {
    if (idPrefixes.has(toType)) continue;
    derivedTypes.add(toType);
    idPrefixes.set(toType, `${toType}:`);
  }
  const relations = description.relations.map((entry, index) => {
    const path = ['relations', index];
    for (const end of ['fromType', 'toType'] as const) {
      const type = entry[end];
      if (type !== undefined && !idPrefixes.has(type)) {
        const known = [...idPrefixes.keys()].map((name) => `"${name}"`).join(', ');
        throw fault([...path, end], `expected a node type of this folder: ${known}`);
      }
    }
    if ((entry.relation === undefined) === (entry.relationColumn === undefined)) {
      throw fault(path, 'expected either "relation" or "relationColumn"');
    }
    const unused = (['description', 'aliases'] as const).find((key) => entry[key] !== undefined);
    if (entry.relation === undefined && unused !== undefined) {
      throw fault([...path, unused], 'expected none beside "relationColumn"; use "schema" for words of one relation');
    }
    if (entry.relation !== undefined && entry.relationNames !== undefined) {
      throw fault([...path, 'relationNames'], 'expected none without "relationColumn"');
    }
    return { entry, format: tableFormat(entry, path, fault) };
  });
  const relationNames = relations.map(({ entry: { relationNames: entry } }, index) =>
    entry === undefined
      ? undefined
      : { entry, format: tableFormat(entry, ['relations', index, 'relationNames'], fault) },
  );
  return { nodes, relations, relationNames, idPrefixes, derivedTypes };
}

/** The columns of its file that an entry names. */
export function namedColumns(entry: TableEntry): readonly string[] {
  if ('from' in entry) {
    return [entry.from, entry.to, ...(entry.relationColumn === undefined ? [] : [entry.relationColumn])];
  }
  if (!('type' in entry)) return [entry.id, entry.name];
  const aliases = entry.aliases.map(({ column }) => column);
  return [
    ...new Set([
      entry.id,
      ...entry.name,
      ...aliases,
      ...Object.keys(entry.relations),
      ...Object.keys(entry.fields ?? {}),
    ]),
  ];
}

/**
 * Opens every file and checks its header, so that a wrong name shows at once.
 *
 * @throws {SourceError} `missing_file`, `missing_column`, …
 */
export async function checkFiles(folder: string, layout: TablesLayout, signal?: AbortSignal): Promise<void> {
  for (const { entry, format } of [
    ...layout.nodes,
    ...layout.relations,
    ...layout.relationNames.flatMap((file) => file ?? []),
  ]) {
    for await (const { columns } of readTable({ folder, file: entry.file }, format, signal)) {
      const missing =
        format.format === 'jsonl' || format.format === 'parquet'
          ? undefined
          : namedColumns(entry).find((column) => !columns.has(column));
      if (missing !== undefined) {
        const known = [...columns.keys()].map((name) => `"${name}"`).join(', ');
        const message = `expected the column "${missing}" that grasp.json names, got only ${known}; change one of the two`;
        throw new SourceError('missing_column', entry.file, message, { line: 1 });
      }
      break;
    }
  }
}
