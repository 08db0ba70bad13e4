import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import tls from 'node:tls';

/**
 * Electron is linked with Chromium's BoringSSL instead of OpenSSL. Read in sources: digests in BoringSSL's
 * crypto/digest/digest_extra.cc with Electron's patch expose_ripemd160, ciphers in crypto/cipher/get_cipher.cc with its patch
 * feat_expose_several_extra_cipher_functions, RSA-PSS keys in its fix_crypto_tests_to_run_with_bssl. Assumed, not
 * read: curves, X448 and Ed448, suites of TLS, the words and codes of errors. WebCrypto is left as it is.
 */
const DIGESTS = [
  'md4',
  'md5',
  'md5-sha1',
  'ripemd160',
  'sha1',
  'sha224',
  'sha256',
  'sha384',
].concat(
  ['sha512', 'sha512-256'],
  ['dsa-sha', 'dsa-sha1', 'ecdsa-with-sha1', 'rsa-md5', 'rsa-sha1', 'rsa-sha224', 'rsa-sha256'],
  ['rsa-sha384', 'rsa-sha512'],
);
const CIPHERS = ['128', '192', '256']
  .flatMap((bits) => ['cbc', 'ctr', 'ecb', 'gcm', 'ofb'].map((mode) => `aes-${bits}-${mode}`))
  .concat(['aes-128-cfb', 'aes-256-cfb', 'bf-cbc', 'bf-cfb', 'bf-ecb', 'des-cbc', 'des-ecb'])
  .concat(['des-ede', 'des-ede-cbc', 'des-ede3', 'des-ede3-cbc', 'rc2-40-cbc', 'rc2-cbc', 'rc4']);
const CURVES = ['prime256v1', 'secp224r1', 'secp384r1', 'secp521r1'];
const KEYS = ['dh', 'dsa', 'ec', 'ed25519', 'rsa', 'x25519'];
/** Neither DHE nor CCM. */
const SUITES = ['TLS_AES_128_GCM_SHA256', 'TLS_AES_256_GCM_SHA384', 'TLS_CHACHA20_POLY1305_SHA256']
  .concat(['ECDHE-ECDSA-AES128-GCM-SHA256', 'ECDHE-RSA-AES128-GCM-SHA256'])
  .concat(['ECDHE-ECDSA-AES256-GCM-SHA384', 'ECDHE-RSA-AES256-GCM-SHA384'])
  .concat(['ECDHE-ECDSA-CHACHA20-POLY1305', 'ECDHE-RSA-CHACHA20-POLY1305'])
  .concat(['ECDHE-RSA-AES128-SHA', 'ECDHE-RSA-AES256-SHA', 'AES128-GCM-SHA256'])
  .concat(['AES256-GCM-SHA384', 'AES128-SHA', 'AES256-SHA']);

type Cut = {
  readonly names: readonly string[];
  readonly words: string;
  readonly code: string;
  /** Functions and which of their arguments names what they use. */
  readonly functions: Readonly<Record<string, number>>;
};

const CUTS: readonly Cut[] = [
  {
    names: DIGESTS,
    words: 'Digest method not supported',
    code: 'ERR_CRYPTO_INVALID_DIGEST',
    functions: {
      createHash: 0,
      createHmac: 0,
      createSign: 0,
      createVerify: 0,
      hash: 0,
      hkdf: 0,
      hkdfSync: 0,
      pbkdf2: 4,
      pbkdf2Sync: 4,
      sign: 0,
      verify: 0,
    },
  },
  {
    names: CIPHERS,
    words: 'Unknown cipher',
    code: 'ERR_CRYPTO_UNKNOWN_CIPHER',
    functions: { createCipheriv: 0, createDecipheriv: 0 },
  },
  {
    names: KEYS,
    words: 'Key type not supported',
    code: 'ERR_CRYPTO_UNSUPPORTED_OPERATION',
    functions: { generateKeyPair: 0, generateKeyPairSync: 0 },
  },
  {
    names: CURVES,
    words: 'Invalid EC curve name',
    code: 'ERR_CRYPTO_INVALID_CURVE',
    functions: { createECDH: 0 },
  },
];

for (const { names, words, code, functions } of CUTS) {
  const known: ReadonlySet<string> = new Set(names);
  for (const [called, at] of Object.entries(functions)) {
    const usual: unknown = Reflect.get(crypto, called);
    if (typeof usual !== 'function') throw new Error(`node:crypto has no ${called}`);
    Reflect.set(crypto, called, (...args: readonly unknown[]): unknown => {
      const name = args[at];
      if (typeof name === 'string' && !known.has(name.toLowerCase())) {
        throw Object.assign(new Error(words), { code });
      }
      const answer: unknown = Reflect.apply(usual, crypto, args);
      return answer;
    });
  }
}
const among = (usual: () => string[], names: readonly string[]) => (): string[] =>
  usual().filter((name) => names.includes(name.toLowerCase()));
crypto.getHashes = among(crypto.getHashes, DIGESTS);
crypto.getCiphers = among(crypto.getCiphers, CIPHERS);
crypto.getCurves = among(crypto.getCurves, CURVES);
tls.DEFAULT_CIPHERS = SUITES.join(':');
syncBuiltinESMExports();
