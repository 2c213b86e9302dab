import { encodeAll } from '@grasp/encoders';
import type { Encoder } from '@grasp/encoders';
import { createLexicalRevision } from '@grasp/mfar';
import type { LexicalDocumentChange } from '@grasp/mfar';
import { NO_NODE } from '@grasp/skb';
import type { DecoratedUpdate, KnowledgeBase, NodeView, SectionWriter } from '@grasp/skb';

import { PipelineError } from './pipeline-error.js';
import {
  documentWriter,
  DOCUMENT,
  LEXICAL,
  relationField,
  storedWords,
  TEXT_INDEX,
  textFields,
  textOf,
  VERSION,
} from './text-index.js';
import type { TextIndexMeta } from './text-index.js';
import { ownWordTexts } from './word-texts.js';

const NO_TEXTS: ReadonlyMap<string, readonly string[]> = new Map();
const DIRECTIONS = ['out', 'in'] as const;

interface FieldTexts {
  readonly removed: string[];
  readonly added: string[];
}

/** The index of the node in a slot; {@link NO_NODE} if it is not there. */
const indexIn = ({ numbering }: KnowledgeBase, slot: number): number =>
  slot < numbering.slotCount ? numbering.indexOf(slot) : NO_NODE;

function nodeIn(knowledgeBase: KnowledgeBase, slot: number): NodeView | undefined {
  const index = indexIn(knowledgeBase, slot);
  return index === NO_NODE ? undefined : knowledgeBase.node(index);
}

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((text, position) => text === other[position]);

/** Finds out which words of which nodes an update changed: those of the nodes themselves, and of their neighbours. */
class WordChanges {
  readonly #before: KnowledgeBase;
  readonly #after: KnowledgeBase;
  readonly #texts = new Map<number, Map<string, FieldTexts>>();
  /** Slots of nodes that came, went or got another name: all that they say to their neighbours changed. */
  readonly #touched = new Set<number>();

