import { describe, expect, it } from 'vitest';

import { amountUnitOf, unitByHeader } from './importing.ts';

describe('the unit of a column of amounts', () => {
  it.each([
    'amount_cents',
    'amountMinor',
    'Amount, cent',
    'Amount (¢)',
    'Сумма, коп.',
    'Сумма в копейках',
    'Сумма (центы)',
    'Сумма, тиын',
    'Сумма (тыйын)',
    'Сумма, тийын',
    'Amount tiyn',
    'amount_tyiyn',
    'Amount, cts',
    'Сумма (1/100)',
    'Сумма (дирам)',
    'Summa (tiyin)',
    'Summa (kop.)',
    'СуммаКоп',
    'СуммаВКопейках',
    'amountKop',
    'Сума (kopiyka)',
    'Amount in pennies',
  ])('is minor by its header: %s', (header) => {
    expect(unitByHeader(header)).toBe('minor');
  });

  it.each([
    'Amount',
    'Percent',
    'Recent amount',
    'Процент',
    'Сумма (копия)',
    'Центр, сумма',
    'Платина',
    'Acts',
    '',
  ])('is major by its header: %s', (header) => {
    expect(unitByHeader(header)).toBe('major');
  });

  it('is unknown under a header of minor units until it is chosen', () => {
    const headers = ['Amount (cents)', 'Amount'];
    expect(amountUnitOf({ from: 'column', column: 0 }, headers)).toBeNull();
    expect(amountUnitOf({ from: 'column', column: 0, unit: 'major' }, headers)).toBe('major');
    expect(amountUnitOf({ from: 'column', column: 1 }, headers)).toBe('major');
    expect(amountUnitOf({ from: 'column', column: 1, unit: 'minor' }, headers)).toBe('minor');
    expect(amountUnitOf({ from: 'constant', text: '1500' }, headers)).toBe('major');
  });
});
