import { BYTE_KERNEL } from './byte-kernel.generated.js';

/** Dot products of rows of bytes that lie in one memory. Places are offsets in bytes; `stride` is a multiple of 32. */
export interface ByteKernel {
  readonly memory: ArrayBuffer;
  /** Copies `count` bytes, a multiple of 8, as numbers of 16 bits. */
  widen(from: number, to: number, count: number): void;
  /**
   * Writes the dot products of a query of `stride` 16-bit numbers and of the `count` rows that are listed by their numbers, each
   * as 32 bits. The place of the scores takes one even for none.
   */
  score(query: number, rows: number, stride: number, list: number, count: number, scores: number): void;
}

/** The part of WebAssembly's interface that is used here; the type libraries for Node do not have it. */
interface WebAssemblyInterface {
  readonly Memory: new (size: { readonly initial: number }) => { readonly buffer: ArrayBuffer };
  readonly Module: new (code: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: object };
}

const PAGE_BYTES = 65_536;

let compiled: object | undefined;

/** A kernel with a memory of at least `size` bytes, less than 4 GiB; in WebAssembly where there is that. */
export function createByteKernel(size: number): ByteKernel {
  const { WebAssembly } = globalThis as { readonly WebAssembly?: WebAssemblyInterface };
  if (WebAssembly === undefined) return createScriptKernel(size);
  const memory = new WebAssembly.Memory({ initial: Math.max(1, Math.ceil(size / PAGE_BYTES)) });
  compiled ??= new WebAssembly.Module(Buffer.from(BYTE_KERNEL, 'base64'));
  const { exports } = new WebAssembly.Instance(compiled, { memory: { memory } });
  return { memory: memory.buffer, ...(exports as Pick<ByteKernel, 'widen' | 'score'>) };
}

/** The same without WebAssembly, and twenty times slower: for programs that are run without a compiler. */
export function createScriptKernel(size: number): ByteKernel {
  const memory = new ArrayBuffer(size);
  return {
    memory,
    widen: (from, to, count) => new Int16Array(memory, to, count).set(new Int8Array(memory, from, count)),
    score(query, rows, stride, list, count, scores) {
      const numbers = new Int16Array(memory, query, stride);
      const bytes = new Int8Array(memory, rows);
      const found = new Int32Array(memory, scores, count);
      new Uint32Array(memory, list, count).forEach((row, place) => {
        let sum = 0;
        for (let index = 0, at = row * stride; index < stride; index += 1, at += 1) sum += numbers[index]! * bytes[at]!;
        found[place] = sum;
      });
    },
  };
}
