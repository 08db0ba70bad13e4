import { describe, expect, it } from 'vitest';

import { exportFileName, numbered } from './fileName.ts';

const tashkent = { timeZone: 'Asia/Tashkent', dayCut: '00:00' };
const now = new Date('2026-11-15T20:03:22.000Z');
const whole = {
  format: 'csv' as const,
  profileNames: [],
  fromMs: null,
  toMs: null,
  now,
  days: tashkent,
};

describe('the name of an exported file', () => {
  it('says whose rows, of which days, and when it was made', () => {
    expect(exportFileName(whole)).toBe('deposits_all-profiles_all-days_at_2026-11-16_010322.csv');
    const week = {
      fromMs: Date.parse('2026-11-08T19:00:00.000Z'),
      toMs: Date.parse('2026-11-15T19:00:00.000Z'),
    };
    expect(exportFileName({ ...whole, ...week, profileNames: ['Основной: RUB/UZS'] })).toBe(
      'deposits_основной-rub-uzs_2026-11-09_2026-11-15_at_2026-11-16_010322.csv',
    );
    const day = { ...week, fromMs: Date.parse('2026-11-14T19:00:00.000Z') };
    expect(exportFileName({ ...whole, ...day, profileNames: ['a', 'b'], format: 'xlsx' })).toBe(
      'deposits_2-profiles_2026-11-15_at_2026-11-16_010322.xlsx',
    );
  });

  it('has nothing in it that leads elsewhere', () => {
    for (const name of ['../../etc/passwd', '..\\x', '\0', '   ', '-'.repeat(300), '😀']) {
      expect(exportFileName({ ...whole, profileNames: [name] })).toMatch(
        /^deposits_[\p{L}\p{N}-]{1,40}_all-days_at_2026-11-16_010322\.csv$/u,
      );
    }
  });

  it('is counted up where it is taken', () => {
    const names = numbered('a.b.csv');
    expect([names.next().value, names.next().value, names.next().value]).toEqual([
      'a.b.csv',
      'a.b_2.csv',
      'a.b_3.csv',
    ]);
  });
});
