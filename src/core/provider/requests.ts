import type { CompanionHeader, Dialect } from '#shared/dialect/schema.ts';
import type { DepositBody, Flow } from '#shared/domain/deposit.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { type Result, assertNever, err, ok } from '#shared/domain/result.ts';

import type { Chance, Clock } from '../ports.ts';
import { DOTS } from '../journal/redact.ts';
import type { SigningSecrets } from '../vault/secrets.ts';
import type { Outgoing } from './client.ts';
import { sign } from './sign.ts';
import { type SentField, sentFields, stringToSign } from './stringToSign.ts';

/** What a request takes along besides its fields. */
export type Travelling = {
  readonly secrets: SigningSecrets;
  readonly userAgent: string;
  readonly clock: Clock;
  readonly chance: Chance;
};
/** `secret_unusable`: it is there, but is no key of the kind that the provider format says, or no header's value. */
export type RequestFault = 'secret_missing' | 'secret_unusable';

type Header = readonly [name: string, value: string];

const PATHS: Readonly<Record<Flow | 'limit', string>> = {
  create: '/api/v1/requests/deposit/create',
  build: '/api/v1/requests/deposit/build',
  limit: '/api/v1/requests/limit',
};

/** By text and not `new URL(path, base)`, which drops a path in the base. */
function endpointOf(profile: Profile, name: Flow | 'limit'): URL {
  return new URL(`${profile.baseUrl.replace(/\/+$/u, '')}${PATHS[name]}`);
}

/** 4.1, 4.2: the body per part 2 and the signature per part 5, placed as the profile's provider format says. */
export function depositRequestOf(
  profile: Profile,
  body: DepositBody,
  travelling: Travelling,
): Result<Outgoing, RequestFault> {
  const { signing } = travelling.secrets;
  const signature = sign(stringToSign(body), signing, profile.dialect.signature);
  if (!signature.ok) return signature;
  return depositRequestWith(profile, body, signature.value, travelling);
}

/** The same with a given signature, or a placeholder for one. */
export function depositRequestWith(
  profile: Profile,
  body: DepositBody,
  signature: string,
  travelling: Travelling,
): Result<Outgoing, RequestFault> {
  const { dialect } = profile;
  const url = endpointOf(profile, body.flow);
  const placed = placedSignature(dialect, signature);
  const companions = companionHeaders(profile, travelling.secrets.headers, travelling);
  if (!companions.ok) return companions;
  if (placed.in === 'query') url.searchParams.append(...placed.pair);
  const fields: readonly SentField[] =
    placed.in === 'body' ? [...sentFields(body), placed.pair] : sentFields(body);
  const { type, text } = encoded(fields, dialect.body);
  return ok({
    method: 'POST',
    url,
    headers: [
      ...commonHeaders(url, travelling.userAgent),
      ['Content-Type', type],
      ['Content-Length', String(Buffer.byteLength(text, 'utf8'))],
      ...companions.value,
      ...(placed.in === 'header' ? [placed.pair] : []),
    ],
    body: text,
  });
}

/** 4.3. The document shows no parameters: whether the merchant is named, and signed, is the provider format's. */
export function limitRequestOf(
  profile: Profile,
  travelling: Omit<Travelling, 'secrets'> & { readonly secrets: SigningSecrets | null },
): Result<Outgoing, RequestFault> {
  const { dialect, merchant } = profile;
  const url = endpointOf(profile, 'limit');
  const { secrets } = travelling;
  const companions = companionHeaders(profile, secrets?.headers ?? new Map(), travelling);
  if (!companions.ok) return companions;
  if (dialect.limitRequest !== 'unsigned') url.searchParams.append('merchant', merchant);
  const headers = [...commonHeaders(url, travelling.userAgent), ...companions.value];
  if (dialect.limitRequest !== 'signed') return ok({ method: 'GET', url, headers, body: '' });
  if (secrets === null) return err('secret_missing');
  const signature = sign(merchant, secrets.signing, dialect.signature);
  if (!signature.ok) return signature;
  const placed = placedSignature(dialect, signature.value);
  if (placed.in === 'header') headers.push(placed.pair);
  // A GET has no body: what would stand there stands in the query.
  else url.searchParams.append(...placed.pair);
  return ok({ method: 'GET', url, headers, body: '' });
}

