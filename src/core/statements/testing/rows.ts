import type { StatedCoverage } from '#shared/domain/statement.ts';

import { intent } from '../../testing/builders.ts';
import type { OurRow, TheirRow } from '../matching.ts';

export const DAY_MS = Date.parse('2026-11-16T00:00:00.000Z');
export const MINUTE_MS = 60_000;

/** An accepted request of the day; its order id and remote id follow from its name. */
export function oursOf(name: string, overrides: Partial<OurRow> = {}): OurRow {
  return {
    intentId: intent(name),
    seq: 1,
    atMs: DAY_MS,
    orderId: name,
    remoteId: `remote-${name}`,
    cents: 150_000,
    currency: 'RUB',
    flow: 'create',
    customer: `cust-${name}`,
    outcome: 'accepted',
    resolution: null,
    state: null,
    isHeard: false,
    isFlagged: false,
    finding: null,
    ...overrides,
  };
}

/** The provider's row of the same request. */
export function rowOf(row: number, name: string, overrides: Partial<TheirRow> = {}): TheirRow {
  return {
    row,
    kind: 'deposit',
    remoteId: `remote-${name}`,
    orderId: name,
    cents: 150_000,
    currency: 'RUB',
    state: null,
    paidCents: null,
    atMs: DAY_MS,
    customer: `cust-${name}`,
    feeCents: null,
    ...overrides,
  };
}

/** All requests of one day, made six hours after its end. */
export function statedOf(overrides: Partial<StatedCoverage> = {}): StatedCoverage {
  return {
    lists: 'all',
    from: new Date(DAY_MS).toISOString(),
    to: new Date(DAY_MS + 24 * 60 * MINUTE_MS).toISOString(),
    madeAt: new Date(DAY_MS + 30 * 60 * MINUTE_MS).toISOString(),
    timeZone: 'UTC',
    marginMin: 30,
    ...overrides,
  };
}
