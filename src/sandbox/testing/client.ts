import { createHash, createHmac, createSign, randomBytes } from 'node:crypto';

import type { Dialect } from '#shared/dialect/schema.ts';

import { type Answer, type Fields, SECRET, asFields } from './support.ts';

/** The next sandbox may get the same port: a connection that is kept would be one of the last sandbox. */
const OWN_CONNECTION = { Connection: 'close' };

export type Told = {
  readonly dialect: Dialect;
  readonly secret?: string;
  readonly headerSecrets?: Readonly<Record<string, string>>;
  /** Instead of what the format makes. */
  readonly headers?: Readonly<Record<string, string>>;
};

/** A merchant's client in any format, by node:crypto's own means, which the sandbox does without. */
export async function postIn(
  origin: string,
  flow: 'create' | 'build',
  fields: Fields,
  told: Told,
): Promise<Answer> {
  const { placement } = told.dialect.signature;
  const text = Object.keys(fields)
    .toSorted()
    .map((name) => String(fields[name]))
    .join('::');
  const signature = `${placement.prefix}${signed(text, told)}`;
  const body = placement.in === 'body' ? { ...fields, [placement.name]: signature } : fields;
  const url = new URL(`/api/v1/requests/deposit/${flow}`, origin);
  if (placement.in === 'query') url.searchParams.set(placement.name, signature);
  const pairs = Object.entries(body).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  const isForm = told.dialect.body === 'form';
  return answerOf(
    await fetch(url, {
      method: 'POST',
      headers: {
        ...OWN_CONNECTION,
        'Content-Type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
        ...(placement.in === 'header' ? { [placement.name]: signature } : {}),
        ...companions(String(fields['merchant']), told),
        ...told.headers,
      },
      body: isForm ? new URLSearchParams(pairs).toString() : JSON.stringify(body),
    }),
  );
}

export async function limitsIn(origin: string, merchant: string, told: Told): Promise<Answer> {
  const { limitRequest, signature } = told.dialect;
  const { placement } = signature;
  const url = new URL('/api/v1/requests/limit', origin);
  const headers = { ...companions(merchant, told), ...told.headers };
  if (limitRequest !== 'unsigned') url.searchParams.set('merchant', merchant);
  if (limitRequest === 'signed') {
    const value = `${placement.prefix}${signed(merchant, told)}`;
    if (placement.in !== 'header') url.searchParams.set(placement.name, value);
    else Object.assign(headers, { [placement.name]: value });
  }
  return answerOf(await fetch(url, { headers: { ...OWN_CONNECTION, ...headers } }));
}

async function answerOf(response: Response): Promise<Answer> {
  const text = await response.text();
  return { status: response.status, text, body: asFields(JSON.parse(text)) };
}

function companions(merchant: string, told: Told): Readonly<Record<string, string>> {
  const nonce = randomBytes(16).toString('hex');
  const now = String(Math.floor(Date.now() / 1000));
  return Object.fromEntries(
    told.dialect.companionHeaders.map((header) => [
      header.name,
      header.kind === 'secret'
        ? `${header.prefix}${told.headerSecrets?.[header.name] ?? ''}`
        : header.value
            .replaceAll('{merchant}', merchant)
            .replaceAll('{timestamp}', now)
            .replaceAll('{nonce}', nonce),
    ]),
  );
}

function signed(text: string, { dialect: { signature: knobs }, secret = SECRET }: Told): string {
  const encoding = knobs.output === 'base64' ? 'base64' : 'hex';
  const made = digested(text, secret, knobs, encoding);
  return knobs.output === 'hex-upper' ? made.toUpperCase() : made;
}

function digested(
  text: string,
  secret: string,
  { algorithm, keyTransform, secretUse }: Dialect['signature'],
  encoding: 'base64' | 'hex',
): string {
  if (algorithm === 'rsa-sha256') return createSign('sha256').update(text).sign(secret, encoding);
  const key = Buffer.from(secret, keyTransform === 'text' ? 'utf8' : keyTransform);
  const hash = algorithm.replace('hmac-', '');
  if (algorithm.startsWith('hmac-')) return createHmac(hash, key).update(text).digest(encoding);
  const between = Buffer.from(secretUse.separator);
  const parts = [Buffer.from(text), between, key];
  const ordered = secretUse.position === 'suffix' ? parts : parts.toReversed();
  return createHash(hash).update(Buffer.concat(ordered)).digest(encoding);
}
