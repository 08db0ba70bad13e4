import { z } from 'zod';

/** Longer ones are nobody's link. */
export const MAX_ADDRESS = 8192;

/** Why an address stays text. Each has its own words on screen. */
export const LINK_REFUSALS = [
  /** Not an absolute http(s) address. */
  'not_a_link',
  'credentials',
  /** Plain http, and not the exact origin of the active profile in Sandbox. */
  'not_https',
  /** The desk itself, or where it listens for callbacks. */
  'own_address',
] as const;
export type LinkRefusal = (typeof LINK_REFUSALS)[number];

const anyUrl = z.url({ normalize: true });

/** scheme://host[:port] of an absolute http(s) address, or null. Credentials make it null too. */
export function webOriginOf(address: string): string | null {
  const parsed = anyUrl.safeParse(address);
  if (!parsed.success) return null;
  const match = /^(?<origin>https?:\/\/(?<authority>[^/?#]+))/u.exec(parsed.data);
  const { origin, authority } = match?.groups ?? {};
  if (origin === undefined || authority === undefined || authority.includes('@')) return null;
  return origin;
}

/**
 * The address as it may be opened, or null where it must stay text: https only; plain http only for the exact origin of a
 * sandbox-mode profile.
 */
export function safeLink(address: string, sandboxOrigin: string | null): string | null {
  const origin = webOriginOf(address);
  if (origin === null) return null;
  const allowed = origin.startsWith('https://') || origin === sandboxOrigin;
  return allowed ? anyUrl.parse(address) : null;
}
