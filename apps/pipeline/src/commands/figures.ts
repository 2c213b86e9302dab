/** A number, rounded to a whole one, for people. */
export const count = (value: number): string => Math.round(value).toLocaleString('en-US');

/** The size of a file or of a part of it, for people. */
export const fileSize = (bytes: number): string =>
  bytes < 100_000 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
