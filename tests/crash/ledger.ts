import { existsSync, readFileSync } from 'node:fs';

import { z } from 'zod';

const lineSchema = z.discriminatedUnion('line', [
  z.object({ line: z.literal('deposit'), id: z.string(), order_id: z.string() }),
  z.object({ line: z.literal('arrival'), order_id: z.string().nullable() }),
  // What its page and its callbacks write is no matter of this suite.
  z.object({ line: z.enum(['chosen', 'ended', 'callback', 'called']) }),
]);

/** By order, as the provider's own process has it on its disk. */
export type Ledger = {
  readonly idsOf: (orderId: string) => readonly string[];
  readonly arrivalsOf: (orderId: string) => number;
  readonly orders: () => readonly string[];
};

/** Reads what has come since the last time. */
export function createLedgerReader(file: string): { readonly read: () => Ledger } {
  const ids = new Map<string, readonly string[]>();
  const arrivals = new Map<string, number>();
  let readBytes = 0;

  function remember(text: string): void {
    const line = lineSchema.parse(JSON.parse(text));
    if (line.line !== 'deposit' && line.line !== 'arrival') return;
    if (line.order_id === null) return;
    if (line.line === 'deposit') {
      ids.set(line.order_id, [...(ids.get(line.order_id) ?? []), line.id]);
    } else {
      arrivals.set(line.order_id, (arrivals.get(line.order_id) ?? 0) + 1);
    }
  }

  return {
    read() {
      const bytes = existsSync(file) ? readFileSync(file) : Buffer.alloc(0);
      // The last line may be only half written yet.
      const end = bytes.lastIndexOf('\n') + 1;
      const fresh = bytes.subarray(readBytes, end).toString('utf8');
      readBytes = end;
      for (const line of fresh.split('\n')) if (line !== '') remember(line);
      return {
        idsOf: (orderId) => ids.get(orderId) ?? [],
        arrivalsOf: (orderId) => arrivals.get(orderId) ?? 0,
        orders: () => [...ids.keys()],
      };
    },
  };
}
