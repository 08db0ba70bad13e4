import { isUtf8 } from 'node:buffer';
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Loaded into a host before its own code: tells the test every key that really signs something, which no operation and
 * no file would. It only listens.
 */
const original = crypto.createHmac;
crypto.createHmac = (algorithm, key, options) => {
  const isBytes = Buffer.isBuffer(key);
  // Bytes that are no text are nobody's secret: with such a key the browser host proves itself to its tab.
  const text = typeof key === 'string' || (isBytes && isUtf8(key)) ? key.toString() : null;
  if (text !== null) process.send?.({ kind: 'signingKey', value: text });
  return original(algorithm, key, options);
};
syncBuiltinESMExports();
