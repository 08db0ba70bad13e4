import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import {
  ALGORITHMS,
  KEY_TRANSFORMS,
  OUTPUTS,
  PLACEMENTS,
  SECRET_POSITIONS,
  type SignatureFormat,
  keyUseOf,
} from '../src/shared/dialect/schema.ts';

/*
 * Writes tests/vectors/signature-formats.json anew: at least one case for every algorithm, key use, key transform, output, placement and
 * body encoding that the schema allows. openssl computes, and the requests are put together here by hand: core and the sandbox
 * are both held against the file, so that neither may have a hand in it. The same input gives the same file.
 */

const folder = new URL('../tests/vectors/', import.meta.url);
const pemFile = fileURLToPath(new URL('keys/rsa-2048-pkcs8.pem', folder));

const MERCHANT = '11111111-2222-4333-8444-555555555555';
/** For each key transform a secret that means something else under every other one. */
const SECRETS = {
  text: 'тест-secret+1',
  base64: '3q2+7/7K/gD/ASNFZ4mrze8=',
  hex: 'DEADBEEFcafe00ff0123456789ABCDEF',
  rsa: readFileSync(pemFile, 'utf8'),
} as const;

type Fields = Readonly<Record<string, string | number>>;
type Sample = { readonly flow: 'create' | 'build'; readonly fields: Fields };

/** Fields in the order of the string to sign, `order_id` to be filled in. */
const CREATE_REQUIRED: Sample = {
  flow: 'create',
  fields: {
    cents: 150_000,
    currency: 'RUB',
    customer: 'Анна Я. & co=1',
    merchant: MERCHANT,
    order_id: '',
    payment_type: 'any_bank',
  },
};
const BUILD_REQUIRED: Sample = {
  flow: 'build',
  fields: {
    cents: 1_000_000,
    currency: 'UZS',
    merchant: MERCHANT,
    order_id: '',
    payment_type: 'uzs_select',
  },
};
const CREATE_WHOLE: Sample = {
  flow: 'create',
  fields: {
    callback_url: 'https://shop.example/cb?a=1&b=%20x',
    cents: 31_200,
    currency: 'RUB',
    customer: "c*st~(1)!'-_.",
    customer_phone_number: '+79990001122',
    merchant: MERCHANT,
    order_id: '',
    payment_type: 'sbp',
    reject_url: 'https://shop.example/no',
    success_url: 'https://shop.example/ok',
  },
};
const SAMPLES = [CREATE_REQUIRED, BUILD_REQUIRED, CREATE_REQUIRED, BUILD_REQUIRED, CREATE_WHOLE];
const SEPARATORS = ['::', '', '|', '&', ' '] as const;
const PREFIXES = ['', 'Bearer ', 'sha256=', 'v1:'] as const;
const ENCODINGS = ['json', 'form'] as const;

/** Round and round: every value comes up, and none makes the file longer. */
function taking<T>(values: readonly T[]): () => T {
  let at = 0;
  return () => {
    const value = values[at % values.length];
    if (value === undefined) throw new Error('nothing to take from');
    at += 1;
    return value;
  };
}

function formats(): readonly SignatureFormat[] {
  const separator = taking(SEPARATORS);
  const prefix = taking(PREFIXES);
  const nameIn = { header: 'X-Signature', body: 'sign', query: 'signature' } as const;
  return ALGORITHMS.flatMap((algorithm) => {
    const positions = keyUseOf(algorithm) === 'plain' ? SECRET_POSITIONS : (['suffix'] as const);
    return positions.flatMap((position) =>
      KEY_TRANSFORMS.flatMap((keyTransform) =>
        OUTPUTS.flatMap((output) =>
          PLACEMENTS.map((place) => ({
            algorithm,
            secretUse: {
              position,
              separator: keyUseOf(algorithm) === 'plain' ? separator() : '::',
            },
            keyTransform,
            output,
            placement: { in: place, name: nameIn[place], prefix: prefix() },
          })),
        ),
      ),
    );
  });
}

function openssl(args: readonly string[], input: Buffer): Buffer {
  return execFileSync('openssl', ['dgst', ...args, '-binary'], { input });
}

