import type { CallbackFormat } from '#shared/dialect/schema.ts';
import type { CallbackReading, RawCallback } from '#shared/domain/callback.ts';
import { type Result, assertNever, err } from '#shared/domain/result.ts';

import { type CallbackFields, formFields, jsonFields } from './fields.ts';

export type ReadCallback = {
  readonly reading: CallbackReading;
  /** Empty where nothing could be read. */
  readonly fields: CallbackFields;
};

type Encoding = NonNullable<CallbackReading['format']>;
type Keys = CallbackFormat['keys'];
type KeyName = keyof Keys;
type PaidUnit = NonNullable<CallbackReading['amountUnit']>;
type Values = Omit<CallbackReading, 'format' | 'problem'>;
type Found = { readonly path: string; readonly value: string };

/** What providers call these things; the document's own names first. */
const USUAL: Readonly<Record<KeyName, readonly string[]>> = {
  id: [
    'uuid',
    'id',
    'deposit_id',
    'request_id',
    'payment_id',
    'transaction_id',
    'transactionId',
    'paymentId',
    'remote_id',
    'trade_id',
  ],
  orderId: [
    'external_id',
    'order_id',
    'externalId',
    'orderId',
    'merchant_order_id',
    'merchantOrderId',
    'order',
  ],
  merchant: ['merchant', 'merchant_id', 'merchantId', 'merchant_uuid', 'shop_id'],
  state: ['state', 'status', 'payment_status', 'paymentStatus'],
  amount: [
    'amount_cents',
    'paid_amount',
    'amount_paid',
    'amount',
    'paidAmount',
    'cents',
    'sum',
    'total',
  ],
  currency: ['amount_currency', 'currency', 'currency_code', 'currencyCode'],
};
const KEY_NAMES: readonly KeyName[] = ['id', 'orderId', 'merchant', 'state', 'amount', 'currency'];

/** The record itself, or what some wrap it in. */
const LEVELS: readonly string[] = [
  '',
  'data.',
  'result.',
  'payload.',
  'object.',
  'deposit.',
  'request.',
  'payment.',
  'transaction.',
  'data.object.',
];

const LONGEST = 255;
/** Cents, and what they are called in the currencies of this trade. */
const MINOR_KEY = /cents|minor|kopeck|kopek|kopeyk|tiyin|tyiyn|diram/iu;
const NOTHING: Values = {
  id: null,
  orderId: null,
  merchant: null,
  state: null,
  amount: null,
  currency: null,
};

/** By the provider format's keys, else by the names that are usual. Never throws, whatever came in. */
export function readCallback(
  raw: RawCallback,
  { format, keys, amountUnit }: Pick<CallbackFormat, 'format' | 'keys' | 'amountUnit'>,
): ReadCallback {
  const encoding = format === 'recognised' ? encodingOf(raw) : format;
  const fields = encoding === null ? err('it is empty') : fieldsOf(raw, encoding);
  if (!fields.ok) {
    const reading = { format: null, problem: fields.error, ...NOTHING };
    return { reading, fields: new Map() };
  }
  return {
    reading: { format: encoding, problem: null, ...valuesOf(fields.value, keys, amountUnit) },
    fields: fields.value,
  };
}

/** What the content says it is, else what it looks like. */
function encodingOf({ headers, body, query }: RawCallback): Encoding | null {
  if (body.trim() === '') return query === '' ? null : 'query';
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  if (/[/+]json\b/iu.test(type)) return 'json';
  if (/^\s*[[{]/u.test(body)) return 'json';
  return 'form';
}

function fieldsOf(
  { body, query, encoding }: RawCallback,
  format: Encoding,
): Result<CallbackFields, string> {
  if (format !== 'query' && encoding === 'base64') return err('its bytes are not UTF-8');
  switch (format) {
    case 'json':
      return jsonFields(body);
    case 'form':
      return formFields(body);
    case 'query':
      return formFields(query);
    default:
      return assertNever(format);
  }
}

function valuesOf(
  fields: CallbackFields,
  keys: Keys,
  amountUnit: CallbackFormat['amountUnit'],
): Values {
  const level = levelOf(fields, keys);
  const found = (name: KeyName): Found | null => foundIn(fields, keys[name], name, level);
  const said = (name: KeyName): string | null => found(name)?.value ?? null;
  const amount = found('amount');
  return {
    id: said('id'),
    orderId: said('orderId'),
    merchant: said('merchant'),
    state: said('state'),
    amount: amount?.value ?? null,
    currency: said('currency'),
    ...(amount === null ? {} : { amountUnit: unitOf(amount, amountUnit) }),
  };
}

/** As the format says, else by the key's own name, else by how it is written: nobody writes a part of a cent. */
function unitOf({ path, value }: Found, told: CallbackFormat['amountUnit']): PaidUnit {
  if (told !== 'recognised') return told;
  if (MINOR_KEY.test(path.slice(path.lastIndexOf('.') + 1))) return 'minor';
  return /[.,]/u.test(value) ? 'major' : 'unclear';
}

/** The one that says most, so that the id of a callback itself is not taken for the deposit's. */
function levelOf(fields: CallbackFields, keys: Keys): string {
  const saidAt = (level: string): number =>
    KEY_NAMES.filter((name) => foundIn(fields, null, name, level) !== null).length;
  // Where the format names a key, its own level is the level of the others too.
  const told = KEY_NAMES.map((name) => keys[name]).find((key) => key !== null);
  if (told !== undefined && told !== null) {
    const own = told.slice(0, told.lastIndexOf('.') + 1);
    if (saidAt(own) > 0) return own;
  }
  return LEVELS.reduce((best, level) => (saidAt(level) > saidAt(best) ? level : best), '');
}

function foundIn(
  fields: CallbackFields,
  told: string | null,
  name: KeyName,
  level: string,
): Found | null {
  const paths = told === null ? USUAL[name].map((usual) => `${level}${usual}`) : [told];
  for (const path of paths) {
    const value = fields.get(path);
    if (value !== undefined && value !== '' && value.length <= LONGEST) return { path, value };
  }
  return null;
}
