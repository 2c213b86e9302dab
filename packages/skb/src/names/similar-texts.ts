import { boundedEdits, LONGEST_COMPARED } from './bounded-edits.js';
import type { CodeUnits } from './bounded-edits.js';

/** The most edits that a search allows. */
export const MOST_EDITS = 2;

/** One part more than there are edits, so that at least one part of a text is left as it was. */
const PARTS = MOST_EDITS + 1;

const LENGTH_SHIFT = 27;
const LETTER_BUCKETS = 27;

/** Distinct texts by row; a column of strings is one. */
export interface TextRows {
  readonly length: number;
  /** Writes a text's code units to the start of `units` and gives their number; -1 when they do not fit. */
  readUnits(row: number, units: Uint16Array): number;
}

/** What {@link SimilarTexts} searches, beside the texts themselves. About 25 bytes a text. */
export interface SimilarTextArrays {
  /** By row: in the lowest 27 bits which letters occur, by their code modulo 27; above, the length modulo 32. */
  readonly signatures: Uint32Array;
  /** Where each bucket of `rows` starts, and one more for the end; the number of buckets is a power of two. */
  readonly starts: Uint32Array;
  /** The rows that have a part whose hash falls in the bucket; ascending in a bucket. Each row stands in three. */
  readonly rows: Uint32Array;
}

/** A text that a search found. */
export interface SimilarText {
  readonly row: number;
  readonly edits: number;
}

const startOfPart = (part: number, length: number): number => Math.floor((part * length) / PARTS);

const mix = (hash: number, unit: number): number => Math.imul(hash ^ unit, 0x01000193);

function finish(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35) ^ (mixed >>> 7)) >>> 0;
}

/** The hash of a part of a text of `length` code units; parts of different length or place never count as equal. */
function partHash(units: Uint16Array, start: number, end: number, part: number, length: number): number {
  let hash = (0x811c9dc5 ^ (length * PARTS + part)) | 0;
  for (let position = start; position < end; position++) hash = mix(hash, units[position]!);
  return finish(hash);
}

/** The hash of the same part when its last code unit is swapped with the one behind it. */
function swappedPartHash(units: Uint16Array, start: number, end: number, part: number, length: number): number {
  let hash = (0x811c9dc5 ^ (length * PARTS + part)) | 0;
  for (let position = start; position < end - 1; position++) hash = mix(hash, units[position]!);
  return finish(mix(hash, units[end]!));
}

function signatureOf({ units, length }: CodeUnits): number {
  let letters = 0;
  for (let position = 0; position < length; position++) letters |= 1 << (units[position]! % LETTER_BUCKETS);
  return (letters | ((length & 31) << LENGTH_SHIFT)) >>> 0;
}