/** Whether `limitRequestOf` asks for the signing secret or for a header's. */
export function limitRequestNeedsSecrets({
  limitRequest,
  companionHeaders: own,
}: Dialect): boolean {
  return limitRequest === 'signed' || own.some(({ kind }) => kind === 'secret');
}

/** For the log and the screen: values that came out of the vault are dots, however short they are. */
export function shownHeaders(
  { headers }: Outgoing,
  { companionHeaders: own }: Dialect,
): readonly [string, string][] {
  const dotted = new Map(
    own.flatMap((header) =>
      header.kind === 'secret' ? [[header.name, `${header.prefix}${DOTS}`] as const] : [],
    ),
  );
  return headers.map(([name, value]) => [name, dotted.get(name) ?? value]);
}

function placedSignature(
  { signature: { placement } }: Dialect,
  signature: string,
): { readonly in: 'header' | 'body' | 'query'; readonly pair: [name: string, value: string] } {
  return { in: placement.in, pair: [placement.name, `${placement.prefix}${signature}`] };
}

function encoded(
  fields: readonly SentField[],
  encoding: Dialect['body'],
): { readonly type: string; readonly text: string } {
  switch (encoding) {
    case 'json': {
      // Field by field: an object would put a name made of digits first.
      const members = fields.map((pair) => pair.map((part) => JSON.stringify(part)).join(':'));
      return { type: 'application/json; charset=utf-8', text: `{${members.join(',')}}` };
    }
    case 'form': {
      const pairs = fields.map(([name, value]): [string, string] => [name, String(value)]);
      return {
        type: 'application/x-www-form-urlencoded',
        text: new URLSearchParams(pairs).toString(),
      };
    }
    default:
      return assertNever(encoding);
  }
}

/** What every server takes as a header's value; Node refuses some of the rest only after the connection is open. */
const HEADER_VALUE = /^[\x20-\x7e]+$/u;
const NONCE_BYTES = 16;

function companionHeaders(
  { dialect, merchant }: Profile,
  secrets: SigningSecrets['headers'],
  { clock, chance }: Pick<Travelling, 'clock' | 'chance'>,
): Result<readonly Header[], RequestFault> {
  const filledIn: Readonly<Record<string, string>> = {
    '{merchant}': merchant,
    '{timestamp}': String(Math.floor(clock.now().getTime() / 1000)),
    '{nonce}': Buffer.from(chance.bytes(NONCE_BYTES)).toString('hex'),
  };
  const headers: Header[] = [];
  for (const header of dialect.companionHeaders) {
    const value = valueOf(header, secrets, filledIn);
    if (!value.ok) return value;
    headers.push([header.name, value.value]);
  }
  return ok(headers);
}

function valueOf(
  header: CompanionHeader,
  secrets: SigningSecrets['headers'],
  filledIn: Readonly<Record<string, string>>,
): Result<string, RequestFault> {
  switch (header.kind) {
    case 'fixed':
      return ok(
        header.value.replaceAll(
          /\{(?:merchant|timestamp|nonce)\}/gu,
          (key) => filledIn[key] ?? key,
        ),
      );
    case 'secret': {
      const secret = secrets.get(header.name.toLowerCase());
      if (secret === undefined) return err('secret_missing');
      return HEADER_VALUE.test(secret) ? ok(`${header.prefix}${secret}`) : err('secret_unusable');
    }
    default:
      return assertNever(header);
  }
}

function commonHeaders(url: URL, userAgent: string): readonly Header[] {
  return [
    ['Host', url.host],
    ['User-Agent', userAgent],
    ['Accept', 'application/json'],
    // Records are small, so packing gains nothing; a provider that packs all the same is understood.
    ['Accept-Encoding', 'identity'],
    ['Connection', 'close'],
  ];
}
