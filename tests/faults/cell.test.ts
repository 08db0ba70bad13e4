import { describe, expect, test } from 'vitest';

import type { RequestHistory } from '../../src/shared/domain/history.ts';
import { depositRequestSchema } from '../../src/shared/domain/request.ts';
import { type Expected, type Observed, judge } from './cell.ts';

const NAME = { item: 'refused', by: 'refused', flow: 'create', host: 'loopback' } as const;
const NOT_SENT: Expected = {
  outcome: 'not_sent',
  reason: 'connection_failed',
  posts: 0,
  entries: 0,
};

function historyOf(stage: object): RequestHistory {
  const request = depositRequestSchema.parse({
    intentId: '11111111-2222-4333-8444-555555555555',
    profileId: 'live-1',
    profileName: 'Live',
    mode: 'live',
    operator: { account: 'a', name: 'A' },
    body: {
      flow: 'create',
      fields: {
        merchant: '77777777-6666-4555-8444-333333333333',
        order_id: 'F1-1',
        cents: 150000,
        currency: 'RUB',
        payment_type: 'sbp',
        customer: 'cust-1',
      },
    },
    stringToSign: 'x',
    limitsSnapshotId: null,
    reissueOf: null,
    createdAt: '2026-11-15T00:00:00.000Z',
    updatedAt: '2026-11-15T00:00:00.000Z',
    lastCopiedAt: null,
    ...stage,
  });
  return { request, events: [], related: [] };
}

const REASON = { code: 'connection_failed', httpStatus: null, detail: null };
const SEEN: Observed = {
  failure: null,
  history: historyOf({ outcome: 'not_sent', reason: REASON }),
  posts: 0,
  entries: [],
};
const kindsOf = (observed: Observed, expected = NOT_SENT): readonly string[] => [
  ...new Set(judge(NAME, expected, observed).problems.map(({ kind }) => kind)),
];

describe('the judge of a cell', () => {
  test('has nothing to say where everything is as the table has it', () => {
    expect(judge(NAME, NOT_SENT, SEEN).problems).toEqual([]);
  });

  test('calls lost what the provider has and the log denies, lacks or leaves open', () => {
    expect(kindsOf({ ...SEEN, posts: 1, entries: ['create'] })).toContain('lost');
    expect(kindsOf({ ...SEEN, history: null })).toContain('lost');
    expect(kindsOf({ ...SEEN, history: historyOf({ outcome: 'sending' }) })).toContain('lost');
  });

  test('counts a POST too many, and a second entry', () => {
    expect(kindsOf({ ...SEEN, posts: 1 })).toContain('extra send');
    const unknown = { outcome: 'unknown', posts: 1, entries: 1 } as const;
    const twice: Observed = { ...SEEN, posts: 1, entries: ['create', 'create'] };
    expect(kindsOf(twice, { ...unknown, reason: 'connection_lost' })).toContain('extra send');
  });

  test('calls misclassified another outcome, another reason, and a POST that never arrived', () => {
    expect(kindsOf(SEEN, { ...NOT_SENT, outcome: 'unknown' })).toEqual(['misclassified']);
    expect(kindsOf(SEEN, { ...NOT_SENT, reason: 'tls_failed' })).toEqual(['misclassified']);
    expect(kindsOf(SEEN, { ...NOT_SENT, posts: 1 })).toEqual(['misclassified']);
  });
});
