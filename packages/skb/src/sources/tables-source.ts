import type { Schema } from '@grasp/plan';

import type { FieldValue, ImportProblem, KnowledgeBaseSource, NodeRecord, Origin, RelationRecord } from '../source.js';
import { cellTexts, fieldValue, textOf, VALUE_LIMITS } from './cell-value.js';
import type { CellValue } from './cell-value.js';
import type { DescriptionFault } from './read-description.js';
import { oneByOne } from './one-by-one.js';
import { ReadMeter } from './read-meter.js';
import { originOf, readTable } from './read-table.js';
import type { Cell, TableRow } from './read-table.js';
import { withSchemaWords } from './schema-words.js';
import type { NodesDescription, RelationsDescription, TablesDescription } from './source-description.js';
import { checkFiles, namedColumns, tablesLayout } from './tables-layout.js';
import type { TableFile, TablesLayout } from './tables-layout.js';
import { relationOf, tablesSchema } from './tables-schema.js';
import type { FieldColumn } from './tables-schema.js';

type SourceRecord = NodeRecord | RelationRecord | ImportProblem;

/** Reads the cells of one row and gathers what is wrong with them. */
class RowReader {
  readonly problems: ImportProblem[] = [];
  readonly #file: TableFile<{ readonly file: string }>;
  readonly #columns: ReadonlyMap<string, number>;
  readonly #row: TableRow;

  constructor(file: TableFile<{ readonly file: string }>, columns: ReadonlyMap<string, number>, row: TableRow) {
    this.#file = file;
    this.#columns = columns;
    this.#row = row;
  }