function keyOf({ keyTransform }: SignatureFormat): Buffer {
  switch (keyTransform) {
    case 'text':
      return Buffer.from(SECRETS.text, 'utf8');
    case 'base64':
      return Buffer.from(SECRETS.base64, 'base64');
    case 'hex':
      return Buffer.from(SECRETS.hex, 'hex');
  }
}

function signed(text: string, format: SignatureFormat): Buffer {
  const { algorithm, secretUse } = format;
  const message = Buffer.from(text, 'utf8');
  const hash = `-${algorithm.replace(/^(?:hmac|rsa)-/u, '')}`;
  const use = keyUseOf(algorithm);
  if (use === 'rsa') return openssl([hash, '-sign', pemFile], message);
  const key = keyOf(format);
  if (use === 'hmac') {
    const hexKey = `hexkey:${key.toString('hex')}`;
    return openssl([hash, '-mac', 'HMAC', '-macopt', hexKey], message);
  }
  const parts = secretUse.position === 'suffix' ? [message, key] : [key, message];
  const [first, last] = parts;
  const between = Buffer.from(secretUse.separator, 'utf8');
  return openssl([hash], Buffer.concat([first ?? key, between, last ?? key]));
}

function writtenAs(signature: Buffer, output: SignatureFormat['output']): string {
  if (output === 'base64') return signature.toString('base64');
  const hex = signature.toString('hex');
  return output === 'hex-upper' ? hex.toUpperCase() : hex;
}

/** The URL standard's application/x-www-form-urlencoded, byte by byte. */
function formText(text: string): string {
  return [...Buffer.from(text, 'utf8')]
    .map((byte) => {
      const char = String.fromCodePoint(byte);
      if (/[\w*.-]/u.test(char)) return char;
      return byte === 0x20 ? '+' : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
    })
    .join('');
}

function formPairs(pairs: readonly (readonly [string, string | number])[]): string {
  return pairs.map((pair) => pair.map((part) => formText(String(part))).join('=')).join('&');
}

const sample = taking(SAMPLES);

function caseOf(format: SignatureFormat, encoding: (typeof ENCODINGS)[number], place: number) {
  const { flow, fields: blank } = sample();
  const fields = { ...blank, order_id: `V-${place}` };
  const stringToSign = Object.values(fields).join('::');
  const signature = writtenAs(signed(stringToSign, format), format.output);
  const { placement, algorithm, secretUse, keyTransform, output } = format;
  const value = `${placement.prefix}${signature}`;
  const sent = { ...fields, ...(placement.in === 'body' ? { [placement.name]: value } : {}) };
  const path = `/api/v1/requests/deposit/${flow}`;
  const query = placement.in === 'query' ? `?${formPairs([[placement.name, value]])}` : '';
  const use = keyUseOf(algorithm) === 'plain' ? [secretUse.position] : [];
  return {
    name: [algorithm, ...use, keyTransform, output, placement.in, encoding].join(' '),
    signature: format,
    body: encoding,
    secret: keyUseOf(algorithm) === 'rsa' ? 'rsa' : keyTransform,
    flow,
    fields,
    stringToSign,
    signed: signature,
    target: `${path}${query}`,
    header: placement.in === 'header' ? [placement.name, value] : null,
    sent: encoding === 'json' ? JSON.stringify(sent) : formPairs(Object.entries(sent)),
  };
}

const cases = formats()
  .flatMap((format) => ENCODINGS.map((encoding) => ({ format, encoding })))
  .map(({ format, encoding }, at) => caseOf(format, encoding, at + 1));
const lines = cases.map((each) => `    ${JSON.stringify(each)}`).join(',\n');
const { rsa: _, ...secrets } = SECRETS;
const text = `{
  "merchant": ${JSON.stringify(MERCHANT)},
  "secrets": ${JSON.stringify(secrets)},
  "rsaKeyFile": "keys/rsa-2048-pkcs8.pem",
  "cases": [
${lines}
  ]
}
`;
writeFileSync(new URL('signature-formats.json', folder), text);
console.log(`${cases.length} cases`);
