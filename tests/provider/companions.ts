import { createHash, timingSafeEqual } from 'node:crypto';

import type { CompanionHeader } from '#shared/dialect/schema.ts';

import { type FormatOptions, type HeaderCheck, findMerchant } from '#sandbox/format.ts';
import { refusal } from '#sandbox/refusal.ts';

import { EVERY_VOICE } from './voice/voice.ts';

export type HeaderSecrets = Readonly<Record<string, string>>;

type Fixed = Extract<CompanionHeader, { kind: 'fixed' }>;
type Secret = Extract<CompanionHeader, { kind: 'secret' }>;

const CLOCKS_APART_S = 5 * 60;
/** Beyond this the oldest are forgotten: a sandbox that runs for weeks must not grow for weeks. */
const NONCES_REMEMBERED = 100_000;

/** The same provider, which speaks its format and checks the companion headers. `secrets`: by header name, one for each secret header. */
export function withCompanions<T extends FormatOptions>(
  options: T,
  secrets: HeaderSecrets,
): T & { readonly findHeaderFault: HeaderCheck } {
  const { dialect, merchants } = options;
  const isMerchant = (id: string): boolean => findMerchant(merchants, id) !== null;
  const check = createCompanionCheck(dialect?.companionHeaders ?? [], secrets, isMerchant);
  return { ...options, voice: EVERY_VOICE, findHeaderFault: check };
}

/** Every companion header must be there and say what the format says. Throws where a secret one has no value to hold it against. */
function createCompanionCheck(
  headers: readonly CompanionHeader[],
  secrets: HeaderSecrets,
  isMerchant: (id: string) => boolean,
  now: () => number = Date.now,
): HeaderCheck {
  const values = new Map(
    Object.entries(secrets).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const expected = new Map(
    headers
      .filter((header) => header.kind === 'secret')
      .map((header) => [header.name, secretValue(header, values)] as const),
  );
  const seen = new Set<string>();
  return (sent) => {
    const nonces: string[] = [];
    for (const header of headers) {
      const value = sent.header(header.name);
      if (value === undefined) {
        return refusal(401, 'header_missing', `The header ${header.name} is missing`);
      }
      const wrong =
        header.kind === 'secret'
          ? isSameText(value, expected.get(header.name) ?? '')
            ? null
            : 'is not the one agreed on'
          : findTemplateFault(header, value, { ...sent, isMerchant, now, nonces });
      if (wrong !== null) {
        return refusal(401, 'header_wrong', `The header ${header.name} ${wrong}`);
      }
    }
    // One request may carry its nonce in two headers.
    const repeated = nonces.some((nonce) => seen.has(nonce));
    remember(seen, nonces);
    return repeated
      ? refusal(401, 'nonce_repeated', 'The nonce was used before; every request needs a new one')
      : null;
  };
}

function secretValue({ name, prefix }: Secret, values: ReadonlyMap<string, string>): string {
  const value = values.get(name.toLowerCase());
  if (value === undefined || value === '') {
    throw new Error(
      `The provider format has a secret header ${name}, and no secret was given for it`,
    );
  }
  return `${prefix}${value}`;
}

type Filling = {
  readonly merchant: string | null;
  readonly isMerchant: (id: string) => boolean;
  readonly now: () => number;
  readonly nonces: string[];
};

const PLACEHOLDER = /(?<name>\{(?:merchant|timestamp|nonce)\})/u;
const PATTERNS: ReadonlyMap<string, string> = new Map([
  ['{merchant}', '([0-9A-Fa-f-]{36})'],
  ['{timestamp}', '([0-9]{1,15})'],
  ['{nonce}', '([0-9a-f]{32})'],
]);

/** null: the value is what the template makes. Nonces that stand in it are collected. */
function findTemplateFault(header: Fixed, value: string, filling: Filling): string | null {
  // Names stand at the odd places of a split by a group. Servers strip spaces around a header's value.
  const parts = header.value.trim().split(PLACEHOLDER);
  const pattern = parts.map((part) => PATTERNS.get(part) ?? escaped(part)).join('');
  const found = new RegExp(`^${pattern}$`, 'u').exec(value);
  if (found === null) return `is not written as ${header.value}`;
  const names = parts.filter((part) => PATTERNS.has(part));
  for (const [index, name] of names.entries()) {
    const wrong = findValueFault(name, found[index + 1] ?? '', filling);
    if (wrong !== null) return wrong;
  }
  return null;
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`);
}

function findValueFault(name: string, value: string, filling: Filling): string | null {
  switch (name) {
    case '{merchant}': {
      const isRight =
        filling.merchant === null ? filling.isMerchant(value) : filling.merchant === value;
      return isRight ? null : 'names another merchant than the request';
    }
    case '{timestamp}': {
      const apart = Math.abs(Number(value) - filling.now() / 1000);
      return apart <= CLOCKS_APART_S ? null : 'has a time more than five minutes from now';
    }
    default:
      filling.nonces.push(value);
      return null;
  }
}

function remember(seen: Set<string>, nonces: readonly string[]): void {
  for (const nonce of nonces) seen.add(nonce);
  for (const oldest of seen) {
    if (seen.size <= NONCES_REMEMBERED) return;
    seen.delete(oldest);
  }
}

/** By digests, so that it cannot be timed how far a guess is right. */
function isSameText(one: string, other: string): boolean {
  return timingSafeEqual(digest(one), digest(other));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text, 'utf8').digest();
}
