import type { TextEncoder } from './linker.js';

/** The vectors of whole documents, by node index. */
export interface DocumentVectors {
  /** Of unit length or all zeros; `undefined` for a node without one. */
  vector(index: number): Float32Array | undefined;
}

/**
 * Dense rescoring (paper, 3.1): the cosine of a text and a node's document, as a function of the node's index. 0 for a
 * node without a vector. `undefined` if the text is empty.
 */
export async function createResidual(
  text: string,
  encoder: TextEncoder,
  vectors: DocumentVectors,
  options: { readonly signal?: AbortSignal } = {},
): Promise<((index: number) => number) | undefined> {
  if (text.trim() === '') return undefined;
  const [query] = await encoder.encode([text], { role: 'query', ...options });
  return (index) => {
    const document = vectors.vector(index);
    let sum = 0;
    if (document !== undefined) for (let i = 0; i < document.length; i++) sum += query![i]! * document[i]!;
    return sum;
  };
}
