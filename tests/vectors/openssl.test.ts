import { execFileSync, spawnSync } from 'node:child_process';

import { beforeAll, describe, expect, it } from 'vitest';

import { ALGORITHMS, keyUseOf } from '#shared/dialect/schema.ts';

import { type FormatCase, cases, rsaKeyFile, secretOf } from './formats.ts';

const isThere = spawnSync('openssl', ['version']).status === 0;

/** As a person at a terminal would ask; each of a recipe's secrets is text here, so that openssl reads it as it stands. */
function askedOf(vector: FormatCase): string {
  const { algorithm, secretUse } = vector.signature;
  const hash = `-${algorithm.replace(/^(?:hmac|rsa)-/u, '')}`;
  const ask = (args: readonly string[], input: string): string =>
    execFileSync('openssl', ['dgst', hash, ...args, '-binary'], { input }).toString('hex');
  const { stringToSign: text } = vector;
  switch (keyUseOf(algorithm)) {
    case 'hmac':
      return ask(['-hmac', secretOf(vector)], text);
    case 'rsa':
      return ask(['-sign', rsaKeyFile], text);
    case 'plain': {
      const parts = [text, secretOf(vector)];
      const ordered = secretUse.position === 'suffix' ? parts : parts.toReversed();
      return ask([], ordered.join(secretUse.separator));
    }
  }
}

describe('openssl', () => {
  beforeAll(() => {
    if (!isThere) console.log('The vectors are not held against openssl: it is not installed.');
  });

  it.for(ALGORITHMS)('agrees with the vectors on %s', (algorithm, context) => {
    context.skip(!isThere, 'openssl is not installed');
    const own = cases.filter(
      ({ signature, secret }) =>
        signature.algorithm === algorithm &&
        signature.output === 'hex-lower' &&
        signature.placement.in === 'header' &&
        (secret === 'text' || secret === 'rsa'),
    );
    expect(own.length).toBeGreaterThan(0);
    for (const vector of own) expect(askedOf(vector), vector.name).toBe(vector.signed);
  });
});
