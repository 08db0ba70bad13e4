import { describe, expect, it } from 'vitest';

import { isMatch, wordsOf } from './fold.ts';

describe('the words of a search', () => {
  it('are the same however they were typed, each once', () => {
    expect(wordsOf('  Иван\tИВАН  ５０ ')).toEqual(['иван', '50']);
  });

  it.each(['2 070 000,26', '2070000,26', '2\u00a0070\u00a0000,2', '2070000,'])(
    'find an amount as a Russian screen shows it: %s',
    (typed) => {
      expect(isMatch(['2070000.26'], wordsOf(typed))).toBe(true);
    },
  );

  it('keep a comma that is none of an amount', () => {
    expect(wordsOf('a,5 1,2,3')).toEqual(['a,5', '1,2,3']);
  });

  it('find an amount whose thousands are set apart by commas', () => {
    for (const typed of ['15,000', '15,000.5', '15,000.50'])
      expect(isMatch(['15000.50'], wordsOf(typed))).toBe(true);
  });
});
