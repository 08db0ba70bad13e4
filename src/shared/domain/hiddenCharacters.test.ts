import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { hiddenCharacters, piecesOf } from './hiddenCharacters.ts';

const named = (text: string) =>
  hiddenCharacters(text).map(({ kind, code, count }) => `${kind} ${code} ${count}`);

describe('characters that nobody sees', () => {
  it.each([
    ['IVAN P.', []],
    ['ИВАН  П.', []],
    [' IVAN', ['space_before U+0020 1']],
    ['IVAN  ', ['space_after U+0020 2']],
    ['IVAN\u00a0P.', ['no_break_space U+00A0 1']],
    ['IVAN\u2003P.', ['other_space U+2003 1']],
    ['IV\u200bAN\u200b \u200dP.', ['zero_width U+200B 2', 'zero_width U+200D 1']],
    ['\ufeffIVAN', ['zero_width U+FEFF 1']],
    ['\u202eNAVI\u202c \u200f', ['direction U+202E 1', 'direction U+202C 1', 'direction U+200F 1']],
    ['IV\u00adAN', ['soft_hyphen U+00AD 1']],
    ['IVAN\nP.', ['line_break U+000A 1']],
    ['IV\u0007AN', ['control U+0007 1']],
    ['IVAN\u{e0001}', ['zero_width U+E0001 1']],
  ])('of %j are named', (text, expected) => {
    expect(named(text)).toEqual(expected);
  });

  it('are told from the rest without losing or changing any', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(
          piecesOf(text).map((piece) => text.slice(piece.at, piece.at + piece.text.length)),
        ).toEqual(piecesOf(text).map((piece) => piece.text));
        expect(
          piecesOf(text)
            .map((piece) => piece.text)
            .join(''),
        ).toBe(text);
      }),
    );
  });

  it('are counted as they are told apart', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const codes = piecesOf(text).flatMap(({ hidden }) => hidden?.code ?? []);
        const counted = hiddenCharacters(text).flatMap(({ code, count }) =>
          Array.from({ length: count }, () => code),
        );
        expect(counted.toSorted()).toEqual(codes.toSorted());
      }),
    );
  });

  it('leave nothing in what is said to be seen that is not', () => {
    const unseen = fc.constantFrom(
      '\u200b',
      '\u200f',
      '\u00a0',
      '\u2066',
      '\u00ad',
      '\t',
      '\n',
      ' a',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(unseen, fc.constantFrom('a', ' b', 'Я'))), (parts) => {
        for (const { text, hidden } of piecesOf(parts.join(''))) {
          if (hidden === null) expect(text).toMatch(/^[\p{L} ]+$/u);
        }
      }),
    );
  });
});
