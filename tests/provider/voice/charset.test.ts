import { describe, expect, it } from 'vitest';

import { ANSWER_CHARSETS } from '#shared/dialect/schema.ts';

import { encoded } from './charset.ts';

describe('an answer in the charset of the format', () => {
  const answer = { name: 'José Ёлкин ёж Тест €🙂', at: '\u0085' };

  it.each(ANSWER_CHARSETS)('is the same in %s', (charset) => {
    const bytes = encoded(JSON.stringify(answer), charset);
    const read = new TextDecoder(charset === 'declared' ? 'utf-8' : charset).decode(bytes);
    expect(JSON.parse(read)).toEqual(answer);
  });

  it('is not UTF-8 where the charset has a letter of its own', () => {
    expect([...encoded('é', 'iso-8859-1')]).toEqual([0xe9]);
    expect([...encoded('Жя', 'windows-1251')]).toEqual([0xc6, 0xff]);
  });
});
