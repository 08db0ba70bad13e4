import { type Merchant, type ProviderFormat, findMerchant } from '../format.ts';
import type { LedgerEntry } from '../ledgerLine.ts';
import type { Message } from '../ledgerNote.ts';
import { type Encoding, type Wording, fieldsOf, messageOf } from './message.ts';
import type { CallbackPlan } from './plan.ts';

export type Speech = {
  readonly merchants: readonly Merchant[];
  readonly format: Pick<ProviderFormat, 'dialect'>;
};

type Worded = Omit<Wording, 'encoding'> & {
  readonly encoding: Encoding | null;
  readonly keys: CallbackPlan['keys'];
};

/** One callback about this request, in the provider format's way unless it is said otherwise. */
export function worded({ merchants, format }: Speech, entry: LedgerEntry, said: Worded): Message {
  const { callback } = format.dialect;
  const wording = { ...said, encoding: said.encoding ?? encodingOf(callback.format) };
  const fields = fieldsOf(entry, { ...callback.keys, ...said.keys }, wording);
  const secret = findMerchant(merchants, entry.merchant)?.secret ?? '';
  return messageOf(fields, format.dialect, wording, secret);
}

export function ownUrlOf({ fields }: LedgerEntry): string | null {
  const { callback_url: url } = fields;
  return typeof url === 'string' && url !== '' ? url : null;
}

function encodingOf(format: 'recognised' | Encoding): Encoding {
  return format === 'recognised' ? 'json' : format;
}
