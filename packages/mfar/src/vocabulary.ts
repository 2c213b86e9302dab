import { AsciiWords } from './ascii-words.js';
import { englishWords, termOfWord } from './tokenize-english.js';

/** Words that are remembered; few texts have more distinct ones. */
const REMEMBERED_WORDS = 2_000_000;

/** Numbers the terms of texts, a new one with the next number. */
export class Vocabulary {
  private readonly terms: string[] = [];
  private readonly numbers = new Map<string, number>();
  /** The number of each word's term, so that most words take one look-up; −1 for a stop word. */
  private readonly ofWords = new Map<string, number>();
  private readonly asciiWords = new AsciiWords((word) => this.ofWords.get(word) ?? this.numberOfNew(word));

  numbersOf(text: string): number[] {
    const numbers: number[] = [];
    if (this.asciiWords.append(text, numbers)) return numbers;
    for (const word of englishWords(text)) {
      const number = this.ofWords.get(word) ?? this.numberOfNew(word);
      if (number >= 0) numbers.push(number);
    }
    return numbers;
  }

  termOf(number: number): string {
    return this.terms[number]!;
  }

  /** All terms by code units, and the rank of each number among them. The vocabulary is empty afterwards. */
  finish(): { readonly terms: readonly string[]; readonly rankOf: Uint32Array } {
    this.ofWords.clear();
    const terms = this.terms.splice(0).sort();
    const rankOf = new Uint32Array(terms.length);
    terms.forEach((term, rank) => {
      rankOf[this.numbers.get(term)!] = rank;
    });
    this.numbers.clear();
    return { terms, rankOf };
  }

  private numberOfNew(word: string): number {
    const term = termOfWord(word);
    let number = term === undefined ? -1 : this.numbers.get(term);
    if (number === undefined) {
      number = this.terms.length;
      this.terms.push(term!);
      this.numbers.set(term!, number);
    }
    if (this.ofWords.size === REMEMBERED_WORDS) this.ofWords.clear();
    this.ofWords.set(word, number);
    return number;
  }
}
