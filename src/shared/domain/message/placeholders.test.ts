import { describe, expect, it } from 'vitest';

import { CHANNELS, MAX_TEMPLATE, MESSAGE_LANGUAGES } from '../template.ts';
import { PLACEHOLDERS, placeholdersIn, wordingFault } from './placeholders.ts';
import { deskWording } from './wording.ts';

const faultOf = (text: string) => wordingFault(text, MAX_TEMPLATE);

describe('a wording that somebody wrote', () => {
  it('for a receipt or a refusal must not say where to pay', () => {
    for (const purpose of ['receipt', 'refusal'] as const) {
      const of = (text: string) => wordingFault(text, MAX_TEMPLATE, purpose);
      expect(of('Thanks for {amount}, {customer}')).toBeNull();
      expect(of('Thanks for {amount} to {number}')).toEqual({ code: 'says_where_to_pay' });
      expect(of('See {link}')).toEqual({ code: 'says_where_to_pay' });
      expect(of('{numbr}')).toEqual({ code: 'unknown_placeholder', written: '{numbr}' });
    }
  });

  it.each([
    ['Pay {amount} to {number}', null],
    ['{link}', null],
    ['', { code: 'empty' }],
    ['  \n ', { code: 'empty' }],
    ['{numbr}', { code: 'unknown_placeholder', written: '{numbr}' }],
    ['{number} {Number}', { code: 'unknown_placeholder', written: '{Number}' }],
    ['{number} { name }', { code: 'unknown_placeholder', written: '{ name }' }],
    ['{number} {}', { code: 'unknown_placeholder', written: '{}' }],
    ['{number} and {name', { code: 'lone_brace', written: '{name' }],
    ['{number}}', { code: 'lone_brace', written: '}' }],
    ['{{number}}', { code: 'lone_brace', written: '{' }],
    ['Hello {customer}', { code: 'nothing_to_pay' }],
    [`{number}${'x'.repeat(MAX_TEMPLATE)}`, { code: 'too_long', limit: MAX_TEMPLATE }],
  ])('%j: %j', (text, fault) => {
    expect(faultOf(text)).toEqual(fault);
  });

  it('may be whatever the desk itself says', () => {
    for (const language of MESSAGE_LANGUAGES) {
      for (const channel of CHANNELS) {
        for (const kind of ['requisites', 'link'] as const) {
          expect(faultOf(deskWording(language, channel, kind))).toBeNull();
        }
      }
    }
  });

  it('may hold every placeholder', () => {
    const all = PLACEHOLDERS.map((placeholder) => `{${placeholder}}`).join(' ');
    expect(faultOf(all)).toBeNull();
    expect([...placeholdersIn(all)]).toEqual(PLACEHOLDERS);
  });
});
