import type { Ledger } from '../ledger.ts';
import type { LedgerEntry } from '../ledgerLine.ts';
import type { CallbackPlan } from './plan.ts';
import { createCallbackQueue } from './queue.ts';
import type { Sent } from './send.ts';
import { type Speech, type Teller, createTeller } from './teller.ts';

export type CallbackOptions = Speech & {
  readonly ledger: Ledger;
  readonly callbackUrl?: string;
  readonly callbackPlan?: CallbackPlan;
  /** Told of every try, once it is answered or has failed. */
  readonly onCalled?: (orderId: string, sent: Sent) => void;
  /** Waited for once an order is created, before its answer leaves. */
  readonly onCreated?: (entry: LedgerEntry) => Promise<void>;
};

export type Callbacks = Pick<Teller, 'plan' | 'setPlan' | 'tellEnd' | 'resume'> & {
  /** The address in the merchant's account: used where a request names none. */
  readonly accountUrl: () => string | null;
  readonly setAccountUrl: (url: string | null) => void;
  /** The same ledger; a callback that is due before the answer goes out before `record` resolves. */
  readonly watching: Ledger;
  readonly close: () => Promise<void>;
};

/** What the document leaves out of the customer's paying: told by the plan when a page ends. */
export function createCallbacks(options: CallbackOptions): Callbacks {
  const { ledger, onCalled, onCreated } = options;
  let accountUrl = options.callbackUrl ?? null;
  const queue = createCallbackQueue({
    ledger,
    accountUrl: () => accountUrl,
    onTried: (id, sent) => onCalled?.(ledger.find(id)?.order_id ?? '', sent),
  });
  const teller = createTeller({ ...options, queue });
  return {
    ...teller,
    accountUrl: () => accountUrl,
    setAccountUrl(url) {
      accountUrl = url;
    },
    watching: {
      ...ledger,
      async record(entry) {
        const recorded = await ledger.record(entry);
        if (recorded === null) return null;
        await onCreated?.(entry);
        await teller.tellCreated(entry);
        return recorded;
      },
    },
    close: queue.close,
  };
}
