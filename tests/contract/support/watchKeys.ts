import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Loaded into a host before its own code: tells the test every key that really signs something, which no operation and
 * no file would. It only listens.
 */
const original = crypto.createHmac;
crypto.createHmac = (algorithm, key, options) => {
  const text = typeof key === 'string' || Buffer.isBuffer(key) ? key.toString() : null;
  if (text !== null) process.send?.({ kind: 'signingKey', value: text });
  return original(algorithm, key, options);
};
syncBuiltinESMExports();
