import { type Merchant, type ProviderFormat, findMerchant } from '../format.ts';
import type { Ledger } from '../ledger.ts';
import type { LedgerEntry } from '../ledgerLine.ts';
import { type Refusal, refusal } from '../refusal.ts';
import type { Asked } from './asked.ts';
import { type Encoding, fieldsOf, messageOf } from './message.ts';
import { type Sent, sendCallback } from './send.ts';

export type CallbackOptions = {
  readonly merchants: readonly Merchant[];
  readonly format: Pick<ProviderFormat, 'dialect'>;
  readonly callbackUrl?: string;
};

export type Callbacks = {
  readonly send: (entry: LedgerEntry, asked: Asked) => Promise<readonly Sent[] | Refusal>;
  /** Everything that was sent about an order since the start, and how it was answered. */
  readonly sentOf: (orderId: string) => readonly Sent[];
  /** As soon as the order is created, before its answer. */
  readonly arm: (asked: Asked) => void;
  /** The address in the merchant's account: used where a request names none. */
  readonly setAccountUrl: (url: string | null) => void;
  /** The same ledger, where a callback that was asked for goes out before anybody hears that the order was created. */
  readonly watching: (ledger: Ledger) => Ledger;
};

/** What the document leaves out of the customer's paying, as the sandbox does it: when it is told to, and never by itself. */
export function createCallbacks({ merchants, format, callbackUrl }: CallbackOptions): Callbacks {
  const armed = new Map<string, Asked>();
  const sent = new Map<string, readonly Sent[]>();
  let accountUrl = callbackUrl ?? null;

  async function send(entry: LedgerEntry, asked: Asked): Promise<readonly Sent[] | Refusal> {
    const url = asked.url ?? ownUrlOf(entry) ?? accountUrl;
    if (url === null) {
      return refusal(409, 'no_callback_url', 'Neither the request nor the account has an address');
    }
    const { dialect } = format;
    const wording = {
      ...asked,
      encoding: asked.encoding ?? encodingOf(dialect.callback.format),
      state: asked.state ?? 'paid',
      cents: asked.cents ?? entry.cents,
    };
    const fields = fieldsOf(entry, dialect.callback.keys, wording);
    const secret = findMerchant(merchants, entry.merchant)?.secret ?? '';
    const message = messageOf(url, fields, dialect, wording, secret);
    const answered = await Promise.all(
      Array.from({ length: asked.times }, () => sendCallback(message)),
    );
    sent.set(entry.order_id, [...(sent.get(entry.order_id) ?? []), ...answered]);
    return answered;
  }

  return {
    send,
    sentOf: (orderId) => sent.get(orderId) ?? [],
    arm: (asked) => void armed.set(asked.orderId, asked),
    setAccountUrl(url) {
      accountUrl = url;
    },
    watching: (ledger) => ({
      ...ledger,
      async record(entry) {
        const recorded = await ledger.record(entry);
        const asked = recorded === null ? undefined : armed.get(entry.order_id);
        if (asked === undefined) return recorded;
        armed.delete(entry.order_id);
        await send(entry, asked);
        return recorded;
      },
    }),
  };
}

function ownUrlOf({ fields }: LedgerEntry): string | null {
  const { callback_url: url } = fields;
  return typeof url === 'string' && url !== '' ? url : null;
}

function encodingOf(format: 'recognised' | Encoding): Encoding {
  return format === 'recognised' ? 'json' : format;
}
