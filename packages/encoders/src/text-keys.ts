import { hash } from 'node:crypto';

/** Length of a text's key. */
export const TEXT_KEY_BYTES = 16;

/**
 * Sixteen bytes that stand for a text: the first half of its SHA-256. Texts with different keys are different; that two
 * different texts have the same one does not happen.
 */
export function textKey(text: string): Uint8Array {
  // As UTF-16, so that lone surrogates are not all one character.
  return hash('sha256', Buffer.from(text, 'utf16le'), 'buffer').subarray(0, TEXT_KEY_BYTES);
}
