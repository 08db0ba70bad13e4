import { expect, it } from 'vitest';

import type { ExportState } from '#shared/domain/logExport.ts';

import { sayOf } from '../../i18n/i18n.ts';
import { createI18n } from '../../testing/i18n.ts';
import { matchesText } from '../../text/numbers.ts';
import { isTooMany, shareOf, whatText } from './exportText.ts';

const en = sayOf(createI18n('en'));
const ru = sayOf(createI18n('ru'));

it('says how many will be in the file, in words that agree with the number', () => {
  expect(whatText({ count: 12_431, isExact: true }, en)).toBe('All 12\u00a0431 matching requests.');
  expect(whatText({ count: 1, isExact: true }, en)).toBe('The one matching request.');
  expect(whatText({ count: 0, isExact: true }, en)).toBe(
    'Nothing matches, so there is nothing to export.',
  );
  // In Russian 12 431 takes the form of one, and is not one.
  expect(whatText({ count: 12_431, isExact: true }, ru)).toBe('Все найденные заявки: 12\u00a0431.');
});

it('promises no number that was not counted', () => {
  expect(matchesText({ count: 1000, isExact: false })).toBe('1\u00a0000+');
  expect(whatText({ count: 1000, isExact: false }, en)).toBe('All 1\u00a0000+ matching requests.');
});

it('knows before it begins what Excel cannot hold: its first row names the columns', () => {
  expect(isTooMany({ count: 1_048_575, isExact: true }, 'xlsx')).toBe(false);
  expect(isTooMany({ count: 1_048_576, isExact: true }, 'xlsx')).toBe(true);
  expect(isTooMany({ count: 1_048_576, isExact: true }, 'csv')).toBe(false);
});

const state = (more: Partial<ExportState>): ExportState => ({
  exportId: '11111111-2222-4333-8444-555555555555',
  state: 'running',
  written: 0,
  total: null,
  file: null,
  problem: null,
  ...more,
});

it('says nothing before it is counted, and 100 only once the file is there', () => {
  expect(shareOf(state({ written: 500 }))).toBeNull();
  expect(shareOf(state({ written: 4300, total: 12_431 }))).toBe(34);
  // The rows are written, the digest and the proof are not.
  expect(shareOf(state({ written: 12_431, total: 12_431 }))).toBe(99);
  expect(shareOf(state({ written: 0, total: 0 }))).toBe(0);
  expect(shareOf(state({ state: 'done', written: 12_431, total: 12_431 }))).toBe(100);
});
