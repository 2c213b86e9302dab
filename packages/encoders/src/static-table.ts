import { EncoderFileError } from './errors.js';

/** The numbers of a static encoder: the vector of row r is `values[r * dimensions …]` times `scales[r]`. */
export interface StaticTable {
  readonly rows: number;
  readonly dimensions: number;
  readonly values: Int8Array;
  readonly scales: Float32Array;
}

interface Tensor {
  readonly dtype: string;
  readonly shape: readonly number[];
  readonly begin: number;
  readonly end: number;
}

const isSize = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

function readTensor(header: Record<string, unknown>, name: string, file: string): Tensor {
  const entry = header[name];
  if (entry === undefined) {
    throw new EncoderFileError(
      'missing_tensor',
      file,
      `expected a tensor "${name}", got ${Object.keys(header).join(', ')}`,
    );
  }
  const { dtype, shape, data_offsets: offsets } = (entry ?? {}) as Record<string, unknown>;
  if (
    typeof dtype !== 'string' ||
    !Array.isArray(shape) ||
    !shape.every(isSize) ||
    !Array.isArray(offsets) ||
    !isSize(offsets[0]) ||
    !isSize(offsets[1])
  ) {
    throw new EncoderFileError(
      'malformed_header',
      file,
      `expected "${name}" to have dtype, shape and data_offsets, got ${JSON.stringify(entry)}`,
    );
  }
  return { dtype, shape, begin: offsets[0], end: offsets[1] };
}

function checkTensor(
  tensor: Tensor,
  name: string,
  dtype: string,
  bytesPerValue: number,
  size: number,
  file: string,
): void {
  if (tensor.dtype !== dtype) {
    throw new EncoderFileError('unsupported_dtype', file, `expected "${name}" of dtype ${dtype}, got ${tensor.dtype}`);
  }
  const bytes = tensor.shape.reduce((product, extent) => product * extent, bytesPerValue);
  if (tensor.end - tensor.begin !== bytes) {
    throw new EncoderFileError(
      'shape_mismatch',
      file,
      `expected ${bytes} bytes for "${name}" of shape [${tensor.shape.join(', ')}], got ${tensor.end - tensor.begin}`,
    );
  }
  if (tensor.end > size) {
    throw new EncoderFileError('truncated', file, `expected ${tensor.end} bytes after the header, got ${size}`);
  }
}

/** The value of an IEEE 754 binary16 number. */
function halfToNumber(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 0x1f) return fraction === 0 ? sign * Infinity : NaN;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

/**
 * Reads the bytes of a safetensors file with `embedding` (I8, [rows, dimensions]) and `scale` (F16, [rows]). The values
 * are a view of `bytes`, not a copy.
 *
 * @param file named in errors only
 * @throws EncoderFileError if the bytes are of another form
 */
export function parseStaticTable(bytes: Uint8Array, file: string): StaticTable {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.byteLength < 8) {
    throw new EncoderFileError('truncated', file, `expected at least 8 bytes, got ${bytes.byteLength}`);
  }
  const headerLength = Number(view.getBigUint64(0, true));
  if (headerLength > bytes.byteLength - 8) {
    throw new EncoderFileError(
      'truncated',
      file,
      `expected a safetensors header of ${headerLength} bytes, got ${bytes.byteLength - 8}`,
    );
  }
  let header: unknown;
  try {
    header = JSON.parse(new TextDecoder().decode(bytes.subarray(8, 8 + headerLength)));
  } catch (cause) {
    throw new EncoderFileError('malformed_header', file, 'expected a safetensors header in JSON', { cause });
  }
  if (typeof header !== 'object' || header === null || Array.isArray(header)) {
    throw new EncoderFileError('malformed_header', file, 'expected the safetensors header to be a JSON object');
  }
  const start = 8 + headerLength;
  const size = bytes.byteLength - start;
  const embedding = readTensor(header as Record<string, unknown>, 'embedding', file);
  const scale = readTensor(header as Record<string, unknown>, 'scale', file);
  checkTensor(embedding, 'embedding', 'I8', 1, size, file);
  checkTensor(scale, 'scale', 'F16', 2, size, file);
  const [rows = 0, dimensions = 0] = embedding.shape;
  if (
    embedding.shape.length !== 2 ||
    rows === 0 ||
    dimensions === 0 ||
    scale.shape.length !== 1 ||
    scale.shape[0] !== rows
  ) {
    throw new EncoderFileError(
      'shape_mismatch',
      file,
      `expected "embedding" [rows, dimensions] and "scale" [rows], got [${embedding.shape.join(', ')}] and [${scale.shape.join(', ')}]`,
    );
  }
  const scales = Float32Array.from({ length: rows }, (_, row) =>
    halfToNumber(view.getUint16(start + scale.begin + 2 * row, true)),
  );
  return {
    rows,
    dimensions,
    values: new Int8Array(bytes.buffer, bytes.byteOffset + start + embedding.begin, rows * dimensions),
    scales,
  };
}
