import type { Endpoints, Field, FieldKind, Relation, Schema } from '@grasp/plan';

import { cellTexts } from './cell-value.js';
import { FieldProfile } from './field-profile.js';
import type { DescriptionFault } from './read-description.js';
import { readTable } from './read-table.js';
import type { Cell, TableRow } from './read-table.js';
import type { NodesDescription, TablesDescription } from './source-description.js';
import { namedColumns } from './tables-layout.js';
import type { TableFile, TablesLayout } from './tables-layout.js';

/** A column of a node file that is read as a field. */
export interface FieldColumn {
  readonly column: string;
  readonly field: string;
  readonly kind: FieldKind;
  readonly separator: string | undefined;
}

/** The schema of a folder of tables, and the field columns of each of its node files, in the files' order. */
export interface TablesSchema {
  readonly schema: Schema;
  readonly fieldColumns: readonly (readonly FieldColumn[])[];
  /** For each file of relations, what a code in its relation column is called. */
  readonly relationNames: readonly ReadonlyMap<string, string>[];
}

type Profiles = Map<string, FieldProfile>;

async function profileColumns(
  folder: string,
  { entry, format }: TableFile<NodesDescription>,
  profiles: Profiles,
  signal: AbortSignal | undefined,
): Promise<void> {
  const named = new Set(namedColumns(entry));
  for await (const { columns, rows } of readTable({ folder, file: entry.file }, format, signal)) {
    const open = [...columns].filter(([column]) => !named.has(column));
    for (const row of rows) {
      if (row.kind === 'problem') continue;
      for (const [column, position] of open) {
        const cell = row.cells[position];
        if (cell === undefined) continue;
        let profile = profiles.get(column);
        if (profile === undefined) profiles.set(column, (profile = new FieldProfile()));
        profile.add(cell);
      }
    }
  }
}

/** The declared fields of a type, from all of its files. */
function declaredFields(description: TablesDescription, type: string, fault: DescriptionFault): Map<string, Field> {
  const fields = new Map<string, Field>();
  description.nodes.forEach((entry, index) => {
    if (entry.type !== type) return;
    const names = new Set<string>();
    for (const [column, declared] of Object.entries(entry.fields ?? {})) {
      const { kind, name = column, description: words } = { name: undefined, description: undefined, ...declared };
      const path = ['nodes', index, 'fields', column];
      const earlier = fields.get(name);
      if (names.has(name)) throw fault(path, `expected one column for the field "${name}", got two`);
      if (earlier !== undefined && earlier.kind !== kind) {
        throw fault(
          path,
          `expected the kind "${earlier.kind}", as another file of type "${type}" has it, got "${kind}"`,
        );
      }
      names.add(name);
      const text = words ?? earlier?.description;
      fields.set(name, { name, kind, ...(text === undefined ? {} : { description: text }) });
    }
  });
  return fields;
}

/** The type of every node id, as the node files and their relation columns give it. */
async function typesById(
  folder: string,
  layout: TablesLayout,
  signal: AbortSignal | undefined,
): Promise<Map<string, string>> {
  const types = new Map<string, string>();
  for (const { entry, format } of layout.nodes) {
    for await (const { columns, rows } of readTable({ folder, file: entry.file }, format, signal)) {
      const idAt = columns.get(entry.id) ?? -1;
      for (const row of rows) {
        if (row.kind === 'problem') continue;
        const id = row.cells[idAt];
        if (id !== undefined) types.set(`${entry.idPrefix ?? ''}${String(id)}`, entry.type);
        for (const [column, { toType, separator }] of Object.entries(entry.relations)) {
          const cell = layout.derivedTypes.has(toType) ? row.cells[columns.get(column) ?? -1] : undefined;
          for (const value of cell === undefined ? [] : cellTexts(cell, separator))
            types.set(`${toType}:${value}`, toType);
        }
      }
    }
  }
  return types;
}

/** The relation that a cell of a relation column tells; a code without a name is its own. */
export function relationOf(cell: Cell | undefined, names: ReadonlyMap<string, string>): string | undefined {
  const code = cell === undefined ? undefined : cellTexts(cell, undefined)[0];
  return code === undefined ? undefined : (names.get(code) ?? code);
}

/** The names by code of each file of relations; none where there are no codes. */
async function readRelationNames(
  folder: string,
  layout: TablesLayout,
  signal: AbortSignal | undefined,
): Promise<Map<string, string>[]> {
  const all: Map<string, string>[] = [];
  for (const file of layout.relationNames) {
    const names = new Map<string, string>();
    all.push(names);
    if (file === undefined) continue;
    for await (const { columns, rows } of readTable({ folder, file: file.entry.file }, file.format, signal)) {
      const [idAt, nameAt] = [file.entry.id, file.entry.name].map((column) => columns.get(column) ?? -1);
      for (const row of rows) {
        const [id, name] = row.kind === 'row' ? [row.cells[idAt!], row.cells[nameAt!]] : [];
        if (id !== undefined && name !== undefined) names.set(String(id), String(name));
      }
    }
  }
  return all;
}

