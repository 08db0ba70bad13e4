import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { wrapped } from './pen.ts';

/** One per character, as in a monospaced face. */
const measure = (text: string): number => text.length;

describe('a text in a picture', () => {
  it('is broken between words, and a long word wherever it must be', () => {
    expect(wrapped('2200 7008 1234 5675', 10, measure)).toEqual(['2200 7008', '1234 5675']);
    expect(wrapped('https://pay.example/1', 8, measure)).toEqual(['https://', 'pay.exam', 'ple/1']);
    expect(wrapped('', 10, measure)).toEqual([]);
  });

  it('loses no character but spaces, and is never wider than there is room', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'б', '1', ' ', '-') });
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 12 }), (some, width) => {
        const lines = wrapped(some, width, measure);
        expect(lines.join('').replaceAll(' ', '')).toBe(some.replaceAll(' ', ''));
        expect(lines.every((line) => measure(line.trimEnd()) <= width)).toBe(true);
      }),
    );
  });
});
