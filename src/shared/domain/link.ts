import { z } from 'zod';

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
