import type { CallbackPlan, Wording as Said } from '#sandbox/callbacks/plan.ts';
import type { LedgerEntry } from '#sandbox/ledgerLine.ts';
import type { Message } from '#sandbox/ledgerNote.ts';
import type { Voice } from '#sandbox/voice.ts';
import type { CallbackFormat, Dialect } from '#shared/dialect/schema.ts';

import { signatureOf } from './signatures.ts';

export const ENCODINGS = ['json', 'form', 'query'] as const;
export type Encoding = (typeof ENCODINGS)[number];
export const SIGNINGS = [
  'good',
  'bad',
  'none',
] as const satisfies readonly CallbackPlan['signed'][];

export type Wording = Omit<Said, 'encoding' | 'keys'> & { readonly encoding: Encoding };

export const callbackMessage: Voice['callback'] = (entry, said, dialect, secret) => {
  const { format, keys } = dialect.callback;
  const encoding = said.encoding ?? (format === 'recognised' ? 'json' : format);
  const wording = { ...said, encoding };
  return messageOf(fieldsOf(entry, { ...keys, ...said.keys }, wording), dialect, wording, secret);
};

type Field = readonly [path: string, value: string | number];
type Keys = CallbackFormat['keys'];

/** The record's own names, unless the provider format names others. */
const NAMES: Readonly<Record<keyof Keys, string>> = {
  id: 'id',
  orderId: 'order_id',
  merchant: 'merchant',
  state: 'state',
  amount: 'amount_cents',
  currency: 'amount_currency',
  time: 'time',
};

function fieldsOf(entry: LedgerEntry, keys: Keys, wording: Wording): readonly Field[] {
  const said: Readonly<Record<keyof Keys, string | number | null>> = {
    id: entry.id,
    orderId: entry.order_id,
    merchant: entry.merchant,
    state: wording.state,
    amount: wording.cents,
    currency: entry.currency,
    // Only where the format names a key for it.
    time: keys.time === null ? null : new Date().toISOString(),
  };
  const names: readonly (keyof Keys)[] = [
    'id',
    'merchant',
    'orderId',
    'state',
    'amount',
    'currency',
    'time',
  ];
  return names.flatMap((name): readonly Field[] => {
    const value = wording.changed[name] ?? said[name];
    // A key that the desk does not read is sent all the same, by the record's own name.
    const named = keys[name] === false ? null : keys[name];
    return value === null ? [] : [[named ?? NAMES[name], value]];
  });
}

export function messageOf(
  fields: readonly Field[],
  { callback }: Pick<Dialect, 'callback'>,
  wording: Wording,
  secret: string,
): Message {
  const { signature } = callback;
  const given =
    signature === null || wording.signed === 'none'
      ? null
      : signatureFor(textToSign(fields, wording.encoding, signature.over), secret, signature);
  const shown = given !== null && wording.signed === 'bad' ? spoilt(given) : given;
  if (shown === null || signature === null) return travelling(fields, wording.encoding);
  const { in: where, name, prefix } = signature.placement;
  const value = `${prefix}${shown}`;
  if (where === 'body') return travelling([...fields, [name, value]], wording.encoding);
  const message = travelling(fields, wording.encoding);
  if (where === 'header') return { ...message, headers: { ...message.headers, [name]: value } };
  return { ...message, query: joined(message.query, form([[name, value]])) };
}

type Signature = NonNullable<CallbackFormat['signature']>;

function textToSign(fields: readonly Field[], encoding: Encoding, over: Signature['over']): string {
  if (over.kind === 'raw-body') return written(fields, encoding);
  const values = new Map(fields.map(([path, value]) => [path, String(value)]));
  return over.fields.flatMap((path) => values.get(path) ?? []).join(over.separator);
}

function signatureFor(text: string, secret: string, signature: Signature): string {
  const made = signatureOf(text, secret, signature);
  if (made === null) throw new Error('The merchant’s secret cannot sign callbacks');
  return made;
}

/** Of the same length and letters: only its value is wrong. */
function spoilt(signature: string): string {
  const first = signature.startsWith('a') ? 'b' : 'a';
  return `${first}${signature.slice(1)}`;
}

const TYPES = { json: 'application/json', form: 'application/x-www-form-urlencoded' } as const;

function travelling(fields: readonly Field[], encoding: Encoding): Message {
  const text = written(fields, encoding);
  if (encoding === 'query') {
    return { method: 'GET', query: text, headers: {}, body: null };
  }
  const headers = { 'Content-Type': TYPES[encoding] };
  return { method: 'POST', query: '', headers, body: text };
}

function joined(query: string, more: string): string {
  return query === '' ? more : `${query}&${more}`;
}

function written(fields: readonly Field[], encoding: Encoding): string {
  return encoding === 'json' ? JSON.stringify(nested(fields)) : form(fields);
}

function form(fields: readonly Field[]): string {
  const pairs = fields.map(([path, value]): [string, string] => [path, String(value)]);
  return new URLSearchParams(pairs).toString();
}

type Branch = Map<string, Branch | string | number>;

/** `data.id` stands inside `data`. Maps: names come from a plan, and `__proto__` must be one like any other. */
function nested(fields: readonly Field[]): unknown {
  const top: Branch = new Map();
  for (const [path, value] of fields) {
    const keys = path.split('.');
    let here = top;
    for (const key of keys.slice(0, -1)) {
      const next = here.get(key);
      const inside: Branch = next instanceof Map ? next : new Map();
      here.set(key, inside);
      here = inside;
    }
    here.set(keys.at(-1) ?? path, value);
  }
  return plain(top);
}

function plain(branch: Branch): unknown {
  return Object.fromEntries(
    [...branch].map(([key, value]) => [key, value instanceof Map ? plain(value) : value]),
  );
}
