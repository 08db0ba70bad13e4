import { DEFAULT_DIALECT } from '#shared/dialect/presets.ts';
import type { Dialect } from '#shared/dialect/schema.ts';

import { type CompanionCheck, type HeaderSecrets, createCompanionCheck } from './companions.ts';
import { type Wrapping, wrapped, wrappingFor } from './envelope.ts';
import { type LimitsShape, limitsVoice } from './limitsShapes.ts';
import type { Limit } from './limits.ts';
import { isUsableSecret } from './signature.ts';

export type Merchant = { readonly merchant: string; readonly secret: string };

export type FormatOptions = {
  readonly merchants: readonly Merchant[];
  /** What the document leaves open. Left out: the desk's own default. */
  readonly dialect?: Dialect;
  /** Left out: the format's mapping, or the plain list. */
  readonly limitsShape?: LimitsShape;
  /** By header name; one for each secret companion header. */
  readonly headerSecrets?: HeaderSecrets;
};

/** A provider format, ready to be spoken. */
export type ProviderFormat = {
  readonly dialect: Dialect;
  /** The bounds that it tells are the bounds that bind. */
  readonly limitsInForce: readonly Limit[];
  readonly limitsAnswer: Buffer;
  readonly envelope: Wrapping;
  readonly findHeaderFault: CompanionCheck;
};

/** Throws, in words, where the format cannot be spoken with what was given. */
export function createFormat(options: FormatOptions): ProviderFormat {
  const { dialect = DEFAULT_DIALECT, merchants } = options;
  const unusable = merchants.find(({ secret }) => !isUsableSecret(secret, dialect.signature));
  if (unusable !== undefined) {
    throw new Error(`The secret of merchant ${unusable.merchant} is not ${keyWords(dialect)}`);
  }
  const envelope = wrappingFor(dialect.envelope);
  const { limitResponse } = dialect;
  const { limitsShape = null } = options;
  const limits = limitsVoice(limitResponse, limitsShape);
  const limitsText = JSON.stringify(limits.answer);
  // A mapping's path begins at the top of the answer, so it leaves no room for an envelope besides.
  const isMapped = limitsShape === null && limitResponse.kind === 'mapped';
  return {
    dialect,
    limitsInForce: limits.inForce,
    limitsAnswer: isMapped ? Buffer.from(limitsText) : wrapped(envelope, limitsText),
    envelope,
    findHeaderFault: createCompanionCheck(
      dialect.companionHeaders,
      options.headerSecrets ?? {},
      (id) => findMerchant(merchants, id) !== null,
    ),
  };
}

export function findMerchant(merchants: readonly Merchant[], id: string): Merchant | null {
  return merchants.find((known) => known.merchant.toLowerCase() === id.toLowerCase()) ?? null;
}

function keyWords({ signature }: Dialect): string {
  if (signature.algorithm === 'rsa-sha256') return 'an RSA key in PEM, as rsa-sha256 needs';
  return signature.keyTransform === 'text' ? 'there' : `written as ${signature.keyTransform}`;
}
