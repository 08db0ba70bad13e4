import { z } from 'zod';

/**
 * What one keychain item holds. Bound to the provider's origin: a secret given for one address must not sign requests to
 * another one, for whatever reason the profile's address changed.
 */
export type SecretItem = {
  readonly origin: string;
  readonly secret: string;
  /** The one before it, until this one was seen to be accepted. */
  readonly older: { readonly secret: string; readonly replacedAt: string } | null;
};

const itemSchema = z.strictObject({
  version: z.literal(1),
  origin: z.string(),
  secret: z.string(),
  older: z.strictObject({ secret: z.string(), replacedAt: z.string() }).nullable(),
});

/** null: not one of ours, or not whole. */
export function readItem(text: string): SecretItem | null {
  const parsed = itemSchema.safeParse(parseOrNull(text));
  if (!parsed.success) return null;
  const { version: _, ...item } = parsed.data;
  return item;
}

export function writeItem({ origin, secret, older }: SecretItem): string {
  return JSON.stringify({ version: 1, origin, secret, older });
}

/**
 * A new secret beside the one that worked last: after two mistyped ones in a row that is still the first. One for another
 * address proves nothing about this one and is not kept.
 */
export function replaced(
  before: SecretItem | null,
  origin: string,
  secret: string,
  at: string,
): SecretItem {
  if (before === null || before.origin !== origin) return { origin, secret, older: null };
  if (before.secret === secret) return before;
  const older = before.older?.secret ?? before.secret;
  return { origin, secret, older: older === secret ? null : { secret: older, replacedAt: at } };
}

/** null: no older one is kept. */
export function takenBack({ origin, older }: SecretItem): SecretItem | null {
  return older === null ? null : { origin, secret: older.secret, older: null };
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
