import type { CallbackFormat } from '#shared/dialect/schema.ts';
import {
  CALLBACK_VALUES,
  type CallbackReading,
  type CallbackValue,
  type RawCallback,
} from '#shared/domain/callback.ts';
import { type Result, assertNever, err } from '#shared/domain/result.ts';

import { type CallbackFields, formFields, jsonFields } from './fields.ts';

export type ReadCallback = {
  readonly reading: CallbackReading;
  /** Empty where nothing could be read. */
  readonly fields: CallbackFields;
  /** Where each value was found. */
  readonly paths: ReadonlyMap<CallbackValue, string>;
};

type Encoding = NonNullable<CallbackReading['format']>;
type Keys = CallbackFormat['keys'];
type PaidUnit = NonNullable<CallbackReading['amountUnit']>;
type Values = Omit<CallbackReading, 'format' | 'problem'>;
type Found = { readonly path: string; readonly value: string };

/** What providers call these things; the document's own names first. */
const USUAL: Readonly<Record<CallbackValue, readonly string[]>> = {
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
  // Too many moments stand in a message: only the format can say which one orders it.
  time: [],
};

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
  { format, keys, amountUnit, signature }: Omit<CallbackFormat, 'acknowledgement'>,
): ReadCallback {
  const encoding = format === 'recognised' ? encodingOf(raw) : format;
  const fields = encoding === null ? err('it is empty') : fieldsOf(raw, encoding);
  if (!fields.ok) {
    const reading = { format: null, problem: fields.error, ...NOTHING };
    return { reading, fields: new Map(), paths: new Map() };
  }
  const found = foundBy(fields.value, { keys, signed: signedIn(signature) });
  const paths = new Map([...found].map(([name, { path }]) => [name, path] as const));
  const where = paths.size === 0 ? {} : { paths: Object.fromEntries(paths) };
  return {
    reading: { format: encoding, problem: null, ...valuesOf(found, amountUnit), ...where },
    fields: fields.value,
    paths,
  };
}

/** What the content says it is, else what it looks like. */
function encodingOf({ headers, body, query }: RawCallback): Encoding | null {
  // A JSON body sent as a query would be read as a form: words of its texts would become keys.
  if (body.trim() === '') return query === '' || /^\s*[[{]/u.test(query) ? null : 'query';
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

/** What the format tells of where values stand. */
type Told = {
  readonly keys: Keys;
  /** Paths that the signature names one by one. */
  readonly signed: ReadonlySet<string>;
};

function signedIn(signature: CallbackFormat['signature']): ReadonlySet<string> {
  return new Set(signature?.over.kind === 'fields' ? signature.over.fields : []);
}

function foundBy(fields: CallbackFields, told: Told): ReadonlyMap<CallbackValue, Found> {
  const level = levelOf(fields, told);
  return new Map(
    CALLBACK_VALUES.flatMap((name) => {
      const found = foundIn(fields, told, name, level);
      return found === null ? [] : [[name, found] as const];
    }),
  );
}

function valuesOf(
  found: ReadonlyMap<CallbackValue, Found>,
  amountUnit: CallbackFormat['amountUnit'],
): Values {
  const said = (name: CallbackValue): string | null => found.get(name)?.value ?? null;
  const [amount, time] = [found.get('amount'), found.get('time')];
  return {
    id: said('id'),
    orderId: said('orderId'),
    merchant: said('merchant'),
    state: said('state'),
    amount: said('amount'),
    currency: said('currency'),
    ...(amount === undefined ? {} : { amountUnit: unitOf(amount, amountUnit) }),
    ...(time === undefined ? {} : { time: time.value }),
  };
}

/** As the format says, else by the key's own name, else by how it is written: an amount with a decimal point is in major units. */
function unitOf({ path, value }: Found, told: CallbackFormat['amountUnit']): PaidUnit {
  if (told !== 'recognised') return told;
  if (MINOR_KEY.test(path.slice(path.lastIndexOf('.') + 1))) return 'minor';
  return /[.,]/u.test(value) ? 'major' : 'unclear';
}

/** The one that says most, so that the id of a callback itself is not taken for the deposit's. */
function levelOf(fields: CallbackFields, { keys, signed }: Told): string {
  const saidAt = (level: string): number =>
    CALLBACK_VALUES.filter((name) => usualIn(fields, name, level, signed) !== null).length;
  // Where the format or its signature names a key, its own level is the level of the others too.
  const named = [...CALLBACK_VALUES.flatMap((name) => namedIn(keys[name])), ...signed];
  const own = named
    .map((path) => path.slice(0, path.lastIndexOf('.') + 1))
    .find((level) => saidAt(level) > 0);
  return own ?? LEVELS.reduce((best, level) => (saidAt(level) > saidAt(best) ? level : best), '');
}

function namedIn(key: Keys[CallbackValue]): readonly string[] {
  return typeof key === 'string' ? [key] : [];
}

function foundIn(
  fields: CallbackFields,
  { keys, signed }: Told,
  name: CallbackValue,
  level: string,
): Found | null {
  const told = keys[name];
  if (told === false) return null;
  return told === null ? usualIn(fields, name, level, signed) : firstOf(fields, [told]);
}

/** Signed keys first: an unsigned key added by a sender must not replace them. */
function usualIn(
  fields: CallbackFields,
  name: CallbackValue,
  level: string,
  signed: ReadonlySet<string>,
): Found | null {
  const paths = USUAL[name].map((usual) => `${level}${usual}`);
  const own = paths.filter((path) => signed.has(path));
  return firstOf(fields, [...own, ...paths]);
}

function firstOf(fields: CallbackFields, paths: readonly string[]): Found | null {
  for (const path of paths) {
    const value = fields.get(path);
    if (value !== undefined && value !== '' && value.length <= LONGEST) return { path, value };
  }
  return null;
}
