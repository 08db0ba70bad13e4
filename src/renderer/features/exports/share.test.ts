import { expect, it } from 'vitest';

import type { ExportState } from '#shared/domain/logExport.ts';

import { shareOf } from './share.ts';

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
