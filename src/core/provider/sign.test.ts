import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';

import { describe, expect, it } from 'vitest';

import { EC_PKCS8, RSA_PKCS1, RSA_PKCS8 } from '../testing/keys.ts';
import { type SigningRecipe, isPem, sign } from './sign.ts';

const recipe = (overrides: Partial<SigningRecipe> = {}): SigningRecipe => ({
  algorithm: 'hmac-sha256',
  secretUse: { position: 'suffix', separator: '::' },
  keyTransform: 'text',
  output: 'hex-lower',
  ...overrides,
});
const unusable = { ok: false, error: 'secret_unusable' };
const rsa = recipe({ algorithm: 'rsa-sha256', output: 'base64' });

describe('a secret', () => {
  it.each([
    ['base64', 'not base64!'],
    ['base64', 'YQ='],
    ['base64', 'YWJjZ'],
    ['base64', 'YW Jj'],
    ['base64', 'YW-_'],
    ['base64', ''],
    ['hex', 'abc'],
    ['hex', 'zz'],
    ['hex', '0x61'],
    ['hex', ''],
  ] as const)('that is no %s is refused whole: %j', (keyTransform, secret) => {
    expect(sign('text', secret, recipe({ keyTransform }))).toEqual(unusable);
    expect(sign('text', secret, recipe({ keyTransform, algorithm: 'md5' }))).toEqual(unusable);
  });

  it.each([
    ['base64', 'c2VjcmV0'],
    ['base64', 'c2VjcmV0MQ=='],
    ['base64', 'c2VjcmV0MQ'],
    ['hex', '736563726574'],
    ['hex', '7a6B6C'],
  ] as const)('in %s is decoded: %j', (keyTransform, secret) => {
    const decoded = Buffer.from(secret, keyTransform).toString('latin1');
    const signed = sign('text', secret, recipe({ keyTransform }));
    expect(signed).toEqual(sign('text', decoded, recipe()));
    expect(signed).not.toEqual(sign('text', secret, recipe()));
  });
});

describe('RSA', () => {
  const verified = (secret: string): boolean => {
    const signed = sign('сумма::1', secret, rsa);
    if (!signed.ok) return false;
    const signature = Buffer.from(signed.value, 'base64');
    return verify('sha256', Buffer.from('сумма::1'), createPublicKey(RSA_PKCS8), signature);
  };

  it('takes PKCS #8 and PKCS #1, and both are one key', () => {
    expect(verified(RSA_PKCS8)).toBe(true);
    expect(sign('x', RSA_PKCS1, rsa)).toEqual(sign('x', RSA_PKCS8, rsa));
  });

  it.each([
    ['in one line', RSA_PKCS8.replaceAll('\n', '')],
    ['with blanks for line ends', RSA_PKCS8.replaceAll('\n', ' ')],
    ['with Windows line ends', RSA_PKCS8.replaceAll('\n', '\r\n')],
    ['as it stands in JSON', RSA_PKCS8.replaceAll('\n', String.raw`\n`)],
    ['with blanks around it', `  ${RSA_PKCS8}\n\n`],
  ])('takes a key %s', (_, pem) => {
    expect(isPem(pem)).toBe(true);
    expect(verified(pem)).toBe(true);
  });

  it.each([
    ['a password', 'a-very-secret-key'],
    ['half a key', RSA_PKCS8.slice(0, 400)],
    ['a key with a hole in it', RSA_PKCS8.replace(/\n.{64}\n/u, '\n')],
    ['a key of another kind', EC_PKCS8],
    ['a public key', publicPem()],
    ['a key behind a passphrase', lockedPem()],
  ])('refuses %s', (_, secret) => {
    expect(sign('text', secret, rsa)).toEqual(unusable);
  });

  it('does not look at the key transform', () => {
    expect(sign('x', RSA_PKCS8, { ...rsa, keyTransform: 'hex' })).toEqual(
      sign('x', RSA_PKCS8, rsa),
    );
  });
});

function publicPem(): string {
  return createPublicKey(RSA_PKCS8).export({ type: 'spki', format: 'pem' }).toString();
}

function lockedPem(): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
  return privateKey
    .export({ type: 'pkcs8', format: 'pem', cipher: 'aes-128-cbc', passphrase: 'x' })
    .toString();
}
