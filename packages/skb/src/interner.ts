/** Gives each distinct text a number from 0, in the order in which they come. */
export class Interner {
  /** The text of each number. */
  readonly texts: string[] = [];
  readonly #numbers = new Map<string, number>();

  number(text: string): number {
    let number = this.#numbers.get(text);
    if (number === undefined) {
      number = this.texts.length;
      this.#numbers.set(text, number);
      this.texts.push(text);
    }
    return number;
  }
}
