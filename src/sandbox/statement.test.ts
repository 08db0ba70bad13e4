import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { type LedgerEntry, writeLine } from './ledgerLine.ts';
import { writeStatement } from './statement.ts';

const MERCHANT = '11111111-2222-4333-8444-555555555555';
let folder: string;
let ledger: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sandbox-statement-'));
  ledger = join(folder, 'ledger.jsonl');
});
afterEach(() => rm(folder, { recursive: true }));

const entryOf = (order_id: string, merchant = MERCHANT): LedgerEntry => ({
  id: `id-${order_id}`,
  merchant,
  order_id,
  flow: 'create',
  cents: 150_050,
  currency: 'RUB',
  payment_type: 'any_bank',
  fields: { customer: 'Doe, "Jo"' },
  payment_data: {},
  expires_at: '2026-11-16T10:30:00.000Z',
  at: '2026-11-16T10:00:00.000Z',
});

async function lines(): Promise<readonly string[]> {
  const text = await writeStatement(ledger, MERCHANT);
  return text.split('\r\n').slice(1, -1);
}

describe('the statement of the sandbox', () => {
  it('lists what the merchant has created, with how each ended', async () => {
    const other = entryOf('X', '99999999-2222-4333-8444-555555555555');
    const ended = { line: 'ended', id: 'id-B', as: 'paid', cents: 150_000, at: other.at } as const;
    const deposits = [entryOf('A'), other, entryOf('B')].map((entry) =>
      writeLine({ line: 'deposit', ...entry }),
    );
    await writeFile(ledger, [...deposits, writeLine(ended), '{"torn'].join(''));
    expect(await lines()).toEqual([
      'id-A,A,1500.50,RUB,created,,2026-11-16T10:00:00.000Z,"Doe, ""Jo"""',
      'id-B,B,1500.50,RUB,paid,1500.00,2026-11-16T10:00:00.000Z,"Doe, ""Jo"""',
    ]);
  });

  it('is empty before the first request', async () => {
    expect(await lines()).toEqual([]);
  });
});
