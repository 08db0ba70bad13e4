import type { Dialect, SignatureFormat } from '#shared/dialect/schema.ts';

import type { Wording } from './callbacks/plan.ts';
import type { LedgerEntry } from './ledgerLine.ts';
import type { Message } from './ledgerNote.ts';
import { type BodyReader, JSON_BODY } from './readBody.ts';
import { verifiesHmac } from './signature.ts';

export type SignatureKnobs = Pick<
  SignatureFormat,
  'algorithm' | 'secretUse' | 'keyTransform' | 'output'
>;

/** What stands around the text of a record. Texts, not objects: faults spoil texts, and an envelope goes around those too. */
export type Wrapping = { readonly before: string; readonly after: string };

/**
 * How a provider format is put into bytes. The provider inside the desk speaks the documented format alone; tests/provider/voice
 * speaks every one that a desk can be set to.
 */
export type Voice = {
  readonly isUsableSecret: (secret: string, knobs: SignatureKnobs) => boolean;
  /** Whether this is the text's signature, written exactly as the format says. */
  readonly verifies: (
    text: string,
    secret: string,
    knobs: SignatureKnobs,
    given: string,
  ) => boolean;
  readonly bodyOf: (encoding: Dialect['body']) => BodyReader;
  readonly encoded: (text: string, charset: Dialect['answerCharset']) => Buffer;
  readonly wrappingFor: (envelope: Dialect['envelope']) => Wrapping;
  /** One callback about this request. */
  readonly callback: (
    entry: LedgerEntry,
    said: Wording,
    dialect: Dialect,
    secret: string,
  ) => Message;
};

export const DOCUMENTED_VOICE: Voice = {
  isUsableSecret: (secret) => secret !== '',
  verifies: (text, secret, _knobs, given) => verifiesHmac(text, secret, given),
  bodyOf: () => JSON_BODY,
  encoded: (text) => Buffer.from(text),
  wrappingFor: () => ({ before: '', after: '' }),
  callback: (entry, { state, cents }) => ({
    method: 'POST',
    query: '',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      id: entry.id,
      merchant: entry.merchant,
      order_id: entry.order_id,
      state,
      ...(cents === null ? {} : { amount_cents: cents }),
      amount_currency: entry.currency,
    }),
  }),
};

export function wrapped({ before, after }: Wrapping, recordText: string | Buffer): Buffer {
  return Buffer.concat([Buffer.from(before), Buffer.from(recordText), Buffer.from(after)]);
}
