export type { Encoder, EncodeOptions, EncoderRole } from './encoder.js';
export { EncoderFileError, VectorError } from './errors.js';
export type { EncoderFileErrorCode, VectorErrorCode } from './errors.js';
export { loadStaticEncoder, STATIC_ENCODER_DEFAULTS } from './load-static-encoder.js';
export type { StaticEncoderOptions } from './load-static-encoder.js';
export type { StaticEncoder } from './static-encoder.js';
