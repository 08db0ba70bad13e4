import { describe, expect, it } from 'vitest';

import { createAccount } from './account.ts';
import type { Ledger } from './ledger.ts';
import type { Found, Outcome, Row } from './lines.ts';

/** The checker itself: one that finds nothing would let every crash pass. */
const INTENT = 'intent-1';
const ORDER = 'order-1';
const ID = 'id-1';

function ledgerOf(ids: readonly string[], arrivals: number): Ledger {
  return {
    idsOf: (orderId) => (orderId === ORDER ? ids : []),
    arrivalsOf: (orderId) => (orderId === ORDER ? arrivals : 0),
    orders: () => (ids.length > 0 ? [ORDER] : []),
  };
}
const NOTHING = ledgerOf([], 0);
const CREATED = ledgerOf([ID], 1);

function rowOf(outcome: Outcome, reason: string | null = null): Row {
  return {
    intentId: INTENT,
    orderId: ORDER,
    outcome,
    reason,
    remoteId: outcome === 'accepted' ? ID : null,
  };
}

function foundOf(rows: readonly Row[], overrides: Partial<Found> = {}): Found {
  const interrupted = rows
    .filter(({ reason }) => reason?.startsWith('interrupted_') ?? false)
    .map(({ intentId }) => intentId);
  return {
    rows: [...rows],
    interrupted,
    verdict: 'holds',
    key: 'present',
    detail: null,
    events: 1,
    ...overrides,
  };
}

function kindsFor(told: Outcome | null, found: Found, ledger: Ledger): readonly string[] {
  const account = createAccount();
  account.hear({ say: 'asked', intentId: INTENT, orderId: ORDER });
  if (told !== null) account.hear({ say: 'told', intentId: INTENT, outcome: told });
  return account.check(found, ledger).map(({ kind }) => kind);
}

describe('after a restart', () => {
  it.each<[string, Outcome | null, Row | null, Ledger]>([
    ['never recorded', null, null, NOTHING],
    ['interrupted before W2', 'prepared', rowOf('not_sent', 'interrupted_before_sending'), NOTHING],
    ['interrupted after W2', 'sending', rowOf('unknown', 'interrupted_after_sending'), CREATED],
    [
      'W2 recorded and not told',
      'prepared',
      rowOf('unknown', 'interrupted_after_sending'),
      CREATED,
    ],
    ['accepted', 'accepted', rowOf('accepted'), CREATED],
  ])('finds nothing wrong with: %s', (_, told, row, ledger) => {
    expect(kindsFor(told, foundOf(row === null ? [] : [row]), ledger)).toEqual([]);
  });

  it.each<[string, Outcome | null, Row | null, Ledger, string]>([
    ['told and gone', 'prepared', null, NOTHING, 'lost'],
    ['arrived and not in the log', null, null, CREATED, 'lost'],
    ['not classified', 'sending', rowOf('sending'), CREATED, 'lost'],
    ['told accepted, now unknown', 'accepted', rowOf('unknown'), CREATED, 'lost'],
    ['being sent, now not_sent', 'sending', rowOf('not_sent'), NOTHING, 'lost'],
    ['not_sent and created', 'prepared', rowOf('not_sent'), CREATED, 'lost'],
    ['rejected and created', 'rejected', rowOf('rejected'), CREATED, 'lost'],
    ['accepted and not created', 'accepted', rowOf('accepted'), NOTHING, 'lost'],
    ['created twice', 'accepted', rowOf('accepted'), ledgerOf([ID, 'id-2'], 2), 'doubled'],
    ['sent twice', 'accepted', rowOf('accepted'), ledgerOf([ID], 2), 'doubled'],
  ])('names: %s', (_, told, row, ledger, kind) => {
    expect(kindsFor(told, foundOf(row === null ? [] : [row]), ledger)).toEqual([kind]);
  });

  it('names a chain that does not hold and an interruption nobody was told of', () => {
    const row = rowOf('unknown', 'interrupted_after_sending');
    expect(kindsFor('sending', foundOf([row], { verdict: 'edited' }), CREATED)).toEqual(['lost']);
    expect(kindsFor('sending', foundOf([row], { interrupted: [] }), CREATED)).toEqual(['lost']);
  });

  it('names a request that was there before and has gone or changed', () => {
    const account = createAccount();
    account.hear({ say: 'asked', intentId: INTENT, orderId: ORDER });
    account.check(foundOf([rowOf('unknown')]), CREATED);
    expect(account.checkAll(foundOf([]), CREATED, 'order')).toHaveLength(2);
    expect(account.checkAll(foundOf([rowOf('accepted')]), CREATED, 'order')).toHaveLength(1);
  });
});
