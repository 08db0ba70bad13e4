import { expect, it } from 'vitest';

import type { VerifyReport } from '#shared/domain/logHealth.ts';

import { sayOf } from '../i18n/i18n.ts';
import { createI18n } from '../testing/i18n.ts';
import { verifyWords } from './verifyReport.ts';

const AT = '2026-11-15T10:00:00.000Z';
const HOLDS: VerifyReport = {
  verdict: 'holds',
  events: 40,
  headSeq: 40,
  firstBadSeq: null,
  detail: null,
  key: 'present',
  restores: [],
  anchorMissing: null,
};
const words = (report: Partial<VerifyReport>, language: 'en' | 'ru' = 'en') =>
  verifyWords({ ...HOLDS, ...report }, language, sayOf(createI18n(language)));

it('a log that was never touched, or restored from what is proven, is good', () => {
  expect(words({})).toMatchObject({
    tone: 'good',
    title: 'The log holds: all 40 events are as they were written.',
    lines: ['The key that stamps the log is there, so restamping is excluded.'],
  });
  const { tone, lines } = words({ restores: [{ seq: 30, at: AT }] });
  expect(tone).toBe('good');
  expect(lines[1]).toMatch(/^Deliberate restore on record: event 30, /u);
});

it('what a restore brought in without proof is named, and nothing says that restamping is excluded', () => {
  const restores = [{ seq: 30, at: AT, unproven: { fromSeq: 12, toSeq: 29 } }];
  const { tone, title, lines } = words({ restores });
  expect(tone).toBe('unknown');
  expect(title).toBe('The chain holds, but not all of it is proven.');
  expect(lines[0]).toContain('since the last restore');
  expect(lines[1]).toContain('Events 12 to 29 are not proven');
  expect(lines).toHaveLength(2);
  expect(words({ restores }, 'ru').lines[1]).toMatch(/12.+29/u);
});

it('a restore that the key did not record is not called deliberate', () => {
  const restores = [{ seq: 30, at: AT, unproven: { fromSeq: 1, toSeq: 30 } }];
  const { lines } = words({ restores });
  expect(lines.join(' ')).not.toContain('Deliberate');
  expect(lines.at(-1)).toMatch(/^The key did not record the restore of event 30/u);
});

it('events that were stamped late are named', () => {
  const unstamped = [{ seq: 30, at: AT, events: { fromSeq: 28, toSeq: 29 } }];
  const { tone, lines } = words({ unstamped });
  expect(tone).toBe('calm');
  expect(lines[1]).toMatch(/^Events 28 to 29 were stamped only at the start of /u);
  expect(lines[0]).toContain('but for the events below');
  expect(words({ unstamped }, 'ru').lines[1]).toMatch(/28.+29/u);
});

it('a log that was not compared neither holds nor has a fault', () => {
  const report = { verdict: 'not_compared', detail: 'comparing needs 90 MB' } as const;
  const { tone, title, lines } = words(report);
  expect(tone).toBe('unknown');
  expect(title).toMatch(/^The events hold.+was not compared with them.+verify again/u);
  expect(lines.at(-1)).toContain('90 MB');
  expect(words(report, 'ru').title).toContain('не сверено');
  const restores = [{ seq: 30, at: AT, unproven: { fromSeq: 12, toSeq: 29 } }];
  const unproven = words({ ...report, restores });
  expect(unproven.tone).toBe('unknown');
  expect(unproven.title).toMatch(/^The chain holds, but not all of it is proven.+not compared/u);
});

it('a fault is told as that, whatever else is on record', () => {
  const restores = [{ seq: 30, at: AT, unproven: { fromSeq: 12, toSeq: 29 } }];
  const { tone, title } = words({ restores, verdict: 'edited', firstBadSeq: 7 });
  expect(tone).toBe('bad');
  expect(title).toMatch(/^Event 7 was changed after it was written/u);
});
