import { expect, it } from 'vitest';

import type { LedgerEntry } from './ledgerLine.ts';
import type { Ended, LedgerNote } from './ledgerNote.ts';
import { createPayments } from './payments.ts';

const ENTRY: LedgerEntry = {
  id: 'r-1',
  merchant: 'm-1',
  order_id: 'A-1',
  flow: 'create',
  cents: 150_000,
  currency: 'RUB',
  payment_type: 'any_bank',
  fields: {},
  payment_data: {},
  expires_at: '2026-11-15T10:30:00.000Z',
  at: '2026-11-15T10:00:00.000Z',
};

/** No timer looks after these pages: only their deadline speaks. */
function paymentsWith(notes: LedgerNote[]) {
  const told: Ended[] = [];
  const ledger = {
    entries: () => [],
    find: () => null,
    notes: [],
    note: async (line: LedgerNote) => void notes.push(line),
  };
  const payments = createPayments({ ledger, onEnd: (_, ended) => void told.push(ended) });
  return { payments, told };
}

it('a payment at the very deadline is too late, whether or not its timer was there first', async () => {
  const notes: LedgerNote[] = [];
  const { payments, told } = paymentsWith(notes);
  const over = { ...ENTRY, expires_at: new Date().toISOString() };
  expect(payments.of(over).ended).toMatchObject({ as: 'expired' });
  expect(await payments.end(over, 'paid', 150_000)).toMatchObject({ as: 'expired', cents: null });
  expect(notes).toMatchObject([{ line: 'ended', as: 'expired' }]);
  expect(told).toMatchObject([{ as: 'expired' }]);
});

it('of two ends at once the first stays, on disk and in what is told', async () => {
  const notes: LedgerNote[] = [];
  const { payments, told } = paymentsWith(notes);
  const open = { ...ENTRY, expires_at: new Date(Date.now() + 60_000).toISOString() };
  const ends = await Promise.all([
    payments.end(open, 'rejected', null),
    payments.end(open, 'paid', 150_000),
    payments.end(open, 'expired', null),
  ]);
  expect(ends.map(({ as }) => as)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(notes).toHaveLength(1);
  expect(told).toHaveLength(1);
});
