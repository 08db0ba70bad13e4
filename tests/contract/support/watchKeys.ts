import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Loaded into a host before its own code: tells the test every key that really signs something, which no operation and
 * no file would. It only listens.
 */
const original = crypto.createHmac;
crypto.createHmac = (algorithm, key, options) => {
  // Both signers take the key as text.
  if (typeof key === 'string') process.send?.({ kind: 'signingKey', value: key });
  return original(algorithm, key, options);
};
syncBuiltinESMExports();
