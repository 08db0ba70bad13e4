import { z } from 'zod';

export const ADDRESS_FAULTS = ['url_space', 'url_credentials', 'malformed_url'] as const;
export type AddressFault = (typeof ADDRESS_FAULTS)[number];

const absoluteUrl = z.url({ protocol: /^https?$/u, hostname: /./u });
/** URL parsers end the host at a slash or backslash, a question mark or a hash. */
const CREDENTIALS = /^[a-z][a-z0-9+.-]*:[/\\]*[^/\\?#]*@/iu;

/**
 * What is wrong with an address that a provider is to call, or to send a customer to. A parser would repair a space or a
 * backslash, each in its own way, and would send a name and a password to that host.
 */
export function addressFault(address: string): AddressFault | null {
  if (/\s/u.test(address)) return 'url_space';
  if (CREDENTIALS.test(address)) return 'url_credentials';
  const isPlain = /^https?:\/\/[^/]/iu.test(address) && !address.includes('\\');
  return isPlain && absoluteUrl.safeParse(address).success ? null : 'malformed_url';
}
