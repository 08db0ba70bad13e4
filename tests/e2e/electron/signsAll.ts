import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';

import { sign } from '#core/provider/sign.ts';
import { DEFAULT_DIALECT } from '#shared/dialect/presets.ts';
import { ALGORITHMS, keyUseOf } from '#shared/dialect/schema.ts';

import { verifies } from '../../provider/voice/signatures.ts';

/** Run by Electron as Node, over its BoringSSL: whatever a provider format may ask for is signed by the desk and found right by the sandbox. */
assert.ok(process.versions['electron'] !== undefined, 'this is no Electron');
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
console.log(`${ALGORITHMS.length} algorithms`);
