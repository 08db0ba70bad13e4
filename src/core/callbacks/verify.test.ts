import { createHash, createHmac, createSign, generateKeyPairSync } from 'node:crypto';

import { describe, expect, it } from 'vitest';

import { type CallbackFormat, DEFAULT_CALLBACK } from '#shared/dialect/schema.ts';
import type { RawCallback } from '#shared/domain/callback.ts';

import { stringToSign } from '../provider/stringToSign.ts';
import { sign } from '../provider/sign.ts';
import { MERCHANT, preparedOf } from '../testing/builders.ts';
import { checkCallback } from './verify.ts';

type Signature = NonNullable<CallbackFormat['signature']>;

const SECRET = 'callback-secret';
const BODY = '{"id":"r-1","amount":1450.00,"state":"paid"}';
const FORMAT: Signature = {
  algorithm: 'hmac-sha256',
  secretUse: { position: 'suffix', separator: '::' },
  keyTransform: 'text',
  output: 'hex-lower',
  placement: { in: 'header', name: 'X-Callback-Signature', prefix: 'v1=' },
  secret: 'shared',
  over: { kind: 'raw-body' },
};
const SHARED = { secrets: [SECRET], signRequests: true };
const OWN: Signature = { ...FORMAT, secret: 'own' };
const hmac = (text: string): string => createHmac('sha256', SECRET).update(text).digest('hex');

function checked(
  message: Partial<RawCallback>,
  signature: Signature | null = FORMAT,
  secrets: readonly string[] = [SECRET],
  format: CallbackFormat['format'] = 'recognised',
) {
  const raw: RawCallback = {
    method: 'POST',
    query: '',
    headers: [],
    body: BODY,
    encoding: 'utf8',
    ...message,
  };
  const signRequests = signature?.secret !== 'own';
  const known = { secrets, signRequests };
  return checkCallback(raw, { ...DEFAULT_CALLBACK, format, signature }, known, [MERCHANT]);
}
const verdict = (...message: Parameters<typeof checked>) => checked(...message).verdict;
const signedWith = (text: string): Partial<RawCallback> => ({
  headers: [['x-callback-signature', text]],
});

describe('a callback’s signature', () => {
  it('is checked over the raw body', () => {
    expect(verdict(signedWith(`v1=${hmac(BODY)}`))).toBe('verified');
    expect(verdict({ ...signedWith(`v1=${hmac(BODY)}`), body: `${BODY} ` })).toBe('bad_signature');
  });

  it('is bad where it is absent, empty, without its prefix, or another', () => {
    for (const message of [{}, signedWith(''), signedWith(hmac(BODY)), signedWith('v1=00')]) {
      expect(verdict(message)).toBe('bad_signature');
    }
  });

  it('is checked over fields in their order, absent ones absent, numbers as written', () => {
    const over = { kind: 'fields', fields: ['amount', 'order_id', 'id'], separator: '|' } as const;
    const inBody = { in: 'body', name: 'sign', prefix: '' } as const;
    const md5 = createHash('md5').update(`1450.00|r-1::${SECRET}`).digest('hex');
    const format = { ...FORMAT, algorithm: 'md5', over, placement: inBody } as const;
    const body = BODY.replace('}', `,"sign":"${md5}"}`);
    expect(verdict({ body }, format)).toBe('verified');
    expect(verdict({ body: body.replace('1450.00', '1.00') }, format)).toBe('bad_signature');
  });

  it('is found in the query, and covers a callback by query', () => {
    const placement = { in: 'query', name: 'sign', prefix: '' } as const;
    const query = `id=r-1&sign=${hmac(BODY)}`;
    expect(verdict({ query }, { ...FORMAT, placement })).toBe('verified');
    const byQuery = { method: 'GET', body: '', query: 'id=r-1&state=paid' } as const;
    const signed = { ...byQuery, ...signedWith(`v1=${hmac(byQuery.query)}`) };
    expect(verdict(signed, OWN)).toBe('verified');
  });

  it('by RSA is checked with the public key, also of a private one', () => {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const signature = createSign('sha256').update(BODY).sign(privateKey, 'base64');
    const format = { ...FORMAT, algorithm: 'rsa-sha256', output: 'base64' } as const;
    const pems = [
      publicKey.export({ type: 'spki', format: 'pem' }).toString(),
      privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    ];
    for (const pem of pems) {
      expect(verdict(signedWith(`v1=${signature}`), format, [pem])).toBe('verified');
      expect(verdict(signedWith('v1=AAAA'), format, [pem])).toBe('bad_signature');
    }
    expect(verdict(signedWith(`v1=${signature}`), format, ['no key'])).toBe('not_checked');
  });

  it('may be of the secret before this one, and the digest of what it covers is told', () => {
    const genuine = signedWith(`v1=${hmac(BODY)}`);
    const signedText = createHash('sha256').update(BODY).digest('hex');
    const told = { verdict: 'verified', signedText, signedWith: SECRET };
    expect(checked(genuine, FORMAT, ['the new one', SECRET])).toMatchObject(told);
    expect(checked(genuine, FORMAT, ['the new one'])).toEqual({
      verdict: 'bad_signature',
      reading: checked(genuine).reading,
    });
  });

  it('that nobody asks for is unverified; one that cannot be checked is not called forged', () => {
    expect(verdict({}, null)).toBe('unverified');
    expect(verdict({}, FORMAT, [])).toBe('not_checked');
    expect(verdict(signedWith('v1=00'), { ...FORMAT, keyTransform: 'hex' }, ['not hex'])).toBe(
      'not_checked',
    );
  });
});

