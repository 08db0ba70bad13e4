import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { STATE_COLOURS } from '#shared/domain/profile.ts';

import { wordFaults, wordsOf, wordsText } from './stateWords.ts';

const paid = { word: 'paid', colour: 'green' as const, meaning: 'Money is there' };

describe('state words in the editor', () => {
  it('come back as they were, whatever a provider calls its states', () => {
    const words = fc.array(
      fc.record({
        word: fc.string(),
        colour: fc.constantFrom(...STATE_COLOURS),
        meaning: fc.string(),
      }),
    );
    fc.assert(
      fc.property(words, (some) => {
        expect(wordsOf(wordsText(some))).toEqual(some);
      }),
    );
    expect(wordsOf('from another version')).toEqual([]);
  });

  it('are at fault where they are missing, twice there, or too long; case counts', () => {
    const long = { ...paid, word: 'x'.repeat(256) };
    const wordy = { ...paid, word: 'held', meaning: 'm'.repeat(61) };
    expect(
      wordFaults([paid, { ...paid, word: ' ' }, paid, { ...paid, word: 'Paid' }, long, wordy]),
    ).toEqual([null, 'empty', 'double', null, 'tooLong', 'meaningTooLong']);
  });
});
