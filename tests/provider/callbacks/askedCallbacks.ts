import type { Callbacks } from '#sandbox/callbacks/callbacks.ts';
import { type Sent, sendCallback } from '#sandbox/callbacks/send.ts';
import { type Speech, ownUrlOf, worded } from '#sandbox/callbacks/teller.ts';
import type { LedgerEntry } from '#sandbox/ledgerLine.ts';
import { type Refusal, refusal } from '#sandbox/refusal.ts';

import type { Asked } from './asked.ts';

type Sending = Speech & { readonly callbacks: Pick<Callbacks, 'accountUrl'> };
export type Send = (entry: LedgerEntry, asked: Asked) => Promise<readonly Sent[] | Refusal>;

/** Callbacks that a test asks for over /admin, and a record of every one that went out. */
export type AskedCallbacks = {
  readonly sendBy: (sending: Sending) => Send;
  /** Everything that was sent about an order since the start, and how it was answered. */
  readonly sentOf: (orderId: string) => readonly Sent[];
  /** As soon as the order is created, before its answer. */
  readonly arm: (asked: Asked) => void;
  readonly onCalled: (orderId: string, sent: Sent) => void;
  readonly onCreated: (entry: LedgerEntry) => Promise<void>;
  readonly close: () => void;
};

export function createAskedCallbacks(): AskedCallbacks {
  const armed = new Map<string, Asked>();
  const sent = new Map<string, readonly Sent[]>();
  const closing = new AbortController();
  /** Orders are created over the same server that has this route, so `sendBy` comes first. */
  let sendNow: Send | null = null;
  const remember = (orderId: string, more: readonly Sent[]): void =>
    void sent.set(orderId, [...(sent.get(orderId) ?? []), ...more]);

  return {
    sendBy({ callbacks, ...speech }) {
      sendNow = async (entry, asked) => {
        const url = asked.url ?? ownUrlOf(entry) ?? callbacks.accountUrl();
        if (url === null) {
          const message = 'Neither the request nor the account has an address';
          return refusal(409, 'no_callback_url', message);
        }
        const { encoding, state, cents, changed, signed } = asked;
        const wording = { state: state ?? 'paid', cents: cents ?? entry.cents, changed, signed };
        const message = worded(speech, entry, { ...wording, encoding, keys: {} });
        const answered = await Promise.all(
          Array.from({ length: asked.times }, () => sendCallback(url, message, closing.signal)),
        );
        remember(entry.order_id, answered);
        return answered;
      };
      return sendNow;
    },
    sentOf: (orderId) => sent.get(orderId) ?? [],
    arm: (asked) => void armed.set(asked.orderId, asked),
    onCalled: (orderId, one) => remember(orderId, [one]),
    async onCreated(entry) {
      const asked = armed.get(entry.order_id);
      armed.delete(entry.order_id);
      if (asked !== undefined) await sendNow?.(entry, asked);
    },
    close: () => closing.abort(),
  };
}
