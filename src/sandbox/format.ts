import { DEFAULT_DIALECT } from '#shared/dialect/presets.ts';
import type { Dialect } from '#shared/dialect/schema.ts';

import { LIMITS, type Limit } from './limits.ts';
import type { Refusal } from './refusal.ts';
import { DOCUMENTED_VOICE, type Voice, type Wrapping, wrapped } from './voice.ts';

export type Merchant = { readonly merchant: string; readonly secret: string };

/** What GET limit says, and what is held to. A provider that tells one bound for a whole currency has one for all its types. */
export type ToldLimits = {
  readonly inForce: readonly Limit[];
  readonly answer: unknown;
  /** The answer has its own place for the limits, and no envelope around it. */
  readonly isWhole?: boolean;
};

export type FormatOptions = {
  readonly merchants: readonly Merchant[];
  /** What the document leaves open. Left out: the desk's own default. */
  readonly dialect?: Dialect;
  /** Needed for every other dialect. Left out: the documented one is spoken. */
  readonly voice?: Voice;
  /** Left out: the plain list, in minor units. */
  readonly limits?: ToldLimits;
  /** Needed where the dialect has companion headers (tests/provider/companions.ts). The one inside the desk has none. */
  readonly findHeaderFault?: HeaderCheck;
};

export type HeaderCheck = (sent: {
  readonly header: (name: string) => string | undefined;
  /** As the request itself says; null where it does not. */
  readonly merchant: string | null;
}) => Refusal | null;

/** A provider format, ready to be spoken. */
export type ProviderFormat = {
  readonly dialect: Dialect;
  readonly voice: Voice;
  /** The bounds that it tells are the bounds that bind. */
  readonly limitsInForce: readonly Limit[];
  readonly limitsAnswer: Buffer;
  readonly envelope: Wrapping;
  readonly findHeaderFault: HeaderCheck;
};

/** Throws, in words, where the format cannot be spoken with what was given. */
export function createFormat(options: FormatOptions): ProviderFormat {
  const { dialect = DEFAULT_DIALECT, voice = DOCUMENTED_VOICE, merchants } = options;
  const unusable = merchants.find(({ secret }) => !voice.isUsableSecret(secret, dialect.signature));
  if (unusable !== undefined) {
    throw new Error(`The secret of merchant ${unusable.merchant} is not ${keyWords(dialect)}`);
  }
  const { findHeaderFault } = options;
  if (findHeaderFault === undefined && dialect.companionHeaders.length > 0) {
    throw new Error('The companion headers of this format are not checked by anything');
  }
  const envelope = voice.wrappingFor(dialect.envelope);
  const { limits = { inForce: LIMITS, answer: LIMITS } } = options;
  const limitsText = JSON.stringify(limits.answer);
  return {
    dialect,
    voice,
    limitsInForce: limits.inForce,
    limitsAnswer: limits.isWhole === true ? Buffer.from(limitsText) : wrapped(envelope, limitsText),
    envelope,
    findHeaderFault: findHeaderFault ?? (() => null),
  };
}

export function findMerchant(merchants: readonly Merchant[], id: string): Merchant | null {
  return merchants.find((known) => known.merchant.toLowerCase() === id.toLowerCase()) ?? null;
}

function keyWords({ signature }: Dialect): string {
  if (signature.algorithm === 'rsa-sha256') return 'an RSA key in PEM, as rsa-sha256 needs';
  return signature.keyTransform === 'text' ? 'there' : `written as ${signature.keyTransform}`;
}
