import type { CallbackVerdict, RawCallback } from '#shared/domain/callback.ts';
import type { DepositBody } from '#shared/domain/deposit.ts';
import type { IntentId } from '#shared/domain/ids.ts';

import type { NewFirstCallback } from '../store/events.ts';
import type { Dice } from './dice.ts';
import type { Merchant } from './story.ts';

type Said = {
  readonly id: string | null;
  readonly about: Pick<DepositBody['fields'], 'merchant' | 'order_id' | 'currency'>;
  readonly state: string;
  readonly cents: number;
  /** It speaks of another currency than was asked for. */
  readonly isContradicting: boolean;
  readonly isForged: boolean;
};

/** The provider calls back: bytes as they come in, and what the desk reads off them (a test holds the two together). */
export function callbackAbout(
  dice: Dice,
  merchant: Merchant,
  intentId: IntentId,
  said: Said,
): NewFirstCallback {
  const by = said.id === null ? 'order_id' : 'remote_id';
  const contradicts = said.isContradicting ? 'currency' : null;
  const body = { intentId, ...received(dice, merchant, said), by, contradicts } as const;
  return { kind: 'callback', body };
}

/** About something that is not in this log. */
export function callbackApart(
  dice: Dice,
  merchant: Merchant,
  { fields }: DepositBody,
): NewFirstCallback {
  const said: Said = {
    id: dice.uuid(),
    about: { ...fields, order_id: `ELSEWHERE-${dice.digits(6)}` },
    state: 'paid',
    cents: fields.cents,
    isContradicting: false,
    isForged: false,
  };
  return { kind: 'callback_apart', body: { ...received(dice, merchant, said), why: 'not_found' } };
}

type Received = Pick<NewFirstCallback['body'], 'profileId' | 'raw' | 'reading' | 'verdict'>;

function received(dice: Dice, { profile, signCallback }: Merchant, said: Said): Received {
  const { merchant, order_id: orderId } = said.about;
  const currency = said.isContradicting ? 'USD' : said.about.currency;
  const { id, state, cents } = said;
  const genuine = signCallback === undefined ? 'unverified' : 'verified';
  const verdict: CallbackVerdict = said.isForged ? 'bad_signature' : genuine;
  const text = JSON.stringify({
    ...(id === null ? {} : { id }),
    merchant,
    order_id: orderId,
    state,
    amount_cents: cents,
    amount_currency: currency,
  });
  const amount = String(cents);
  return {
    profileId: profile.id,
    raw: rawOf(dice, text, signCallback?.(text, said.isForged) ?? null),
    reading: {
      format: 'json',
      problem: null,
      id,
      orderId,
      merchant,
      state,
      amount,
      currency,
      amountUnit: 'minor',
    },
    verdict,
  };
}

function rawOf(dice: Dice, text: string, signature: string | null): RawCallback {
  return {
    method: 'POST',
    query: '',
    headers: [
      ['Host', 'callbacks.desk.example'],
      ['User-Agent', 'provider-callbacks/1.4'],
      ['Content-Type', 'application/json'],
      ['Content-Length', String(Buffer.byteLength(text))],
      ['X-Delivery', dice.uuid()],
      ...(signature === null ? [] : [['X-Signature', signature] as [string, string]]),
      ['Connection', 'close'],
    ],
    body: text,
    encoding: 'utf8',
  };
}