async function relationEndpoints(
  folder: string,
  layout: TablesLayout,
  relationNames: readonly ReadonlyMap<string, string>[],
  fault: DescriptionFault,
  signal: AbortSignal | undefined,
): Promise<Map<string, Endpoints[]>> {
  const endpoints = new Map<string, Endpoints[]>();
  const add = (relation: string, from: string, to: string): void => {
    const pairs = endpoints.get(relation) ?? [];
    endpoints.set(relation, pairs);
    if (!pairs.some((pair) => pair.from === from && pair.to === to)) pairs.push({ from, to });
  };
  for (const { entry } of layout.nodes) {
    for (const { relation, toType } of Object.values(entry.relations)) add(relation, entry.type, toType);
  }
  let types: Map<string, string> | undefined;
  for (const [index, { entry, format }] of layout.relations.entries()) {
    const names = relationNames[index]!;
    const isTyped = entry.fromType !== undefined && entry.toType !== undefined;
    if (isTyped && entry.relation !== undefined) {
      add(entry.relation, entry.fromType!, entry.toType!);
      continue;
    }
    if (!isTyped) types ??= await typesById(folder, layout, signal);
    const known: ReadonlyMap<string, string> = types ?? new Map();
    let found = false;
    const addRow = (row: TableRow, columns: ReadonlyMap<string, number>): void => {
      const fromCell = row.cells[columns.get(entry.from) ?? -1];
      const toCell = row.cells[columns.get(entry.to) ?? -1];
      const relation = entry.relation ?? relationOf(row.cells[columns.get(entry.relationColumn!) ?? -1], names);
      if (fromCell === undefined || toCell === undefined || relation === undefined) return;
      const from = entry.fromType ?? known.get(String(fromCell));
      for (const id of cellTexts(toCell, entry.separator)) {
        const to = entry.toType ?? known.get(id);
        if (from === undefined || to === undefined) continue;
        found = true;
        add(relation, from, to);
      }
    };
    for await (const { columns, rows } of readTable({ folder, file: entry.file }, format, signal)) {
      for (const row of rows) if (row.kind === 'row') addRow(row, columns);
    }
    if (!found) {
      const message = `expected ids of nodes in "${entry.file}", got none that is known; write "fromType" and "toType", which also put the idPrefix of the type before the ids`;
      throw fault(['relations', index], message);
    }
  }
  return endpoints;
}

/**
 * The schema of a folder of tables. Reads the node files that declare no fields, to find the kinds of their columns,
 * and the files of relations without `fromType` and `toType`, to find what they connect; memory is then one entry for
 * each node id.
 *
 * @param expected - Where the kinds of undeclared columns come from, as far as it has them.
 * @throws {SourceError} when the description does not fit the files; the signal's reason.
 */
export async function tablesSchema(
  folder: string,
  description: TablesDescription,
  layout: TablesLayout,
  fault: DescriptionFault,
  signal?: AbortSignal,
  expected?: Schema,
): Promise<TablesSchema> {
  const profilesByType = new Map<string, Profiles>();
  for (const file of layout.nodes) {
    if (file.entry.fields !== undefined) continue;
    const profiles = profilesByType.get(file.entry.type) ?? (new Map() as Profiles);
    profilesByType.set(file.entry.type, profiles);
    await profileColumns(folder, file, profiles, signal);
  }
  const fieldsByType = new Map<string, Map<string, Field>>();
  for (const type of layout.idPrefixes.keys()) {
    const fields = declaredFields(description, type, fault);
    for (const [column, profile] of profilesByType.get(type) ?? []) {
      if (fields.has(column)) continue;
      const known = expected?.nodeTypes.find(({ name }) => name === type)?.fields.find(({ name }) => name === column);
      fields.set(column, { name: column, kind: known?.kind ?? profile.kind() });
    }
    fieldsByType.set(type, fields);
  }
  const fieldColumns = layout.nodes.map(({ entry }): FieldColumn[] => {
    if (entry.fields !== undefined) {
      return Object.entries(entry.fields).map(([column, declared]) => {
        const { kind, name = column, separator } = { name: undefined, separator: undefined, ...declared };
        return { column, field: name, kind, separator };
      });
    }
    const named = new Set(namedColumns(entry));
    const columns = [...(profilesByType.get(entry.type)?.keys() ?? [])].filter((column) => !named.has(column));
    return columns.map((column) => {
      const { kind } = fieldsByType.get(entry.type)!.get(column)!;
      return { column, field: column, kind, separator: undefined };
    });
  });
  const relationNames = await readRelationNames(folder, layout, signal);
  const endpoints = await relationEndpoints(folder, layout, relationNames, fault, signal);
  const relations = [...endpoints].map(([name, pairs]): Relation => {
    const entries = description.relations.filter(({ relation }) => relation === name);
    const words = entries.find((entry) => entry.description !== undefined)?.description;
    const aliases = [...new Set(entries.flatMap((entry) => entry.aliases ?? []))];
    return {
      name,
      ...(words === undefined ? {} : { description: words }),
      ...(aliases.length === 0 ? {} : { aliases }),
      endpoints: pairs,
    };
  });
  const nodeTypes = [...fieldsByType].map(([name, fields]) => ({ name, fields: [...fields.values()] }));
  return { schema: { nodeTypes, relations }, fieldColumns, relationNames };
}
