import type { CallbackFormat } from '../../../src/shared/dialect/schema.ts';

type Signature = NonNullable<CallbackFormat['signature']>;
type Over = Signature['over'];

/** What travels. The signature is made over `signed`, which need not be what is said. */
export type Forgery = {
  readonly query: string;
  readonly body: string;
  readonly signed: string;
};

/** `own`: the order that the provider's true message is about. `victim`: the one that nobody has paid. */
type Orders = { readonly own: string; readonly victim: string };

export type ForgeryRow = {
  readonly name: string;
  readonly format: CallbackFormat['format'];
  readonly over: Over;
  /** A query is believed only with a secret that signs no request. */
  readonly secret?: 'own';
  readonly forge: (orders: Orders) => Forgery;
};

const FIELDS: Over = { kind: 'fields', fields: ['order_id', 'state'], separator: '|' };
const UNSEPARATED: Over = { kind: 'fields', fields: ['order_id', 'state'], separator: '' };
const BODY: Over = { kind: 'raw-body' };

/** The provider's own message of the format, true in every word. */
export function trueMessage(
  { over, format }: Pick<ForgeryRow, 'over' | 'format'>,
  order: string,
  state: string,
): Forgery {
  const said = { order_id: order, state };
  if (format === 'query') {
    const query = new URLSearchParams(said).toString();
    return { query, body: '', signed: query };
  }
  const body = JSON.stringify(said);
  const separator = over.kind === 'fields' ? over.separator : '';
  const signed = over.kind === 'fields' ? `${order}${separator}${state}` : body;
  return { query: '', body, signed };
}

/** Keys that the desk knows by their usual names, beside those that are signed. */
const BESIDE: readonly ((victim: string) => object)[] = [
  (victim) => ({ external_id: victim }),
  (victim) => ({ orderId: victim, status: 'paid' }),
  (victim) => ({ merchant_order_id: victim, payment_status: 'paid' }),
  (victim) => ({ uuid: victim, id: victim, deposit_id: victim }),
  (victim) => ({ data: { order_id: victim, state: 'paid', id: victim, amount: '1' } }),
  (victim) => ({ result: { external_id: victim, state: 'paid', merchant: 'x', currency: 'RUB' } }),
  (victim) => ({ 'data.order_id': victim, 'data.state': 'paid' }),
  (victim) => ({ data: { object: { order_id: victim, status: 'paid', amount: '1', id: victim } } }),
];

const beside: readonly ForgeryRow[] = BESIDE.map((keys, at) => ({
  name: `unsigned keys beside a true message (${at + 1})`,
  format: 'json',
  over: FIELDS,
  forge: ({ own, victim }) => ({
    query: `order_id=${victim}&state=paid`,
    body: JSON.stringify({ ...keys(victim), order_id: own, state: 'pending' }),
    signed: `${own}|pending`,
  }),
}));

const shifted = (name: string, over: Over, said: (own: string) => object): ForgeryRow => ({
  name,
  format: 'json',
  over,
  forge: ({ own }) => {
    const separator = over.kind === 'fields' ? over.separator : '';
    return { query: '', body: JSON.stringify(said(own)), signed: `${own}${separator}pending` };
  },
});

export const FORGERIES: readonly ForgeryRow[] = [
  ...beside,
  shifted('a separator inside a value', FIELDS, (own) => ({ order_id: `${own}|pending` })),
  shifted('a field missing without a separator', UNSEPARATED, (own) => ({
    order_id: `${own}pending`,
  })),
  shifted('a field missing without a separator, the other way', UNSEPARATED, (own) => ({
    state: `${own}pending`,
  })),
  {
    name: 'an old query as the body of another query',
    format: 'query',
    over: BODY,
    secret: 'own',
    forge: ({ own, victim }) => {
      const old = `order_id=${own}&state=pending`;
      return { query: `order_id=${victim}&state=paid`, body: old, signed: old };
    },
  },
  {
    name: 'another query beside a signed body',
    format: 'json',
    over: BODY,
    forge: ({ own, victim }) => {
      const body = JSON.stringify({ order_id: own, state: 'pending' });
      return { query: `order_id=${victim}&state=paid`, body, signed: body };
    },
  },
  {
    name: 'a JSON body as a query',
    format: 'recognised',
    over: BODY,
    forge: ({ own, victim }) => {
      const url = `https://shop.example/?a=1&order_id=${victim}&state=paid&`;
      const text = JSON.stringify({ order_id: own, state: 'pending', url });
      return { query: text, body: '', signed: text };
    },
  },
  {
    name: 'a body that was changed',
    format: 'json',
    over: BODY,
    forge: ({ own, victim }) => ({
      query: '',
      body: JSON.stringify({ order_id: victim, state: 'paid' }),
      signed: JSON.stringify({ order_id: own, state: 'pending' }),
    }),
  },
];

