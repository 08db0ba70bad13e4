import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { type HandOverReport, handOverReportSchema } from '#shared/domain/handOver.ts';

import { sayOf } from '../../../i18n/i18n.ts';
import { createI18n } from '../../../testing/i18n.ts';
import { requestOf } from '../../../testing/request.ts';
import { dayTimeText } from '../../../text/time.ts';
import { sumsByCurrency } from './model.ts';
import { MOST_CHARACTERS, reportText } from './reportText.ts';

const NOW = '2026-11-15T13:12:00.000Z';
const ABOUT = { operator: 'Anna', profile: 'Sandbox', language: 'en' } as const;
const BORIS = { account: 'a', name: 'Boris' };
const english = sayOf(createI18n('en'));

function unknown(number: number, more: object = {}): object {
  const reason = { code: 'no_answer_in_time', httpStatus: null, detail: null };
  return requestOf({ outcome: 'unknown', resolution: null, reason, ...more }, number);
}

const profile = (name: string, more: object = {}): object => ({
  profileId: name.toLowerCase(),
  name,
  unknown: 0,
  waiting: 0,
  mismatched: 0,
  flagged: 0,
  callbacks: 0,
  sums: [],
  ...more,
});

function reportOf(more: object = {}): HandOverReport {
  return handOverReportSchema.parse({
    at: NOW,
    from: '2026-11-15T00:00:00.000Z',
    since: null,
    text: null,
    unknowns: [],
    unknownsTotal: 0,
    flagged: [],
    flaggedTotal: 0,
    mismatched: [],
    mismatchedTotal: 0,
    callbacks: [],
    late: [],
    lateTotal: 0,
    batches: [],
    notes: [],
    notesTotal: 0,
    sums: [],
    profiles: [profile('Sandbox')],
    index: { indexed: 1, total: 1 },
    ...more,
  });
}

const openBatch = (file: string | null, more: object = {}): object => ({
  batchId: '00000000-0000-4000-8000-000000000001',
  file,
  createdAt: NOW,
  profileName: 'Kassa',
  state: 'paused',
  waiting: 120,
  unknown: 3,
  toHandOut: 1400,
  ...more,
});

const note = (text: string, number = 1): object => ({
  at: NOW,
  operator: { account: 'a', name: 'Boris' },
  text,
  intentId: `00000000-2222-4333-8444-${String(number).padStart(12, '0')}`,
  orderId: `D-${number}`,
  customer: 'cust-1',
});

