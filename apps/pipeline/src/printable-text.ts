/** All control characters but the tab and the end of a line. */
// eslint-disable-next-line no-control-regex -- these are what is looked for
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/gu;

/**
 * A text as it may be written to a terminal: control characters, which would move its cursor or change its colours, as
 * `\u001b`. Names come from anybody's data. JSON means the same afterwards.
 */
export const printableText = (text: string): string =>
  text.replace(CONTROL, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
