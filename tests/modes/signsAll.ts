import assert from 'node:assert/strict';
import { createHash, generateKeyPairSync, getHashes } from 'node:crypto';

import { sign } from '#core/provider/sign.ts';
import { DEFAULT_DIALECT } from '#shared/dialect/presets.ts';
import { ALGORITHMS, keyUseOf } from '#shared/dialect/schema.ts';

import { verifies } from '../provider/voice/signatures.ts';

/** Run in the mode boring-ssl: whatever a provider format may ask for is signed by the desk and found right by the sandbox. */
assert.throws(() => createHash('sha3-256'), 'the algorithms are not cut');
assert.ok(!getHashes().includes('blake2b512'));
const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
for (const algorithm of ALGORITHMS) {
  const secret = keyUseOf(algorithm) === 'rsa' ? privateKey : 'a secret';
  const recipe = { ...DEFAULT_DIALECT.signature, algorithm };
  const signed = sign('text', secret, recipe);
  assert.ok(signed.ok && verifies('text', secret, recipe, signed.value), algorithm);
}