  constructor({ before, after }: DecoratedUpdate) {
    this.#before = before;
    this.#after = after;
    const { written, deleted } = after.updates.at(-1)!;
    for (const slot of [...written, ...deleted]) this.#ownChanges(slot);
    for (const { name } of after.schema.relations) {
      for (const slot of this.#touched) this.#changesAround(slot, name);
      this.#changesOfEdges(name);
    }
  }

  *list(): Generator<LexicalDocumentChange> {
    for (const [slot, fields] of this.#texts) {
      const isDeleted = indexIn(this.#after, slot) === NO_NODE;
      yield { slot, isDeleted, fields: Object.fromEntries(fields) };
    }
  }

  #of(slot: number, field: string): FieldTexts {
    let fields = this.#texts.get(slot);
    if (fields === undefined) this.#texts.set(slot, (fields = new Map()));
    let texts = fields.get(field);
    if (texts === undefined) fields.set(field, (texts = { removed: [], added: [] }));
    return texts;
  }

  #ownChanges(slot: number): void {
    const [old, now] = [nodeIn(this.#before, slot), nodeIn(this.#after, slot)];
    if (old?.name !== now?.name || old === undefined || now === undefined) this.#touched.add(slot);
    const oldTexts = old === undefined ? NO_TEXTS : ownWordTexts(old);
    const nowTexts = now === undefined ? NO_TEXTS : ownWordTexts(now);
    for (const field of new Set([...oldTexts.keys(), ...nowTexts.keys()])) {
      const [removed, added] = [oldTexts.get(field) ?? [], nowTexts.get(field) ?? []];
      if (isSame(removed, added)) continue;
      const change = this.#of(slot, field);
      change.removed.push(...removed);
      change.added.push(...added);
    }
  }

  /** What the node said to its neighbours, and what they said to it when it came or went. */
  #changesAround(slot: number, relation: string): void {
    const field = relationField(relation);
    const [old, now] = [indexIn(this.#before, slot), indexIn(this.#after, slot)];
    const isWhole = old === NO_NODE || now === NO_NODE;
    const visit = (knowledgeBase: KnowledgeBase, index: number, kind: 'removed' | 'added'): void => {
      const name = knowledgeBase.nameOf(index);
      for (const direction of DIRECTIONS) {
        for (const neighbour of knowledgeBase.neighbours(index, relation, direction)) {
          const other = knowledgeBase.numbering.slotOf(neighbour);
          if (this.#stays(other)) this.#of(other, field)[kind].push(name);
          if (isWhole) this.#of(slot, field)[kind].push(knowledgeBase.nameOf(neighbour));
        }
      }
    };
    if (old !== NO_NODE) visit(this.#before, old, 'removed');
    if (now !== NO_NODE) visit(this.#after, now, 'added');
  }

  /** What nodes of unchanged name say over edges that were added or removed. */
  #changesOfEdges(relation: string): void {
    const field = relationField(relation);
    const edges = this.#after.updates.at(-1)!.edges(relation);
    for (const [kind, knowledgeBase] of [['removed', this.#before] as const, ['added', this.#after] as const]) {
      const pairs = edges[kind];
      const say = (from: number, to: number): void => {
        if (this.#touched.has(from) || !this.#stays(to)) return;
        const name = knowledgeBase.nameOf(knowledgeBase.numbering.indexOf(from));
        this.#of(to, field)[kind].push(name);
      };
      for (let pair = 0; pair < pairs.length; pair += 2) {
        say(pairs[pair]!, pairs[pair + 1]!);
        say(pairs[pair + 1]!, pairs[pair]!);
      }
    }
  }

  /** Whether a node is there before and after. */
  #stays(slot: number): boolean {
    return indexIn(this.#before, slot) !== NO_NODE && indexIn(this.#after, slot) !== NO_NODE;
  }
}

/**
 * Whether text indexes can follow a change at all: a file that cannot be changed is told before the work on the change.
 *
 * @throws what {@link writeTextIndexUpdate} throws of such a file.
 */
export function checkTextIndexUpdates(knowledgeBase: KnowledgeBase, encoder: Encoder): void {
  const meta = knowledgeBase.json(TEXT_INDEX) as TextIndexMeta | undefined;
  if (meta === undefined) return;
  checkEncoder(meta, encoder);
  createLexicalRevision(storedWords(knowledgeBase), [], { documentField: DOCUMENT });
}

function checkEncoder({ encoder: { id, dimensions } }: TextIndexMeta, given: Encoder): void {
  if (id === given.id && dimensions === given.dimensions) return;
  const expected = `the encoder ${id} with ${dimensions} dimensions, with which the file was built`;
  throw new PipelineError('encoder_mismatch', `expected ${expected}, got ${given.id} with ${given.dimensions}`);
}

/**
 * Stores with an update what it changes of the text indexes: vectors of the nodes that it wrote, and the words of these
 * and of their neighbours. Does nothing for a file without text indexes.
 *
 * @throws {@link PipelineError} `encoder_mismatch`, or `not_indexed` when an earlier update did not store its part.
 */
export async function writeTextIndexUpdate(
  writer: SectionWriter,
  update: DecoratedUpdate,
  encoder: Encoder,
  options: { readonly signal?: AbortSignal } = {},
): Promise<void> {
  const { before, after } = update;
  const meta = before.json(TEXT_INDEX) as TextIndexMeta | undefined;
  if (meta === undefined) return;
  checkEncoder(meta, encoder);
  const { written } = after.updates.at(-1)!;
  const nodes = Array.from(written, (slot) => ({ slot, node: after.node(after.numbering.indexOf(slot)) }));
  const put = async (
    name: string,
    rows: readonly { readonly slot: number; readonly text: string }[],
  ): Promise<void> => {
    writer.putArray(
      `${name}.owners`,
      Uint32Array.from(rows, ({ slot }) => slot),
    );
    const texts = rows.map(({ text }) => text);
    writer.putArray(`${name}.vectors`, await encodeAll(encoder, texts, { count: texts.length, ...options }));
  };
  const { vectors = 'all' } = meta;
  if (vectors !== 'none') {
    await put(
      'names',
      nodes.flatMap(({ slot, node }) => [node.name, ...node.aliases].map((text) => ({ slot, text }))),
    );
  }
  if (vectors === 'all') {
    const write = documentWriter(after);
    await put(
      'documents',
      nodes.map(({ slot, node }) => ({ slot, text: write(node) })),
    );
  }
  for (const [position, field] of (vectors === 'all' ? textFields(after) : []).entries()) {
    const rows = nodes.map(({ slot, node }) => ({ slot, text: textOf(node.fields[field]) }));
    await put(
      `fields.${position}`,
      rows.filter(({ text }) => text !== ''),
    );
  }
  const changes = new WordChanges(update).list();
  const revision = createLexicalRevision(storedWords(before), changes, { documentField: DOCUMENT });
  writer.putJson(LEXICAL, revision.meta);
  for (const [name, array] of Object.entries(revision.arrays)) writer.putArray(`${LEXICAL}.${name}`, array);
  writer.putJson(TEXT_INDEX, { version: VERSION });
}
