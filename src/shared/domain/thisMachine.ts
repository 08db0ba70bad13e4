import { innerV4 } from './ipv6.ts';

/** Names that hosts files give every machine. */
const OWN_NAMES = /^(?:(?:.+\.)?localhost|localhost\.localdomain|ip6-localhost|ip6-loopback)$/u;
/** 127/8 is this machine, and 0/8 reaches it on most systems. */
const OWN_V4 = /^(?:127|0)\.[0-9.]+$/u;

/**
 * Whether a host, as the URL parser writes it, is this machine: decimal, hexadecimal and octal numbers are dotted by then, and
 * IPv6 is in lower case with its zeros left out.
 */
export function isThisMachine(host: string, ownHosts: readonly string[]): boolean {
  const bare = bareHost(host);
  if (OWN_NAMES.test(bare) || OWN_V4.test(bare)) return true;
  const inner = host.startsWith('[') ? innerV4(bare, WITH_V4) : null;
  // ::1 and :: among them: read as IPv4 they are 0.0.0.1 and 0.0.0.0.
  if (inner !== null && OWN_V4.test(inner)) return true;
  return ownHosts.some((own) => {
    const known = bareHost(own.toLowerCase());
    return known !== '' && (bare === known || inner === known);
  });
}

/** Without brackets, a zone, and the dot that a whole name may end in. */
function bareHost(host: string): string {
  return host
    .replaceAll(/^\[|\]$/gu, '')
    .replace(/%.*$/u, '')
    .replace(/\.+$/u, '');
}

/** Ahead of an IPv4 address inside an IPv6 one: compatible, mapped, translated (RFC 4291, 2765), NAT64 (RFC 6052). */
const WITH_V4: ReadonlySet<string> = new Set([
  '0:0:0:0:0:0',
  '0:0:0:0:0:ffff',
  '0:0:0:0:ffff:0',
  '64:ff9b:0:0:0:0',
]);
