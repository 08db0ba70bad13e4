import { readFileSync } from 'node:fs';

const read = (name: string): string =>
  readFileSync(new URL(`../../../tests/vectors/keys/${name}.pem`, import.meta.url), 'utf8');

/** Made for tests and published with them: they open nothing. */
export const RSA_PKCS8 = read('rsa-2048-pkcs8');
export const RSA_PKCS1 = read('rsa-2048-pkcs1');
export const EC_PKCS8 = read('ec-p256');