function bitCount(value: number): number {
  let bits = value - ((value >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Prepares the search of a column of texts. Linear time; the same texts give the same arrays. */
export function buildSimilarTextArrays(texts: TextRows): SimilarTextArrays {
  const count = texts.length;
  const signatures = new Uint32Array(count);
  const bits = Math.max(1, Math.ceil(Math.log2(Math.max(1, (count * PARTS) / 2))));
  const shift = 32 - bits;
  const buckets = new Uint32Array(count * PARTS);
  const starts = new Uint32Array(2 ** bits + 1);
  const units = new Uint16Array(LONGEST_COMPARED);
  for (let row = 0; row < count; row++) {
    const length = texts.readUnits(row, units);
    if (length < 0) continue;
    signatures[row] = signatureOf({ units, length });
    for (let part = 0; part < PARTS; part++) {
      const [start, end] = [startOfPart(part, length), startOfPart(part + 1, length)];
      const bucket = partHash(units, start, end, part, length) >>> shift;
      buckets[row * PARTS + part] = bucket + 1;
      starts[bucket + 1]!++;
    }
  }
  for (let bucket = 0; bucket + 1 < starts.length; bucket++) starts[bucket + 1]! += starts[bucket]!;
  const next = starts.slice();
  const rows = new Uint32Array(starts[starts.length - 1]!);
  for (let entry = 0; entry < buckets.length; entry++) {
    const bucket = buckets[entry]!;
    if (bucket !== 0) rows[next[bucket - 1]!++] = Math.floor(entry / PARTS);
  }
  return { signatures, starts, rows };
}

/**
 * Finds the texts of a column that are at most two edits from a given one.
 *
 * Every text is cut into three parts of equal length. Two edits leave one of them as it was, so the texts of each
 * possible length that share a part with the given one, at a place that the edits allow, are all that need to be
 * compared (the pigeonhole principle, as in Pass-Join by Li et al., PVLDB 5(3), 2011). Let the part be the first of which
 * it and those before it have no more edits in them than parts before it: then it has none, and those before it have as
 * many as they are. A swap across the border of two parts counts for the later one; the earlier one is then looked up with its last
 * code unit swapped.
 */
export class SimilarTexts {
  readonly #texts: TextRows;
  readonly #arrays: SimilarTextArrays;
  readonly #shift: number;
  readonly #units = new Uint16Array(LONGEST_COMPARED);

  constructor(texts: TextRows, arrays: SimilarTextArrays) {
    this.#texts = texts;
    this.#arrays = arrays;
    this.#shift = 32 - Math.log2(arrays.starts.length - 1);
  }

  /**
   * All texts from 1 to `limit` edits from `text`, in no particular order; each once. Texts of more than 4,096 code units
   * are not compared.
   *
   * @param limit - 1 or 2.
   */
  search(text: string, limit: number): SimilarText[] {
    const { length } = text;
    if (length === 0 || length > LONGEST_COMPARED) return [];
    const units = new Uint16Array(length + 1);
    for (let position = 0; position < length; position++) units[position] = text.charCodeAt(position);
    const query = { units, length, signature: signatureOf({ units, length }) };
    const found = new Map<number, number>();
    const buckets: number[] = [];
    for (let other = Math.max(1, length - limit); other <= length + limit; other++) {
      if (limit === 1) this.#bucketsForOneEdit(query, other, buckets);
      else this.#bucketsForTwoEdits(query, other, buckets);
    }
    for (const bucket of new Set(buckets)) this.#compare(query, bucket, limit, found);
    return Array.from(found, ([row, edits]) => ({ row, edits }));
  }

  #bucketsForTwoEdits({ units, length }: CodeUnits, other: number, buckets: number[]): void {
    const difference = length - other;
    for (let part = 0; part < PARTS; part++) {
      const [start, end] = [startOfPart(part, other), startOfPart(part + 1, other)];
      const edits = MOST_EDITS - part;
      const least = Math.max(-part, difference - edits, -start);
      const most = Math.min(part, difference + edits, length - end);
      for (let moved = least; moved <= most; moved++) {
        buckets.push(partHash(units, start + moved, end + moved, part, other) >>> this.#shift);
        if (end > start && end + moved < length) {
          buckets.push(swappedPartHash(units, start + moved, end + moved, part, other) >>> this.#shift);
        }
      }
    }
  }

  /** One edit leaves two of three parts as they were, so two of them are enough: those that the fewest texts share. */
  #bucketsForOneEdit({ units, length }: CodeUnits, other: number, buckets: number[]): void {
    const difference = length - other;
    const choices: { readonly buckets: number[]; size: number }[] = [];
    for (let part = 0; part < PARTS; part++) {
      const [start, end] = [startOfPart(part, other), startOfPart(part + 1, other)];
      const choice = { buckets: [] as number[], size: 0 };
      const add = (hash: number): void => {
        const bucket = hash >>> this.#shift;
        choice.buckets.push(bucket);
        choice.size += this.#arrays.starts[bucket + 1]! - this.#arrays.starts[bucket]!;
      };
      for (const moved of new Set([part === PARTS - 1 ? difference : 0, part === 0 ? 0 : difference])) {
        if (start + moved < 0 || end + moved > length) continue;
        add(partHash(units, start + moved, end + moved, part, other));
        if (difference === 0 && end > start && end < length) add(swappedPartHash(units, start, end, part, other));
      }
      choices.push(choice);
    }
    choices.sort((a, b) => a.size - b.size);
    for (const choice of choices.slice(0, 2)) buckets.push(...choice.buckets);
  }

  #compare(
    query: CodeUnits & { readonly signature: number },
    bucket: number,
    limit: number,
    found: Map<number, number>,
  ): void {
    const { signatures, starts, rows } = this.#arrays;
    const end = starts[bucket + 1]!;
    for (let entry = starts[bucket]!; entry < end; entry++) {
      const row = rows[entry]!;
      const signature = signatures[row]!;
      const apart = (query.length - (signature >>> LENGTH_SHIFT)) & 31;
      if (apart > limit && apart < 32 - limit) continue;
      // An edit adds at most one letter and takes away at most one.
      if (bitCount((signature ^ query.signature) & ((1 << LENGTH_SHIFT) - 1)) > 2 * limit) continue;
      if (found.has(row)) continue;
      const length = this.#texts.readUnits(row, this.#units);
      const edits = boundedEdits(query, { units: this.#units, length }, limit);
      if (edits > 0 && edits <= limit) found.set(row, edits);
    }
  }
}
