import { describe, expect, test } from 'vitest';

import { DEFAULT_DIALECT } from '#shared/dialect/presets.ts';
import { isPaidUnsettled, paidAmountOf } from '#shared/domain/paid.ts';
import { profileSchema } from '#shared/domain/profile.ts';
import { NOT_SENT_REASONS, REJECTED_REASONS, UNKNOWN_REASONS } from '#shared/domain/request.ts';

import { type LogEvent, logEventSchema } from '../store/events.ts';
import { project } from '../store/project.ts';
import { type SampleEvent, sampleDay } from './sampleDay.ts';

const NOW_MS = Date.parse('2026-11-15T14:30:00.000Z');

const sandbox = profileSchema.parse({
  id: 'sandbox',
  name: 'Sandbox',
  mode: 'sandbox',
  baseUrl: 'http://127.0.0.1:20123',
  merchant: '11111111-2222-4333-8444-555555555555',
  dialect: DEFAULT_DIALECT,
  archivedAt: null,
});

const placed = (events: readonly SampleEvent[]): readonly LogEvent[] =>
  events.map(({ at, event }, index) => logEventSchema.parse({ ...event, at, seq: index + 1 }));

describe('the sample day', () => {
  const events = placed([...sampleDay({ nowMs: NOW_MS, profile: sandbox, firstSeq: 1 })]);
  const requests = [...project(events).values()].map(({ request }) => request);

  test('is some 300 labelled requests of the Sandbox profile, none of them in the future', () => {
    expect(requests).toHaveLength(300);
    expect(requests.every(({ sample, mode }) => sample === true && mode === 'sandbox')).toBe(true);
    expect(events.every(({ at }) => Date.parse(at) < NOW_MS)).toBe(true);
  });

  test('has every outcome and every reason, and nothing in flight', () => {
    const reasons = new Set(
      requests.map((request) => ('reason' in request ? request.reason.code : request.outcome)),
    );
    const all = ['accepted', ...REJECTED_REASONS, ...NOT_SENT_REASONS, ...UNKNOWN_REASONS];
    expect(reasons).toEqual(new Set(all));
  });

  test('has copies, notes, flags, callbacks and unknowns that an operator has resolved or not', () => {
    const kinds = new Set(events.map(({ kind }) => kind));
    for (const kind of [
      'copied',
      'noted',
      'flagged',
      'revealed',
      'callback',
      'mismatch_settled',
      'resolved',
    ] as const) {
      expect(kinds).toContain(kind);
    }
    const amounts = requests.map(paidAmountOf).filter((amount) => amount?.differs === true);
    expect(amounts.length).toBeGreaterThan(1);
    const settled = requests.filter((one) => one.mismatchSettled?.paidSeq === one.paid?.seq);
    expect(settled.some(({ paid }) => paid !== undefined)).toBe(true);
    expect(requests.some(isPaidUnsettled)).toBe(true);
    const unknowns = requests.filter((request) => request.outcome === 'unknown');
    expect(unknowns.some(({ resolution }) => resolution === null)).toBe(true);
  });
});
