import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { groupNumber, linkToShow, maskLink, maskNumber, numberToCopy } from './requisites.ts';

describe('a number on its way to the clipboard', () => {
  it.each([
    ['2200 7008 1234 5675', '2200700812345675'],
    ['2200-7008-1234-5675', '2200700812345675'],
    ['+7 (999) 000-11-22', '+79990001122'],
    ['79990001122', '79990001122'],
    ['40817810000000001234', '40817810000000001234'],
    ['KZ86 125K ZT50 0410 0100', 'KZ86125KZT5004100100'],
    ['2200\u20117008\u201112\u200b34\u20115675', '2200700812345675'],
    ['\u202a+7 999 000–11–22\u202c', '+79990001122'],
    ['2200 7008 1234 5675 Ivan', '2200 7008 1234 5675 Ivan'],
    ['ask @support', 'ask @support'],
  ])('%s is copied as %s', (shown, copied) => {
    expect(numberToCopy(shown)).toBe(copied);
  });

  it('keeps every digit, whatever stands between them', () => {
    const digits = fc.stringMatching(/^[0-9]{8,20}$/u);
    fc.assert(
      fc.property(digits, (plain) => {
        expect(numberToCopy(groupNumber(plain))).toBe(plain);
        expect(numberToCopy(groupNumber(`+${plain.slice(0, 12)}`))).toBe(`+${plain.slice(0, 12)}`);
      }),
    );
  });
});

describe('a number for the eye', () => {
  it.each([
    ['2200700812345675', '2200 7008 1234 5675'],
    ['+79990001122', '+7 999 000 11 22'],
    ['+998901234567', '+998 90 123 45 67'],
    ['79990001122', '7 999 000 11 22'],
    ['40817810000000001234', '4081 7810 0000 0000 1234'],
    ['ask @support', 'ask @support'],
  ])('%s is shown as %s', (number, shown) => {
    expect(groupNumber(number)).toBe(shown);
  });
});

describe('a number in the log', () => {
  it('shows the first six and the last four', () => {
    expect(maskNumber('2200700812345675')).toBe('2200 70•• •••• 5675');
    expect(maskNumber('40817810000000001234')).toBe('4081 78•• •••• 1234');
  });

  it('hides at least four characters of a shorter one', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\+?[0-9]{4,24}$/u), (number) => {
        const hidden = maskNumber(number).split('•').length - 1;
        expect(hidden).toBeGreaterThanOrEqual(4);
      }),
    );
  });

  it('shows of a link where it leads, not what opens it', () => {
    expect(maskLink('https://pay.example/7/abcdef012345')).toBe('pay.example/…2345');
    expect(maskLink('https://pay.example?token=abcdef012345')).toBe('pay.example/…2345');
    expect(maskLink('https://anna:secret@pay.example/ab')).toBe('pay.example/…');
    expect(maskLink('pay.example')).toBe('pay.example');
    expect(maskLink('tel:+998901234567')).toBe('tel:…4567');
    expect(maskLink('tel:112')).toBe('tel:…');
    expect(maskLink('http://127.0.0.1:45678/pay/abcdef012345')).toBe('127.0.0.1:45678/…2345');
    expect(maskLink('https://платёж.example/7/abcdef012345')).toBe('платёж.example/…2345');
  });

  it.each([
    '4000123456789010',
    '4000 1234 5678 9010',
    '4000-1234-5678-9010',
    'card 4000123456789010',
    'tel +79031234567',
    'https://4000123456789010/x',
    '4000.1234.5678.9010#a',
  ])('shows no more of %s than of a number, though it stands where a link should', (address) => {
    const shown = maskLink(address).replaceAll(/\D/gu, '');
    expect(shown.length).toBeLessThanOrEqual(10);
    expect(maskLink(address)).toContain('•');
  });
});

describe('a link for a QR', () => {
  it('is exactly what the provider sent, and nothing where it is not safe', () => {
    expect(linkToShow('https://Pay.example', null)).toBe('https://Pay.example');
    expect(linkToShow(' https://pay.example/a b', null)).toBe('https://pay.example/a%20b');
    expect(linkToShow('https://pay.example/\u200b1', null)).toBe('https://pay.example/%E2%80%8B1');
    expect(linkToShow('http://pay.example/1', null)).toBeNull();
    expect(linkToShow('javascript:alert(1)', null)).toBeNull();
    expect(linkToShow('http://127.0.0.1:80/1', 'http://127.0.0.1')).toBe('http://127.0.0.1:80/1');
  });
});
