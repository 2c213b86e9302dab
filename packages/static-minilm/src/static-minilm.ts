/**
 * Where the shipped table lies, and what it is. The member names are those of the options of `loadStaticEncoder` in
 * `@grasp/encoders`.
 */
export const staticMinilm: {
  /** Names the vectors: vectors made by tables with different ids must not be compared. */
  readonly id: string;
  /** Numbers in a vector. */
  readonly dimensions: number;
  /** `safetensors` with `embedding` (I8, [29525, 256]) and `scale` (F16, [29525]). */
  readonly modelFile: URL;
  /** One word piece a line; the line number, from 0, is the row. */
  readonly vocabularyFile: URL;
} = Object.freeze({
  id: 'static-minilm-256',
  dimensions: 256,
  modelFile: new URL('../data/model.safetensors', import.meta.url),
  vocabularyFile: new URL('../data/vocab.txt', import.meta.url),
});