describe('a signature over fields', () => {
  const overFields = (fields: readonly string[], separator: string): Signature => ({
    ...FORMAT,
    over: { kind: 'fields', fields, separator },
  });
  const json = (said: object, signed: string) => ({
    ...signedWith(`v1=${hmac(signed)}`),
    body: JSON.stringify(said),
  });
  const over = overFields(['id', 'state'], '|');

  it('covers those and nothing beside them', () => {
    expect(checked(json({ id: 'r-1', state: 'paid' }, 'r-1|paid'), over)).toMatchObject({
      verdict: 'verified',
      reading: { id: 'r-1', state: 'paid' },
    });
    const both = checked(json({ id: 'r-1', state: 'paid' }, 'r-1|paid'), over);
    expect(both.reading.notSigned).toBeUndefined();
    const more = { id: 'r-1', state: 'paid', amount: '1.00', currency: 'RUB' };
    expect(checked(json(more, 'r-1|paid'), over)).toMatchObject({
      verdict: 'verified',
      reading: { notSigned: ['amount', 'currency'] },
    });
  });

  const aside = { uuid: 'r-2', order_id: 'A-2', status: 'failed', amount: 1, currency: 'RUB' };
  it.each([
    ['a key that is usual too', { uuid: 'r-2', id: 'r-1', state: 'paid' }, undefined],
    ['an order', { id: 'r-1', state: 'paid', external_id: 'A-2' }, ['orderId']],
    ['a whole message', { data: aside, id: 'r-1', state: 'paid' }, undefined],
    ['one around it', { ...aside, id: 'r-1', state: 'paid' }, ['orderId', 'amount', 'currency']],
  ] as const)('is not led astray by %s beside it', (_what, said, notSigned) => {
    const { verdict: found, reading } = checked(json(said, 'r-1|paid'), over);
    expect(found).toBe('verified');
    expect(reading).toMatchObject({ id: 'r-1', state: 'paid' });
    expect(reading.notSigned).toEqual(notSigned);
  });

  it('covers no value that is named by a key of the format and not by the signature', () => {
    const keys = { ...DEFAULT_CALLBACK.keys, id: 'uuid' };
    const raw = { method: 'POST', query: '', encoding: 'utf8', headers: [], body: '' } as const;
    const said = { ...raw, ...json({ uuid: 'r-2', id: 'r-1', state: 'paid' }, 'r-1|paid') };
    const format = { ...DEFAULT_CALLBACK, keys, signature: over };
    const { reading } = checkCallback(said, format, SHARED, [MERCHANT]);
    expect(reading).toMatchObject({ id: 'r-2', notSigned: ['id'] });
  });

  it('is bad where the same text can be read in another way', () => {
    expect(verdict(json({ id: 'r-1|x', state: 'paid' }, 'r-1|x|paid'), over)).toBe('bad_signature');
    const double = overFields(['id', 'state'], '::');
    expect(verdict(json({ id: 'r-1:', state: 'paid' }, 'r-1:::paid'), double)).toBe(
      'bad_signature',
    );
    const close = overFields(['id', 'state', 'amount'], '');
    expect(verdict(json({ id: 'r-1', state: 'paid' }, 'r-1paid'), close)).toBe('bad_signature');
    const whole = { id: 'r-1', state: 'paid', amount: '5' };
    expect(verdict(json(whole, 'r-1paid5'), close)).toBe('verified');
  });
});

describe('a JSON message sent as a query', () => {
  it('is not read as a form, whatever stands in its texts', () => {
    const body =
      '{"id":"r-1","state":"new","url":"https://shop.example/?a=1&order_id=V&state=paid&"}';
    const forged = {
      method: 'GET',
      query: body,
      body: '',
      ...signedWith(`v1=${hmac(body)}`),
    } as const;
    const { verdict: found, reading } = checked(forged);
    expect(found).toBe('bad_signature');
    expect(reading).toMatchObject({ format: null, orderId: null, state: null });
  });
});