  origin(column?: string): Origin {
    const position = column === undefined ? undefined : this.#columns.get(column);
    return originOf(this.#file.entry.file, this.#file.format, this.#row, column, position);
  }

  cell(column: string): Cell | undefined {
    const position = this.#columns.get(column);
    return position === undefined ? undefined : this.#row.cells[position];
  }

  report(column: string, fault: string, code: ImportProblem['code'] = 'invalid_value'): void {
    this.problems.push({ kind: 'problem', code, message: `"${column}": ${fault}`, origin: this.origin(column) });
  }

  /** The value of a column that every row has, or undefined after a report. */
  required(column: string, what: string, limit: number): string | undefined {
    const cell = this.cell(column);
    if (cell === undefined) {
      this.report(column, `expected ${what}, got none`, 'malformed_row');
      return undefined;
    }
    return this.check(column, textOf(cell, limit));
  }

  check<Value>(column: string, result: CellValue<Value>): Value | undefined {
    if ('value' in result) return result.value;
    this.report(column, result.fault);
    return undefined;
  }

  /** The relation that a column tells, or undefined after a report. */
  relation(column: string, names: ReadonlyMap<string, string>): string | undefined {
    const code = this.required(column, 'a relation', VALUE_LIMITS.id);
    return code === undefined ? undefined : relationOf(code, names);
  }

  /** The ids or names that a column refers to. */
  references(column: string, separator: string | undefined): readonly string[] {
    const cell = this.cell(column);
    const texts = cell === undefined ? [] : cellTexts(cell, separator);
    for (const text of texts) this.check(column, textOf(text, VALUE_LIMITS.id));
    return texts;
  }
}

function nodeRecord(
  reader: RowReader,
  entry: NodesDescription,
  fieldColumns: readonly FieldColumn[],
): NodeRecord | undefined {
  const id = reader.required(entry.id, 'an id', VALUE_LIMITS.id);
  const nameColumn = entry.name.find((column) => reader.cell(column) !== undefined) ?? entry.name[0]!;
  const name = reader.required(nameColumn, 'a name', VALUE_LIMITS.name);
  const aliases = new Set<string>();
  for (const { column, separator } of entry.aliases) {
    const cell = reader.cell(column);
    for (const alias of cell === undefined ? [] : cellTexts(cell, separator)) {
      const checked = reader.check(column, textOf(alias, VALUE_LIMITS.name));
      if (checked !== undefined && checked !== name) aliases.add(checked);
    }
  }
  const fields: [string, FieldValue][] = [];
  for (const { column, field, kind, separator } of fieldColumns) {
    const cell = reader.cell(column);
    const value = cell === undefined ? undefined : reader.check(column, fieldValue(cell, kind, separator));
    if (value !== undefined) fields.push([field, value]);
  }
  if (id === undefined || name === undefined || reader.problems.length > 0) return undefined;
  return {
    kind: 'node',
    type: entry.type,
    id: `${entry.idPrefix ?? ''}${id}`,
    name,
    ...(aliases.size > 0 ? { aliases: [...aliases] } : {}),
    ...(fields.length > 0 ? { fields: Object.fromEntries(fields) } : {}),
    origin: reader.origin(),
  };
}

/** What a row's relation columns say; the nodes of types without a file come before their first relation. */
function* columnRelations(
  reader: RowReader,
  entry: NodesDescription,
  node: NodeRecord,
  layout: TablesLayout,
  derived: Set<string>,
): Generator<NodeRecord | RelationRecord> {
  const references = Object.entries(entry.relations).map(([column, target]) => ({
    ...target,
    values: reader.references(column, target.separator),
  }));
  if (reader.problems.length > 0) return;
  const origin = reader.origin();
  for (const { relation, toType, values } of references) {
    for (const value of values) {
      const to = `${layout.idPrefixes.get(toType)!}${value}`;
      if (layout.derivedTypes.has(toType) && !derived.has(to)) {
        derived.add(to);
        yield { kind: 'node', type: toType, id: to, name: value, origin };
      }
      yield { kind: 'relation', relation, from: node.id, to, origin };
    }
  }
}

/** Keys that grasp.json names and no row of a JSONL or Parquet file has: most likely a slip. */
function unseenColumns(
  file: TableFile<NodesDescription | RelationsDescription>,
  seen: ReadonlySet<string>,
): ImportProblem[] {
  if (file.format.format === 'csv' || file.format.format === 'tsv' || seen.size === 0) return [];
  return namedColumns(file.entry)
    .filter((column) => !seen.has(column))
    .map((column) => {
      const message = `expected the key "${column}" that grasp.json names in some row, got only ${[...seen].join(', ')}`;
      return { kind: 'problem', code: 'unknown_field', message, origin: { file: file.entry.file, line: 1 } };
    });
}

/**
 * A folder of JSONL, CSV and TSV files as a knowledge base, after the `nodes` and `relations` of its grasp.json.
 * Node files come first, in their order. A row with a fault is skipped and each of its faults is a problem.
 *
 * @param expected - Where the kinds of undeclared columns come from, as far as it has them.
 *
 * @throws {SourceError} when the description does not fit the files; the signal's reason.
 */
export async function tablesSource(
  folder: string,
  name: string,
  description: TablesDescription,
  fault: DescriptionFault,
  signal?: AbortSignal,
  expected?: Schema,
): Promise<KnowledgeBaseSource> {
  const layout = tablesLayout(description, fault);
  await checkFiles(folder, layout, signal);
  const { schema, fieldColumns, relationNames } = await tablesSchema(
    folder,
    description,
    layout,
    fault,
    signal,
    expected,
  );

  const meter = new ReadMeter();

  async function* nodeBatches(derived: Set<string>, runSignal?: AbortSignal): AsyncGenerator<SourceRecord[]> {
    for (const [index, file] of layout.nodes.entries()) {
      let seen: ReadonlyMap<string, number> = new Map();
      for await (const { columns, rows } of readTable(meter.file(folder, file.entry.file), file.format, runSignal)) {
        seen = columns;
        const records: SourceRecord[] = [];
        for (const row of rows) {
          if (row.kind === 'problem') {
            records.push(row);
            continue;
          }
          const reader = new RowReader(file, columns, row);
          const node = nodeRecord(reader, file.entry, fieldColumns[index]!);
          const relations = node === undefined ? [] : [...columnRelations(reader, file.entry, node, layout, derived)];
          if (node === undefined || reader.problems.length > 0) records.push(...reader.problems);
          else {
            records.push(node);
            for (const relation of relations) records.push(relation);
          }
        }
        yield records;
      }
      yield unseenColumns(file, new Set(seen.keys()));
    }
  }

  async function* relationBatches(runSignal?: AbortSignal): AsyncGenerator<SourceRecord[]> {
    for (const [index, file] of layout.relations.entries()) {
      const { entry } = file;
      const prefixOf = (type: string | undefined): string => (type === undefined ? '' : layout.idPrefixes.get(type)!);
      const [fromPrefix, toPrefix] = [prefixOf(entry.fromType), prefixOf(entry.toType)];
      let seen: ReadonlyMap<string, number> = new Map();
      for await (const { columns, rows } of readTable(meter.file(folder, entry.file), file.format, runSignal)) {
        seen = columns;
        const records: SourceRecord[] = [];
        for (const row of rows) {
          if (row.kind === 'problem') {
            records.push(row);
            continue;
          }
          const reader = new RowReader(file, columns, row);
          const from = reader.required(entry.from, 'an id', VALUE_LIMITS.id);
          const targets = reader.references(entry.to, entry.separator);
          if (targets.length === 0) reader.report(entry.to, 'expected an id, got none', 'malformed_row');
          const relation = entry.relation ?? reader.relation(entry.relationColumn!, relationNames[index]!);
          if (from === undefined || relation === undefined || reader.problems.length > 0) {
            records.push(...reader.problems);
          } else {
            const origin = reader.origin();
            for (const to of targets) {
              records.push({
                kind: 'relation',
                relation,
                from: `${fromPrefix}${from}`,
                to: `${toPrefix}${to}`,
                origin,
              });
            }
          }
        }
        yield records;
      }
      yield unseenColumns(file, new Set(seen.keys()));
    }
  }

  async function* batches(options: { readonly signal?: AbortSignal } = {}): AsyncGenerator<SourceRecord[]> {
    await meter.start(
      folder,
      [...layout.nodes, ...layout.relations].map(({ entry }) => entry.file),
    );
    yield* nodeBatches(new Set(), options.signal);
    yield* relationBatches(options.signal);
  }

  return {
    name,
    schema: withSchemaWords(schema, description.schema, fault),
    batches,
    records: (options) => oneByOne(batches(options)),
    position: () => meter.position(),
  };
}
