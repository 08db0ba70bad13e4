import { execFileSync } from 'node:child_process';
import { createHash, createHmac, createSign, generateKeyPairSync } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { assert, constantFrom, property, string, uint8Array } from 'fast-check';
import { describe, expect, it } from 'vitest';

import { ALGORITHMS, KEY_TRANSFORMS, OUTPUTS, SECRET_POSITIONS } from '#shared/dialect/schema.ts';

import type { SignatureKnobs } from '#sandbox/voice.ts';

import { isUsableSecret, signatureOf, verifies } from './signatures.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const PKCS8 = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const PKCS1 = privateKey.export({ type: 'pkcs1', format: 'pem' }).toString();
const PUBLIC = publicKey.export({ type: 'spki', format: 'pem' }).toString();
const PLAIN = {
  secretUse: { position: 'suffix', separator: '::' },
  keyTransform: 'text',
  output: 'hex-lower',
} as const;
const HASHED = ALGORITHMS.filter((algorithm) => algorithm !== 'rsa-sha256');

const knobs = constantFrom(
  ...HASHED.flatMap((algorithm) =>
    KEY_TRANSFORMS.flatMap((keyTransform) =>
      OUTPUTS.flatMap((output) =>
        SECRET_POSITIONS.flatMap((position) =>
          ['', '::', '&key='].map((separator) => ({
            algorithm,
            keyTransform,
            output,
            secretUse: { position, separator },
          })),
        ),
      ),
    ),
  ),
);

/** By node:crypto's own means, which the sandbox does without. */
function byNode(text: string, key: Buffer, given: SignatureKnobs): string {
  const { algorithm, secretUse, output } = given;
  const encoding = output === 'base64' ? 'base64' : 'hex';
  const hash = algorithm.replace('hmac-', '');
  const made = algorithm.startsWith('hmac-')
    ? createHmac(hash, key).update(text).digest(encoding)
    : secretUse.position === 'suffix'
      ? createHash(hash).update(text).update(secretUse.separator).update(key).digest(encoding)
      : createHash(hash).update(key).update(secretUse.separator).update(text).digest(encoding);
  return output === 'hex-upper' ? made.toUpperCase() : made;
}

function asStored(key: Buffer, { keyTransform }: SignatureKnobs): string {
  return keyTransform === 'text' ? key.toString('utf8') : key.toString(keyTransform);
}

describe('every knob of the signature', () => {
  it('agrees with node:crypto, keys longer than a block included', () => {
    assert(
      property(
        knobs,
        string({ unit: 'binary' }),
        uint8Array({ minLength: 1, maxLength: 300 }),
        (given, text, bytes) => {
          const key =
            given.keyTransform === 'text'
              ? Buffer.from(Buffer.from(bytes).toString('latin1'), 'utf8')
              : Buffer.from(bytes);
          const secret = asStored(key, given);
          const signature = byNode(text, key, given);
          expect(signatureOf(text, secret, given)).toBe(signature);
          expect(verifies(text, secret, given, signature)).toBe(true);
          expect(verifies(`${text}.`, secret, given, signature)).toBe(false);
          expect(verifies(text, secret, given, `${signature}0`)).toBe(false);
        },
      ),
      { numRuns: 200 },
    );
  });

  it.each(OUTPUTS)('has RSA with either PEM, written as %s', (output) => {
    const given = { ...PLAIN, algorithm: 'rsa-sha256', output } as const;
    const encoding = output === 'base64' ? 'base64' : 'hex';
    const made = createSign('sha256').update('a::b').sign(privateKey, encoding);
    const signature = output === 'hex-upper' ? made.toUpperCase() : made;
    for (const pem of [PKCS8, PKCS1]) {
      expect(signatureOf('a::b', pem, given)).toBe(signature);
      expect(verifies('a::b', pem, given, signature)).toBe(true);
      expect(verifies('a::c', pem, given, signature)).toBe(false);
    }
    expect(verifies('a::b', PUBLIC, given, signature)).toBe(true);
    expect(signatureOf('a::b', PUBLIC, given)).toBeNull();
    for (const wrong of ['', 'x', signature.slice(2), `${signature} `, 'A'.repeat(344)]) {
      expect(verifies('a::b', PKCS8, given, wrong)).toBe(false);
    }
  });

  it('agrees with openssl about RSA', () => {
    const file = join(tmpdir(), `desk-sandbox-${process.pid}.pem`);
    writeFileSync(file, PKCS8, { mode: 0o600 });
    try {
      const made = execFileSync('openssl', ['dgst', '-sha256', '-sign', file], { input: 'a::b' });
      const given = { ...PLAIN, algorithm: 'rsa-sha256', output: 'base64' } as const;
      expect(signatureOf('a::b', PKCS8, given)).toBe(made.toString('base64'));
    } finally {
      rmSync(file);
    }
  });

  it.each([
    ['hex', 'abc'],
    ['hex', 'xy'],
    ['hex', ''],
    ['base64', 'a'],
    ['base64', 'ab!d'],
    ['base64', ''],
  ] as const)('has no key in a secret that is not %s: %j', (keyTransform, secret) => {
    const given = { ...PLAIN, algorithm: 'hmac-sha256', keyTransform } as const;
    expect(signatureOf('a', secret, given)).toBeNull();
    expect(verifies('a', secret, given, '')).toBe(false);
    expect(isUsableSecret(secret, given)).toBe(false);
  });

  it('has no key in a PEM of another kind, or in none', () => {
    const given = { ...PLAIN, algorithm: 'rsa-sha256' } as const;
    const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
    for (const secret of [
      'secret',
      '',
      ec.export({ type: 'pkcs8', format: 'pem' }).toString(),
      PKCS8.slice(0, 300),
    ]) {
      expect(signatureOf('a', secret, given)).toBeNull();
      expect(isUsableSecret(secret, given)).toBe(false);
    }
    expect(isUsableSecret(PKCS1, given)).toBe(true);
    expect(isUsableSecret(PUBLIC, given)).toBe(true);
  });

  it('ignores the key transform for RSA, and the secret’s place for HMAC', () => {
    const rsa = { ...PLAIN, algorithm: 'rsa-sha256', keyTransform: 'hex' } as const;
    expect(signatureOf('a', PKCS8, rsa)).not.toBeNull();
    const hmac = { ...PLAIN, algorithm: 'hmac-sha1' } as const;
    const prefixed = { ...hmac, secretUse: { position: 'prefix', separator: '' } } as const;
    expect(signatureOf('a', 'b', hmac)).toBe(signatureOf('a', 'b', prefixed));
  });
});
