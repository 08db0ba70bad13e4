import { expect, it } from 'vitest';

import { minorUnitsSchema } from '#shared/domain/money.ts';

import { sayOf } from '../i18n/i18n.ts';
import { createI18n } from '../testing/i18n.ts';
import { boundsText, currencyName } from './boundsText.ts';

const say = sayOf(createI18n('en'));
const text = (min: number, max: number, currency: string): string => {
  const bounds = { min: minorUnitsSchema.parse(min), max: minorUnitsSchema.parse(max) };
  return boundsText(bounds, currency, 'en', say).replaceAll('\u00a0', ' ');
};

it.each([
  ['RUB', '5.00 – 123 456.78 RUB'],
  ['USD', '5.00 – 123 456.78 USD'],
  ['JPY', '500 – 12 345 678 JPY'],
  ['KWD', '0.500 – 12 345.678 KWD'],
])('bounds in %s are shown in its own units', (currency, shown) => {
  expect(text(500, 12_345_678, currency)).toBe(shown);
});

it('a currency that no request can have is named as such', () => {
  expect(currencyName('RUB', say)).toBe('RUB');
  expect(currencyName('JPY', say)).toBe('JPY (not in the document)');
});
