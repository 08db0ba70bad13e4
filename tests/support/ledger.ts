import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { z } from 'zod';

/** The provider's own memory: the oracle of every end-to-end test, read from its file and not through the desk. */
const depositSchema = z.object({
  line: z.literal('deposit'),
  id: z.string(),
  order_id: z.string(),
  flow: z.enum(['create', 'build']),
  cents: z.int(),
  currency: z.string(),
  payment_type: z.string(),
  fields: z.record(z.string(), z.union([z.string(), z.number()])),
  payment_data: z.record(z.string(), z.string()),
});
const endedSchema = z.object({
  line: z.literal('ended'),
  id: z.string(),
  as: z.enum(['paid', 'rejected', 'expired']),
  cents: z.int().nullable(),
});
const lineSchema = z.union([
  z.discriminatedUnion('line', [
    depositSchema,
    endedSchema,
    z.object({ line: z.literal('arrival'), flow: z.enum(['create', 'build']) }),
  ]),
  // What its page and its callbacks wrote besides.
  z.object({ line: z.enum(['chosen', 'callback', 'called']) }),
]);

type LedgerDeposit = z.infer<typeof depositSchema>;
export type LedgerContent = {
  readonly deposits: readonly LedgerDeposit[];
  /** What customers did on the payment page. */
  readonly endings: readonly z.infer<typeof endedSchema>[];
  /** POSTs that reached the provider at all, refused ones included. */
  readonly arrivals: number;
};

/** Of the sandbox that lives in a desk. */
export function readLedger(dataDir: string): LedgerContent {
  return readLedgerFile(path.join(dataDir, 'sandbox', 'ledger.jsonl'));
}

export function readLedgerFile(file: string): LedgerContent {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  // The sandbox may be writing: its last line counts when it is whole.
  const lines = text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => lineSchema.parse(JSON.parse(line)));
  return {
    deposits: lines.filter((line) => line.line === 'deposit'),
    endings: lines.filter((line) => line.line === 'ended'),
    arrivals: lines.filter((line) => line.line === 'arrival').length,
  };
}
