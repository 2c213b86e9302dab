/** What a text is to be compared as: some models embed questions and documents differently. */
export type EncoderRole = 'query' | 'document';

/** Options of {@link Encoder.encode}. */
export interface EncodeOptions {
  readonly role: EncoderRole;
  /** Stops the work; the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** Turns texts into vectors whose dot product is their similarity. */
export interface Encoder {
  /** Names the vectors: those of encoders with different ids must not be compared. */
  readonly id: string;
  /** Numbers in a vector. */
  readonly dimensions: number;
  /**
   * One vector per text, in order: of unit length, or all zeros for a text in which the encoder knows nothing. The same
   * text gives the same vector whatever else is in the batch.
   */
  encode(texts: readonly string[], options: EncodeOptions): Promise<Float32Array[]>;
}
