import fc from 'fast-check';

import { askedFeatures, askedPhrase } from './asked-features.js';

const AXES = ['venue', 'home', 'club'];
const encodeText = (text: string): number[] => AXES.map((axis) => (text.split(' ').includes(axis) ? 1 : 0));

describe('askedPhrase', () => {
  it.each([
    ['Which football club did Ian Botham play for?', 'football club'],
    ['What is the highest point of Africa?', 'highest point'],
    ["In Martin's series, what is the title of the second book?", 'title'],
    ['Who directed Get Out?', 'directed get out'],
    ['Where was it?', ''],
    ['Name a river.', ''],
    ['', ''],
  ])('%s', (question, phrase) => {
    expect(askedPhrase(question)).toBe(phrase);
  });
});

describe('askedFeatures', () => {
  it('takes the nearest relation of each direction', () => {
    const relations = { out: ['owner', 'home'], in: new Set(['home venue', 'club']) };
    const { askedOut, askedIn } = askedFeatures('Which home venue is it?', relations, { encodeText });
    expect(askedOut).toBeCloseTo(Math.SQRT1_2, 12);
    expect(askedIn).toBeCloseTo(1, 12);
  });

  it('is 0 where nothing is asked for, and without relations', () => {
    const none = { askedOut: 0, askedIn: 0 };
    expect(askedFeatures('Home?', { out: ['home'], in: ['club'] }, { encodeText })).toEqual(none);
    expect(askedFeatures('Which home?', { out: [], in: [] }, { encodeText })).toEqual(none);
  });

  it('stays between 0 and 1 and does not fall when a relation is added, whatever the texts and vectors', () => {
    const names = fc.array(fc.string(), { maxLength: 5 });
    const anyVector = (text: string): number[] => [text.length - 3, text.charCodeAt(0) || 0, 1];
    fc.assert(
      fc.property(fc.string(), names, fc.string(), (tail, out, more) => {
        const question = `which ${tail}`;
        const few = askedFeatures(question, { out, in: [] }, { encodeText: anyVector });
        const many = askedFeatures(question, { out: [...out, more], in: [] }, { encodeText: anyVector });
        expect(few.askedOut).toBeGreaterThanOrEqual(0);
        expect(many.askedOut).toBeGreaterThanOrEqual(few.askedOut);
        expect(many.askedOut).toBeLessThanOrEqual(1 + 1e-12);
      }),
    );
  });
});