describe('a callback by query', () => {
  it('has no body: an old message in it does not vouch for another query', () => {
    const old = 'id=r-1&state=paid';
    const forged = { query: 'id=r-2&state=paid', body: old, ...signedWith(`v1=${hmac(old)}`) };
    expect(verdict(forged, OWN, [SECRET], 'query')).toBe('bad_signature');
    const genuine = {
      method: 'GET',
      query: old,
      body: '',
      ...signedWith(`v1=${hmac(old)}`),
    } as const;
    expect(checked(genuine, OWN, [SECRET], 'query')).toMatchObject({
      verdict: 'verified',
      reading: { id: 'r-1', state: 'paid' },
    });
  });
});

describe('what was signed for a request, where callbacks share its secret', () => {
  /** Its callback address holds the keys of a form; `customer` is as free. */
  const requestText = (customer: string): string =>
    stringToSign(
      preparedOf('B-1', {
        callback_url: 'https://shop.example/?a=1&order_id=V&state=paid&b=2',
        customer,
      }).body,
    );
  const plain = (position: 'prefix' | 'suffix', separator: string): Signature => ({
    ...FORMAT,
    algorithm: 'sha256',
    secretUse: { position, separator },
  });
  /** The signature that travelled with the request, on another text. */
  const taken = (text: string, requests: Signature, body: string): Partial<RawCallback> => {
    const made = sign(text, SECRET, requests);
    if (!made.ok) throw new Error(made.error);
    return { ...signedWith(`v1=${made.value}`), body };
  };
  const GLUED = [
    ['suffix', '::', '', '::'],
    ['suffix', '&x=', '', '&x='],
    ['suffix', '|&', '&', '|'],
    ['prefix', '::', '', '::'],
    ['prefix', 'k=1&', '', 'k=1&'],
    ['prefix', '::&', '::', '&'],
  ] as const;

  it.each(GLUED)(
    'verifies no form: secret as %s, joined by %j for requests and by %j for callbacks',
    (position, ofRequests, ofCallbacks, missing) => {
      const text = requestText('cust');
      const body = position === 'suffix' ? `${text}${missing}` : `${missing}${text}`;
      const message = taken(text, plain(position, ofRequests), body);
      expect(checked(message, plain(position, ofCallbacks))).toMatchObject({
        verdict: 'unverified',
        reading: { format: 'form', orderId: 'V', state: 'paid' },
      });
    },
  );

  it('verifies no form and no query at a desk that did not sign it', () => {
    const text = requestText('cust');
    const form = taken(text, FORMAT, text);
    expect(verdict(form)).toBe('unverified');
    const query = { ...form, method: 'GET', body: '', query: text } as const;
    expect(verdict(query)).toBe('unverified');
    // A wrong signature stays a wrong one.
    expect(verdict({ ...form, body: `${text}&c=3` })).toBe('bad_signature');
    expect(verdict(form, OWN)).toBe('verified');
  });

  it.each([
    [
      'the same separator',
      '::',
      ['url', 'amount', 'currency', 'order_id', 'merchant', 'n', 'state'],
    ],
    ['another separator', '|', ['id', 'order_id', 'state', 'n']],
    ['a colon', ':', ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'order_id', 'i', 'j', 'k', 'l', 'state']],
  ])('verifies no fields joined by %s', (_what, separator, fields) => {
    const text = requestText(separator === '|' ? 'x|V|paid|y' : 'V');
    const values = text.split(separator);
    const said = Object.fromEntries(values.map((value, at) => [fields[at] ?? `rest${at}`, value]));
    const over = { kind: 'fields', fields: Object.keys(said), separator } as const;
    for (const [shift, glue] of [
      ['', ''],
      [separator, separator],
    ] as const) {
      const wider = glue === '' ? over : { ...over, fields: [...over.fields, 'last'] };
      const body = JSON.stringify(glue === '' ? said : { ...said, last: '' });
      const made = taken(`${text}${shift}`, { ...FORMAT, over: wider }, body);
      expect(verdict(made, { ...FORMAT, over: wider })).toBe('unverified');
      expect(verdict(made, { ...OWN, over: wider })).toBe('verified');
    }
  });

  it('is told apart from fields that a provider signs in the same manner', () => {
    const id = '5c0b9ad4-8a3a-4f0e-9b2b-6f3a4f0f5c11';
    const said = { amount_cents: 145_000, amount_currency: 'RUB', external_id: 'A-1', id };
    const whole = { ...said, merchant: MERCHANT, state: 'paid' };
    const over = { kind: 'fields', fields: Object.keys(whole), separator: '::' } as const;
    const text = Object.values(whole).join('::');
    const message = { ...signedWith(`v1=${hmac(text)}`), body: JSON.stringify(whole) };
    expect(verdict(message, { ...FORMAT, over })).toBe('verified');
  });
});
