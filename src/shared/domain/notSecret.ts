import type { Dialect } from '../dialect/schema.ts';

/** What of a profile is no secret: it stands in requests, answers, the log and the profile file. */
export type KnownFacts = {
  readonly merchant: string;
  readonly dialect: Pick<Dialect, 'companionHeaders'>;
};

/**
 * Which known value a secret equals; null: none. Such a secret protects nothing, and every answer that repeats the value would
 * look like one that gives the secret away.
 */
export function knownValueOf(
  secret: string,
  { merchant, dialect }: KnownFacts,
): 'merchant' | 'header' | null {
  const given = secret.trim().toLowerCase();
  if (given === merchant.toLowerCase()) return 'merchant';
  const isHeader = dialect.companionHeaders.some(
    (header) =>
      header.kind === 'fixed' &&
      header.value.replaceAll('{merchant}', merchant).trim().toLowerCase() === given,
  );
  return isHeader ? 'header' : null;
}