/** What another desk of the merchant signed for a request, as a callback here: this desk's log does not know the text. */
export type ForeignRow = {
  readonly name: string;
  readonly over: Over;
  /** Plain SHA-256: what stands between secret and text. Null: HMAC, which has nothing there. */
  readonly glue: { readonly requests: string; readonly callbacks: string } | null;
  readonly position: 'prefix' | 'suffix';
  readonly query: boolean;
};

const glued = (position: 'prefix' | 'suffix', requests: string, callbacks: string): ForeignRow => ({
  name: `another desk’s request, secret as ${position} by ${JSON.stringify([requests, callbacks])}`,
  over: BODY,
  glue: { requests, callbacks },
  position,
  query: false,
});
const foreign = (name: string, over: Over, query = false): ForeignRow => ({
  name: `another desk’s request ${name}`,
  over,
  glue: null,
  position: 'suffix',
  query,
});

export const FOREIGN: readonly ForeignRow[] = [
  glued('suffix', '::', ''),
  glued('suffix', '&x=', ''),
  glued('suffix', '|&', '&'),
  glued('prefix', '::', ''),
  glued('prefix', 'k=1&', ''),
  glued('prefix', '::&', '::'),
  foreign('as a form', BODY),
  foreign('as a query', BODY, true),
  foreign('as fields', {
    kind: 'fields',
    fields: ['url', 'amount_cents', 'currency', 'order_id', 'merchant', 'note', 'state'],
    separator: '::',
  }),
  foreign('as fields apart', {
    kind: 'fields',
    fields: ['note', 'order_id', 'state', 'more'],
    separator: '|',
  }),
];

/** Replays of the true message after a newer one. */
export const REPLAYS: readonly ForgeryRow[] = [
  { over: BODY, format: 'json' as const, query: 'a=1', body: (text: string) => text },
  { over: FIELDS, format: 'json' as const, query: 'a=1', body: (text: string) => text },
  { over: FIELDS, format: 'json' as const, query: '', body: (text: string) => `${text} ` },
  {
    over: FIELDS,
    format: 'json' as const,
    query: '',
    body: (text: string) => text.replace('}', ',"amount":"7","note":"new"}'),
  },
].map(({ over, format, query, body }, at) => ({
  name: `a true message again, after a newer one (${at + 1})`,
  over,
  format,
  forge: ({ own }) => {
    const said = JSON.stringify({ order_id: own, state: 'pending' });
    return { query, body: body(said), signed: over.kind === 'fields' ? `${own}|pending` : said };
  },
}));

/** Within the size that is taken, and made to be slow to read. */
export const OVERSIZED: readonly (readonly [name: string, type: string, body: string])[] = [
  [
    'long keys inside each other',
    'application/json',
    JSON.stringify(
      Array.from({ length: 34 }, (_, at) => `${at}`.padEnd(500, 'k')).reduceRight<object>(
        (inner, key) => ({ [key]: inner }),
        Object.fromEntries(Array.from({ length: 4500 }, (_, at) => [at, at % 10])),
      ),
    ),
  ],
  [
    'lists inside each other',
    'application/json',
    `{"a":${'['.repeat(30_000)}${']'.repeat(30_000)}}`,
  ],
  ['objects inside each other', 'application/json', `${'{"a":'.repeat(9000)}1${'}'.repeat(9000)}`],
  [
    'a number of 60 000 digits',
    'application/json',
    `{"order_id":"x","amount":${'9'.repeat(60_000)}}`,
  ],
  [
    '6 000 keys',
    'application/json',
    `{${Array.from({ length: 6000 }, (_, at) => `"k${at}":1`).join()}}`,
  ],
  ['20 000 form fields', 'application/x-www-form-urlencoded', 'a&'.repeat(20_000)],
  ['brackets inside each other', 'application/x-www-form-urlencoded', `a${'[b]'.repeat(20_000)}=1`],
  [
    'one form key of 60 000 brackets',
    'application/x-www-form-urlencoded',
    `${'['.repeat(60_000)}=1`,
  ],
];
