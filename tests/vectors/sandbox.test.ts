import { describe, expect, it } from 'vitest';

import { signatureOf, stringToSign, verifies } from '#sandbox/signature.ts';
import { ALGORITHMS } from '#shared/dialect/schema.ts';

import { cases, secretOf } from './formats.ts';

/** Its own field order and its own HMAC and RSA: where it agrees with the file, the file is not core's word alone. */
describe.each(ALGORITHMS)('the sandbox, by %s', (algorithm) => {
  const own = cases.filter(({ signature }) => signature.algorithm === algorithm);

  it('signs as the vectors do', () => {
    for (const vector of own) {
      const { name, flow, fields, stringToSign: text, signature, signed } = vector;
      expect(stringToSign(flow, fields), name).toBe(text);
      expect(signatureOf(text, secretOf(vector), signature), name).toBe(signed);
    }
  });

  it('takes what the vectors sign, and nothing else', () => {
    for (const vector of own) {
      const secret = secretOf(vector);
      const { stringToSign: text, signature, signed, name } = vector;
      expect(verifies(text, secret, signature, signed), name).toBe(true);
      expect(verifies(`${text}x`, secret, signature, signed), name).toBe(false);
    }
  });
});
