import type { Flow } from '#sandbox/fields.ts';

import type { Act, AnswerField, AnswerFault, Change } from './fault.ts';

/* Answers with a success status that a client must not take as they are, or must take in spite of how they look. */

const BOTH: readonly Flow[] = ['create', 'build'];
const MIB = 1024 * 1024;

const fault = (
  name: string,
  item: string | null,
  act: Act,
  says: string,
  flows = BOTH,
): AnswerFault => ({
  name,
  where: 'answer',
  item,
  says,
  creates: true,
  bothWays: false,
  flows,
  act,
});

const changed = (
  name: string,
  item: string | null,
  change: Change,
  says: string,
  flows?: readonly Flow[],
): AnswerFault => fault(name, item, { how: 'record', change }, says, flows);

/** issuing.md, "Required in an answer". */
const REQUIRED: readonly (readonly [AnswerField, readonly Flow[], string])[] = [
  ['id', BOTH, 'id / uuid'],
  ['merchant', BOTH, 'merchant'],
  ['order', BOTH, 'external_id / order_id'],
  ['state', BOTH, 'state'],
  ['kind', ['create'], 'kind'],
  ['amount', ['create'], 'amount_cents'],
  ['currency', BOTH, 'amount_currency'],
  ['payment-data', BOTH, 'payment_data'],
  ['payment-url', ['build'], 'payment_data.url'],
];

const bare = (
  name: string,
  item: string,
  type: string,
  text: string,
  says: string,
): AnswerFault => ({
  ...fault(name, item, { how: 'text', type, text }, says),
  bothWays: true,
});

const UNREADABLE: readonly AnswerFault[] = [
  bare('empty-body', 'empty', 'application/json', '', 'HTTP 200 with Content-Length: 0'),
  {
    ...fault(
      'status-204',
      'empty',
      { how: 'status', status: 204, body: 'none', headers: {} },
      'HTTP 204',
    ),
    bothWays: true,
  },
  bare(
    'html-body',
    'HTML',
    'text/html; charset=utf-8',
    '<!doctype html><title>Maintenance</title><h1>We will be back soon</h1>',
    'HTTP 200 with a page',
  ),
  fault('bad-json', 'bad JSON', { how: 'trick', trick: 'cut' }, 'a record without its last brace'),
  fault('not-utf8', 'bad JSON', { how: 'trick', trick: 'not-utf8' }, 'a byte that is not UTF-8'),
  fault('gzip-cut', 'bad JSON', { how: 'gzip', isCut: true }, 'gzip that ends in the middle'),
  fault(
    'duplicate-keys',
    'has duplicate keys',
    { how: 'trick', trick: 'duplicate-key' },
    'id / uuid twice, the true one last',
  ),
  fault(
    'duplicate-keys-nested',
    'has duplicate keys',
    { how: 'trick', trick: 'duplicate-key-nested' },
    'a key of payment_data twice, the true one last',
  ),
  fault(
    'unsafe-integers',
    'integers beyond safe range',
    { how: 'trick', trick: 'unsafe-integer' },
    '`"amount_cents":9007199254740993`, in build as an extra field',
  ),
  bare(
    'error-object',
    'an error object',
    'application/json',
    '{"error":{"code":"internal","message":"Something went wrong"}}',
    'HTTP 200 with an error and no record',
  ),
  changed(
    'error-beside-record',
    'an error object',
    { to: 'error-beside' },
    'an error beside a whole record',
  ),
  ...REQUIRED.map(([field, flows, words]) =>
    changed(
      `lacks-${field}`,
      'lacks a required field',
      { to: 'lacks', field },
      `no ${words}`,
      flows,
    ),
  ),
  ...REQUIRED.map(([field, flows, words]) =>
    changed(
      `wrong-type-${field}`,
      'has wrong types',
      { to: 'wrong-type', field },
      `${words} of another type`,
      flows,
    ),
  ),
  fault(
    'over-1-mib',
    'over 1 MiB after decompression',
    { how: 'padded', bytes: MIB, gzip: false },
    'a record with 1 MiB of padding',
  ),
  fault(
    'over-1-mib-gzip',
    'over 1 MiB after decompression',
    { how: 'padded', bytes: 16 * MIB, gzip: true },
    'the same with 16 MiB in some 16 KiB of gzip, whatever Accept-Encoding said',
  ),
];

const QUARANTINED: readonly AnswerFault[] = [
  changed(
    'echo-merchant',
    'merchant',
    { to: 'other-value', field: 'merchant' },
    'another merchant',
  ),
  changed(
    'echo-order',
    'external_id / order_id',
    { to: 'other-value', field: 'order' },
    'another external_id / order_id',
  ),
  changed(
    'echo-currency',
    'amount_currency',
    { to: 'other-value', field: 'currency' },
    'another currency',
  ),
  changed('echo-kind', 'kind', { to: 'other-value', field: 'kind' }, 'kind `payout`', ['create']),
  changed(
    'reused-id',
    'whose id already belongs to another request',
    { to: 'reused-id', ofOrderId: null },
    'the id of the newest earlier record of this merchant, or of `of_order_id`',
  ),
  changed(
    'odd-state',
    'whose state is not an accepted one',
    { to: 'state', state: 'on_review' },
    'the state `on_review`, or `state`',
  ),
];

const HTTPS_ITEM = 'not https';

const ACCEPTABLE: readonly AnswerFault[] = [
  changed(
    'amount-changed',
    'returned amount_cents differs from the sent cents',
    { to: 'amount', delta: -1 },
    'amount_cents one less than sent, or by `delta`',
    ['create'],
  ),
  changed(
    'extra-fields',
    'extra',
    { to: 'extra-fields' },
    'fields that no document names, in the record and in payment_data',
  ),
  changed('null-optionals', 'null', { to: 'null-optionals' }, 'every optional field null'),
  changed('missing-optionals', 'missing', { to: 'no-optionals' }, 'no optional field'),
  changed(
    'unsafe-url-http',
    HTTPS_ITEM,
    { to: 'url', url: 'http://pay.example/p/1' },
    'links by http',
  ),
  changed(
    'unsafe-url-other-port',
    'http only for the exact origin of a sandbox-mode profile',
    { to: 'url', url: 'http://127.0.0.1:9/pay/1' },
    'links by http to this machine, but another port',
  ),
  changed(
    'unsafe-url-credentials',
    'credentials',
    { to: 'url', url: 'https://user:word@pay.example/p/1' },
    'links with a name and a password',
  ),
  changed(
    'unsafe-url-not-a-url',
    'not a URL',
    { to: 'url', url: 'ask at the counter' },
    'links that are words',
  ),
  changed(
    'unsafe-url-javascript',
    HTTPS_ITEM,
    { to: 'url', url: 'javascript:alert(1)' },
    'links that are scripts',
  ),
  fault('gzip-ok', null, { how: 'gzip', isCut: false }, 'the true answer, compressed'),
  fault(
    'status-201',
    null,
    { how: 'status', status: 201, body: 'record', headers: {} },
    'the true answer with HTTP 201',
  ),
];

export const SPOILT_ANSWERS: readonly AnswerFault[] = [
  ...UNREADABLE,
  ...QUARANTINED,
  ...ACCEPTABLE,
];
