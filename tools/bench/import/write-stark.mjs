import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LineFile } from './line-file.mjs';

const NODES_PER_FILE = 10_000;

/** Attributes as STaRK names them, by data set. */
const ATTRIBUTES = {
  prime: ({ id, type, name, fields }) => ({
    id,
    type,
    name,
    source: fields.source ?? 'Other',
    ...(fields.details === undefined ? {} : { details: { summary: fields.details } }),
  }),
  mag: ({ type, name, fields }) =>
    type === 'paper'
      ? { title: name, abstract: fields.abstract, Date: fields.date, OriginalVenue: fields.venue }
      : { DisplayName: name, PaperCount: fields.paper_count, CitationCount: fields.citation_count },
  amazon: ({ type, name, fields }) =>
    type === 'product'
      ? {
          title: name,
          description: [fields.description],
          feature: fields.feature,
          review: fields.review.map((text) => ({ summary: text.slice(0, 30), reviewText: text, vote: '1' })),
          qa: fields.qa.map((text) => ({ question: text.slice(0, 60), answer: text })),
        }
      : { [`${type}_name`]: name },
};

const two = (number) => String(number).padStart(2, '0');

/**
 * Writes the records of a made-up graph in the layout in which STaRK's graphs are passed on: nodes in files of 10,000, edges
 * in a file a relation, and a schema.json that says nothing of what relations connect, so that the reader has to look.
 */
export async function writeStark(source, shape, folder) {
  for (const part of ['nodes', 'edges']) mkdirSync(join(folder, part), { recursive: true });
  const relations = source.schema.relations.map(({ name }) => name);
  const edges = relations.map((_, number) => new LineFile(join(folder, 'edges', `${two(number)}.tsv`)));
  for (const file of edges) file.write('source_id\ttarget_id');
  let nodes;
  let count = 0;
  for (const record of source.makeRecords()) {
    if (record.kind === 'node') {
      if (count % NODES_PER_FILE === 0) {
        await nodes?.close();
        nodes = new LineFile(join(folder, 'nodes', `${String(count / NODES_PER_FILE).padStart(4, '0')}.jsonl`));
      }
      count++;
      const info = ATTRIBUTES[shape](record);
      if (nodes.write(JSON.stringify({ node_id: Number(record.id), node_type: record.type, info })))
        await nodes.flush();
    } else {
      const file = edges[relations.indexOf(record.relation)];
      if (file.write(`${record.from}\t${record.to}`)) await file.flush();
    }
  }
  await nodes?.close();
  for (const file of edges) await file.close();
  const schema = { node_types: source.schema.nodeTypes.map(({ name }) => name), edge_types: relations };
  writeFileSync(join(folder, 'schema.json'), JSON.stringify(schema, undefined, 2));
}
