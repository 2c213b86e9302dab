import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LineFile } from './line-file.mjs';

/** A name of a file for a type or a relation. */
const fileName = (name, ending) => `${name.replace(/[^a-z0-9]+/giu, '-')}.${ending}`;

/**
 * Writes the records of a made-up graph as a folder of tables with a grasp.json: nodes as JSONL, a file a type, relations as
 * TSV, a file for each relation and pair of types.
 */
export async function writeTables(source, folder) {
  mkdirSync(folder, { recursive: true });
  const files = new Map();
  const open = (name) => {
    let file = files.get(name);
    if (file === undefined) files.set(name, (file = new LineFile(join(folder, name))));
    return file;
  };
  const typeOf = new Map();
  const relations = new Map();
  for (const record of source.makeRecords()) {
    let file;
    let isDue;
    if (record.kind === 'node') {
      typeOf.set(record.id, record.type);
      file = open(fileName(record.type, 'jsonl'));
      isDue = file.write(JSON.stringify({ id: record.id, name: record.name, ...record.fields }));
    } else {
      const [fromType, toType] = [typeOf.get(record.from), typeOf.get(record.to)];
      const key = `${record.relation} ${fromType} ${toType}`;
      let entry = relations.get(key);
      if (entry === undefined) {
        const name = fileName(key, 'tsv');
        entry = { file: name, relation: record.relation, from: 'from', fromType, to: 'to', toType };
        relations.set(key, entry);
        open(name).write('from\tto');
      }
      file = open(entry.file);
      isDue = file.write(`${record.from}\t${record.to}`);
    }
    if (isDue) await file.flush();
  }
  for (const file of files.values()) await file.close();
  const nodes = source.schema.nodeTypes.map(({ name, fields }) => ({
    file: fileName(name, 'jsonl'),
    type: name,
    id: 'id',
    name: 'name',
    fields: Object.fromEntries(fields.map((field) => [field.name, { kind: field.kind }])),
  }));
  const description = { format: 'tables', name: source.name, nodes, relations: [...relations.values()] };
  writeFileSync(join(folder, 'grasp.json'), JSON.stringify(description, undefined, 2));
}
