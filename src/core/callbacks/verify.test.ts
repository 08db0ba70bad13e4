import { createHash, createHmac, createSign, generateKeyPairSync } from 'node:crypto';

import { describe, expect, it } from 'vitest';

import { type CallbackFormat, DEFAULT_CALLBACK } from '#shared/dialect/schema.ts';
import type { RawCallback } from '#shared/domain/callback.ts';

import { readCallback } from './read.ts';
import { verdictOf } from './verify.ts';

type Signature = NonNullable<CallbackFormat['signature']>;

const SECRET = 'callback-secret';
const BODY = '{"id":"r-1","amount":1450.00,"state":"paid"}';
const FORMAT: Signature = {
  algorithm: 'hmac-sha256',
  secretUse: { position: 'suffix', separator: '::' },
  keyTransform: 'text',
  output: 'hex-lower',
  placement: { in: 'header', name: 'X-Callback-Signature', prefix: 'v1=' },
  over: { kind: 'raw-body' },
};
const hmac = (text: string): string => createHmac('sha256', SECRET).update(text).digest('hex');

function verdict(
  message: Partial<RawCallback>,
  signature: Signature | null = FORMAT,
  secret: string | null = SECRET,
) {
  const raw: RawCallback = {
    method: 'POST',
    query: '',
    headers: [],
    body: BODY,
    encoding: 'utf8',
    ...message,
  };
  const { fields } = readCallback(raw, DEFAULT_CALLBACK);
  return verdictOf(raw, fields, signature, secret);
}
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
    const sign = createHash('md5').update(`1450.00|r-1::${SECRET}`).digest('hex');
    const format = { ...FORMAT, algorithm: 'md5', over, placement: inBody } as const;
    const body = BODY.replace('}', `,"sign":"${sign}"}`);
    expect(verdict({ body }, format)).toBe('verified');
    expect(verdict({ body: body.replace('1450.00', '1.00') }, format)).toBe('bad_signature');
  });

  it('is found in the query, and covers a callback by query', () => {
    const placement = { in: 'query', name: 'sign', prefix: '' } as const;
    const query = `id=r-1&sign=${hmac(BODY)}`;
    expect(verdict({ query }, { ...FORMAT, placement })).toBe('verified');
    const byQuery = { method: 'GET', body: '', query: 'id=r-1&state=paid' } as const;
    expect(verdict({ ...byQuery, ...signedWith(`v1=${hmac(byQuery.query)}`) })).toBe('verified');
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
      expect(verdict(signedWith(`v1=${signature}`), format, pem)).toBe('verified');
      expect(verdict(signedWith('v1=AAAA'), format, pem)).toBe('bad_signature');
    }
    expect(verdict(signedWith(`v1=${signature}`), format, 'no key')).toBe('not_checked');
  });

  it('that nobody asks for is unverified; one that cannot be checked is not called forged', () => {
    expect(verdict({}, null)).toBe('unverified');
    expect(verdict({}, FORMAT, null)).toBe('not_checked');
    expect(verdict(signedWith('v1=00'), { ...FORMAT, keyTransform: 'hex' }, 'not hex')).toBe(
      'not_checked',
    );
  });
});