describe('the report as text', () => {
  test('lists open batches with what is left to do, and no batch where none is open', () => {
    const done = openBatch(null, { state: 'done', waiting: 0, unknown: 0, toHandOut: 2 });
    const batches = [openBatch('campaign.csv'), done];
    const text = reportText(reportOf({ batches }), ABOUT, english);
    expect(text).toContain(
      [
        'Open batches: 2',
        `• campaign.csv · ${dayTimeText(NOW, 'en')} · Kassa`,
        '  Paused: 120 not issued, 3 unknown, 1 400 to hand out',
        `• Pasted rows · ${dayTimeText(NOW, 'en')} · Kassa`,
        '  Done: 2 to hand out',
      ].join('\n'),
    );
    expect(reportText(reportOf(), ABOUT, english)).not.toContain('batch');
  });

  test('with people names the profile of each request, flags and unmatched callbacks', () => {
    const reading = {
      format: 'json',
      problem: null,
      id: null,
      orderId: 'D-9',
      merchant: null,
      state: 'paid',
      amount: null,
      currency: null,
    };
    const callback = {
      seq: 7,
      at: NOW,
      profileId: 'kassa',
      reading,
      verdict: 'verified',
      match: { kind: 'apart', why: 'not_found' },
      replayOf: null,
      isPaidUnsettled: false,
      repeats: 0,
      lastRepeatAt: null,
    };
    const report = reportOf({
      flagged: [requestOf({ outcome: 'prepared' }, 1)],
      flaggedTotal: 1,
      callbacks: [callback],
      profiles: [profile('Sandbox', { flagged: 1 }), profile('Kassa', { callbacks: 1 })],
    });
    const text = reportText(report, { ...ABOUT, isOfAll: true }, english);
    expect(text).toContain(
      '• Kassa: 0 unknown, 0 waiting, 0 paid otherwise, 0 flagged, 1 unmatched',
    );
    expect(text).toMatch(/Flagged: 1\n• .+ · Sandbox · /u);
    expect(text).toMatch(/Unmatched callbacks: 1\n• Order D-9 · Kassa · /u);
    expect(reportText(report, ABOUT, english)).not.toContain('unmatched');
  });

  test('names the desks that sent a flagged order, too, until that is dealt with', () => {
    const text = (sentElsewhere: object): string => {
      const flagged = [requestOf({ flagged: true, sentElsewhere })];
      return reportText(reportOf({ flagged, flaggedTotal: 1 }), ABOUT, english);
    };
    const sent = { at: NOW, desks: ['back', 'night'] };
    expect(text(sent)).toMatch(
      /Flagged: 1\n• D-1 .+\n {2}Desk back, night sent this order, too\n/u,
    );
    expect(text({ ...sent, isDealtWith: true })).not.toContain('sent this order');
  });

  test('says who, what is open and what to do about it, and what was requested', () => {
    const report = reportOf({
      text: { at: NOW, operator: BORIS, text: 'Call Ivan\nat six' },
      unknowns: [unknown(1, { takenBy: { at: NOW, operator: BORIS } })],
      unknownsTotal: 1,
      profiles: [profile('Sandbox', { unknown: 1 })],
      notes: [note('call back\nat six')],
      notesTotal: 1,
      sums: [
        { currency: 'RUB', outcome: 'unknown', count: 1, requestedCents: 150_000 },
        { currency: 'RUB', outcome: 'accepted', count: 2, requestedCents: 345_600 },
      ],
    });
    const text = reportText(report, ABOUT, english);
    expect(text).toContain('Anna hands over Sandbox');
    expect(text).toContain('Message to the next shift\nCall Ivan\nat six');
    expect(text).toMatch(/waiting for 3 h.* · Boris/u);
    expect(text).toContain('Outcome unknown: 1\n• D-1 · cust-1 · 1 500.00 RUB · waiting for 3 h');
    expect(text).toContain('Ask the provider, then resolve it');
    expect(text).toContain('Boris, D-1: call back at six');
    expect(text).toContain('RUB: 3 requests\n• accepted: 2 · 3 456.00 RUB\n• unknown: 1');
    expect(text).not.toMatch(/received|\u00a0/u);
  });

  test('says so where there is nothing', () => {
    const text = reportText(reportOf(), ABOUT, english);
    expect(text).toContain('Every request has its outcome.');
    expect(text).toContain('No request was issued today.');
  });

  test('says that every request has its outcome only where that is true of every profile', () => {
    const text = (more: object): string =>
      reportText(
        reportOf({ profiles: [profile('Sandbox'), profile('Shop', more)] }),
        ABOUT,
        english,
      );
    expect(text({})).toContain('Every request has its outcome.');
    expect(text({ mismatched: 1 })).toContain('Every request has its outcome.');
    for (const open of [{ unknown: 38 }, { waiting: 1 }]) {
      expect(text(open)).not.toContain('Every request has its answer');
      expect(text(open)).toContain('No unknown outcomes at this profile');
    }
    expect(text({ unknown: 38, mismatched: 2 })).toContain(
      'All profiles together: 38 unknown, 0 waiting, 2 paid otherwise\n• Shop: 38 unknown',
    );
    const unread = reportText(reportOf({ profiles: [] }), ABOUT, english);
    expect(unread).not.toContain('Every request has its answer');
    expect(unread).toContain('The log cannot be read now');
  });

  test('names the profile whose requests it lists, where others are handed over as well', () => {
    const text = (...profiles: readonly object[]): string =>
      reportText(reportOf({ profiles }), ABOUT, english);
    const alone = text(profile('Sandbox'));
    expect(alone).toContain('Anna hands over Sandbox');
    const since = '2026-11-14T21:30:00.000Z';
    const ofPerson = reportText(reportOf({ since }), { ...ABOUT, isOfAll: true }, english);
    expect(ofPerson).toMatch(/^Anna hands over all profiles, since 1\d Nov, \d\d:\d\d\n/u);
    expect(alone).not.toContain('In detail');
    expect(alone).toContain('No other amount waits for a decision.');
    // One with nothing open and nothing of today has no line of its own.
    for (const own of [[profile('Sandbox')], []]) {
      const several = text(...own, profile('Shop', { mismatched: 2 }));
      expect(several).toContain('Anna hands over all profiles');
      expect(several).toContain('In detail: Sandbox');
      expect(several).toContain('No other amount was paid at this profile.');
      expect(several).not.toContain('No other amount waits');
    }
  });

  test('hands over late answers of every profile, with what to do about each', () => {
    const of = (outcome: string, remoteId: string | null = null): object => ({
      late: { seq: 9, at: NOW, outcome, remoteId, reason: null },
    });
    const resolved = {
      kind: 'absent',
      at: NOW,
      operator: { account: 'a', name: 'Boris' },
      note: '',
    };
    const late = [
      unknown(1, { ...of('accepted', 'r-1'), profileName: 'Shop' }),
      unknown(2, of('rejected')),
      unknown(3, { ...of('accepted', 'r-3'), resolution: resolved }),
    ];
    const text = reportText(reportOf({ late, lateTotal: 4 }), ABOUT, english);
    expect(text).toContain('Late answers: 4\n• D-1 · cust-1 · 1 500.00 RUB · Shop\n  The provider');
    expect(text).toContain('The provider created it: confirm that it exists.');
    expect(text).toContain('created nothing: mark it as not found');
    expect(text).toContain('Marked as not found, but the provider created it.');
    expect(text).toContain('and 1 more in the Log');
    expect(reportText(reportOf(), ABOUT, english)).not.toContain('Late answers');
    // In the list of those without an answer it is said as well.
    const listed = reportOf({ unknowns: late.slice(0, 1), unknownsTotal: 1 });
    expect(reportText(listed, ABOUT, english)).not.toContain('Ask the provider, then resolve it');
  });

  test('counts what it leaves out', () => {
    const unknowns = Array.from({ length: 200 }, (_, at) => unknown(at + 1));
    const text = reportText(reportOf({ unknowns, unknownsTotal: 1234 }), ABOUT, english);
    expect(text).toContain('Outcome unknown: 1');
    expect(text).toMatch(/and 1\D?2\d\d more in the Log/u);
  });

  test('is never longer than one message, whatever stands in it', () => {
    const words = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 2000 });
    fc.assert(
      fc.property(fc.array(words, { maxLength: 12 }), words, (notes, operator) => {
        const report = reportOf({
          notes: notes.map((text, at) => note(text, at + 1)),
          notesTotal: notes.length,
        });
        const text = reportText(report, { ...ABOUT, operator }, english);
        expect(text.length).toBeLessThanOrEqual(MOST_CHARACTERS);
      }),
      { numRuns: 40 },
    );
  });
});

test('sums are by currency, what was accepted first, without what did not occur', () => {
  const sums = reportOf({
    sums: [
      { currency: 'UZS', outcome: 'rejected', count: 1, requestedCents: 5 },
      { currency: 'RUB', outcome: 'not_sent', count: 0, requestedCents: 0 },
      { currency: 'RUB', outcome: 'rejected', count: 1, requestedCents: 7 },
      { currency: 'RUB', outcome: 'accepted', count: 2, requestedCents: 9 },
    ],
  }).sums;
  expect(
    sumsByCurrency(sums).map(({ currency, count, outcomes }) => [
      currency,
      count,
      ...outcomes.map(({ outcome }) => outcome),
    ]),
  ).toEqual([
    ['RUB', 3, 'accepted', 'rejected'],
    ['UZS', 1, 'rejected'],
  ]);
});
