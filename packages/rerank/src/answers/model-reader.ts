import { AnswerRankerError } from './answer-ranker-error.js';

/** Reads a value that came from JSON and says where it is wrong. All methods throw AnswerRankerError `invalid_model`. */
export class ModelReader {
  readonly #value: unknown;
  readonly #path: string;

  constructor(value: unknown, path: string) {
    this.#value = value;
    this.#path = path;
  }

  /** The value of a key of an object. */
  at(key: string): ModelReader {
    const value = this.#value;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) this.refuse('an object');
    return new ModelReader(
      Object.hasOwn(value as object, key) ? (value as Record<string, unknown>)[key] : undefined,
      `${this.#path}.${key}`,
    );
  }

  get isAbsent(): boolean {
    return this.#value === undefined;
  }

  items(length?: number): readonly ModelReader[] {
    const value = this.#value;
    if (!Array.isArray(value)) return this.refuse('an array');
    if (length !== undefined && value.length !== length) this.refuse(`an array of ${length}`);
    return value.map((item, index) => new ModelReader(item, `${this.#path}[${index}]`));
  }

  number(): number {
    return Number.isFinite(this.#value) ? (this.#value as number) : this.refuse('a finite number');
  }

  integer(below = Infinity): number {
    const value = this.number();
    return Number.isInteger(value) && value >= 0 && value < below
      ? value
      : this.refuse(`an integer from 0 below ${below}`);
  }

  string(): string {
    return typeof this.#value === 'string' ? this.#value : this.refuse('a string');
  }

  boolean(): boolean {
    return typeof this.#value === 'boolean' ? this.#value : this.refuse('true or false');
  }

  oneOf<Value extends string>(values: readonly Value[]): Value {
    return (values as readonly unknown[]).includes(this.#value)
      ? (this.#value as Value)
      : this.refuse(values.join(', '));
  }

  numbers(length?: number): number[] {
    return this.items(length).map((item) => item.number());
  }

  refuse(expected: string): never {
    throw new AnswerRankerError('invalid_model', expected, this.#value, { path: this.#path });
  }

  refuseUnsupported(expected: string): never {
    throw new AnswerRankerError('unsupported_model', expected, this.#value, { path: this.#path });
  }
}
