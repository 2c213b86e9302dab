/** The part of n3 that is used here; the package has no types of its own. */
declare module 'n3' {
  export interface Term {
    readonly termType: string;
    readonly value: string;
    readonly language?: string;
    readonly datatype?: Term;
  }
  export interface Quad {
    readonly subject: Term;
    readonly predicate: Term;
    readonly object: Term;
  }
  export interface TextStream {
    on(event: 'data' | 'end' | 'error', listener: (text?: string) => void): void;
  }
  export class Parser {
    constructor(options?: { readonly format?: string; readonly baseIRI?: string });
    parse(text: string): Quad[];
    parse(text: TextStream, callback: (error: Error | null, quad: Quad | null) => void): void;
  }
}
