import type { Ledger } from '../ledger.ts';
import type { LedgerEntry } from '../ledgerLine.ts';
import { type Refusal, refusal } from '../refusal.ts';
import type { Asked } from './asked.ts';
import type { CallbackPlan } from './plan.ts';
import { createCallbackQueue } from './queue.ts';
import { type Sent, sendCallback } from './send.ts';
import { type Teller, createTeller } from './teller.ts';
import { type Speech, ownUrlOf, worded } from './worded.ts';

export type CallbackOptions = Speech & {
  readonly ledger: Ledger;
  readonly callbackUrl?: string;
  readonly callbackPlan?: CallbackPlan;
};

export type Callbacks = Pick<Teller, 'plan' | 'setPlan' | 'tellEnd' | 'resume'> & {
  readonly send: (entry: LedgerEntry, asked: Asked) => Promise<readonly Sent[] | Refusal>;
  /** Everything that was sent about an order since the start, and how it was answered. */
  readonly sentOf: (orderId: string) => readonly Sent[];
  /** As soon as the order is created, before its answer. */
  readonly arm: (asked: Asked) => void;
  /** The address in the merchant's account: used where a request names none. */
  readonly setAccountUrl: (url: string | null) => void;
  /** The same ledger, where a callback that was asked for goes out before anybody hears that the order was created. */
  readonly watching: Ledger;
  readonly close: () => Promise<void>;
};

/** What the document leaves out of the customer's paying: told by the plan when a page ends, and whenever somebody asks for it. */
export function createCallbacks(options: CallbackOptions): Callbacks {
  const { ledger } = options;
  const armed = new Map<string, Asked>();
  const sent = new Map<string, readonly Sent[]>();
  const closing = new AbortController();
  let accountUrl = options.callbackUrl ?? null;

  const remember = (orderId: string, more: readonly Sent[]): void =>
    void sent.set(orderId, [...(sent.get(orderId) ?? []), ...more]);
  const queue = createCallbackQueue({
    ledger,
    accountUrl: () => accountUrl,
    onTried: (id, tried) => remember(ledger.find(id)?.order_id ?? '', [tried]),
  });
  const teller = createTeller({ ...options, queue });

  async function send(entry: LedgerEntry, asked: Asked): Promise<readonly Sent[] | Refusal> {
    const url = asked.url ?? ownUrlOf(entry) ?? accountUrl;
    if (url === null) {
      return refusal(409, 'no_callback_url', 'Neither the request nor the account has an address');
    }
    const { encoding, state, cents, changed, signed } = asked;
    const wording = { state: state ?? 'paid', cents: cents ?? entry.cents, changed, signed };
    const message = worded(options, entry, { ...wording, encoding, keys: {} });
    const answered = await Promise.all(
      Array.from({ length: asked.times }, () => sendCallback(url, message, closing.signal)),
    );
    remember(entry.order_id, answered);
    return answered;
  }

  return {
    ...teller,
    send,
    sentOf: (orderId) => sent.get(orderId) ?? [],
    arm: (asked) => void armed.set(asked.orderId, asked),
    setAccountUrl(url) {
      accountUrl = url;
    },
    watching: {
      ...ledger,
      async record(entry) {
        const recorded = await ledger.record(entry);
        if (recorded === null) return null;
        const asked = armed.get(entry.order_id);
        armed.delete(entry.order_id);
        if (asked !== undefined) await send(entry, asked);
        await teller.tellCreated(entry);
        return recorded;
      },
    },
    async close() {
      closing.abort();
      await queue.close();
    },
  };
}
