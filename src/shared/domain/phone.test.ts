import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { cleanPhone, formatPhone, retypePhone } from './phone.ts';

const digits = fc.stringMatching(/^\d{0,12}$/u);
const number = fc
  .tuple(fc.constantFrom('+7', '+77', '+998', '+992', '+44', '+', ''), digits)
  .map(([code, rest]) => code + rest);

describe('a phone for the eye', () => {
  it.each([
    ['+79991234567', '+7 999 123-45-67'],
    ['+77011234567', '+7 701 123 45 67'],
    ['+998901234567', '+998 90 123 45 67'],
    ['+992931234567', '+992 93 123 45 67'],
    ['+7', '+7'],
    ['+79', '+7 9'],
    ['+7 (999) 123', '+7 999 123'],
    ['+799912345678', '+7 999 123-45-67 8'],
    ['+442071234567', '+442071234567'],
    ['89991234567', '89991234567'],
    ['', ''],
    ['+', '+'],
    ['call Ivan', 'call Ivan'],
  ])('%j is shown as %j', (typed, shown) => {
    expect(formatPhone(typed)).toBe(shown);
  });

  it('is sent as digits with their plus, and text that is no number as it is', () => {
    expect(cleanPhone('+7 (999) 123-45-67')).toBe('+79991234567');
    expect(cleanPhone(' 8 999 123 45 67 ')).toBe('89991234567');
    expect(cleanPhone(' +7 999 ext. 5 ')).toBe('+7 999 ext. 5');
    expect(cleanPhone('+')).toBe('');
  });

  it('loses and adds no digit, and is the same when shown again', () => {
    fc.assert(
      fc.property(fc.oneof(number, fc.string()), (text) => {
        expect(cleanPhone(formatPhone(text))).toBe(cleanPhone(text));
        expect(formatPhone(formatPhone(text))).toBe(formatPhone(text));
      }),
    );
  });
});

describe('typing a phone', () => {
  it('gives the same as pasting it, the caret behind the last digit', () => {
    fc.assert(
      fc.property(number, (whole) => {
        let shown = '';
        for (const sign of whole) {
          const text = shown + sign;
          const after = retypePhone(shown, { text, caret: text.length }, null);
          expect(after.caret).toBe(after.text.length);
          shown = after.text;
        }
        expect(shown).toBe(formatPhone(whole));
      }),
    );
  });

  it('in the middle keeps the caret behind what was typed', () => {
    const shown = '+7 999 123-45-67';
    const after = retypePhone(shown, { text: '+7 9599 123-45-67', caret: 5 }, null);
    expect(after).toEqual({ text: '+7 959 912-34-56 7', caret: 5 });
  });

  it('deletes one digit at every press of Backspace, marks or not', () => {
    fc.assert(
      fc.property(number, (whole) => {
        let shown = formatPhone(whole);
        for (let left = cleanPhone(shown).length; left > 1; left -= 1) {
          const text = shown.slice(0, -1);
          shown = retypePhone(shown, { text, caret: text.length }, 'back').text;
          expect(cleanPhone(shown).length === left - 1 || cleanPhone(shown) === '').toBe(true);
        }
      }),
    );
    expect(retypePhone('+7 999 123', { text: '+7 999123', caret: 6 }, 'back')).toEqual({
      text: '+7 991 23',
      caret: 5,
    });
    expect(retypePhone('+7 999 123', { text: '+7 999123', caret: 6 }, 'ahead').text).toBe(
      '+7 999 23',
    );
  });
});
