import type { Hono } from 'hono';

import { type CallbackOptions, type Callbacks, createCallbacks } from './callbacks/callbacks.ts';
import type { Merchant, ProviderFormat } from './format.ts';
import { type Ledger, openLedger } from './ledger.ts';
import type { LedgerBox } from './ledgerBox.ts';
import { createPages } from './page/routes.ts';
import { createPayments } from './payments.ts';
import type { OnNode } from './readBody.ts';

/** `callbackUrl` is the address in the merchant's account; `callbackPlan` left out is `DEFAULT_PLAN`. */
export type PayingOptions = Omit<CallbackOptions, 'ledger' | 'format'> & {
  readonly merchants: readonly Merchant[];
  readonly ledgerFile: string;
  /** How its lines are written. Left out: as they are. */
  readonly ledgerBox?: LedgerBox;
  /** How long a page takes a payment; left out: half an hour. */
  readonly validMs?: number;
};

export type Paying = {
  readonly ledger: Ledger;
  readonly pages: Hono<OnNode>;
  readonly callbacks: Callbacks;
  readonly validMs: number;
  readonly close: () => Promise<void>;
};

const VALID_MS = 30 * 60 * 1000;

/** The ledger, and what goes on by it without a request: pages expire, callbacks are sent. */
export async function openPaying(options: PayingOptions, format: ProviderFormat): Promise<Paying> {
  const ledger = await openLedger(options.ledgerFile, options.ledgerBox);
  const callbacks = createCallbacks({ ...options, format, ledger });
  const payments = createPayments({ ledger, onEnd: callbacks.tellEnd });
  callbacks.resume();
  const watched: Ledger = {
    ...callbacks.watching,
    async record(entry) {
      const recorded = await callbacks.watching.record(entry);
      if (recorded !== null) payments.watch(recorded);
      return recorded;
    },
  };
  return {
    ledger: watched,
    pages: createPages({ ledger, payments, callbackPlan: callbacks.plan }),
    callbacks,
    validMs: options.validMs ?? VALID_MS,
    async close() {
      payments.close();
      await callbacks.close();
      await ledger.close();
    },
  };
}
