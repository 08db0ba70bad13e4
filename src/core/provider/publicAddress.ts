import { BlockList, isIPv4, isIPv6 } from 'node:net';

import { innerV4 } from '#shared/domain/ipv6.ts';

/** IANA's special-purpose registries (RFC 6890 and later): every address that is not a public one. */
const SPECIAL_V4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];
/** Of what is handed out to the world (2000::/3), these are not: protocols, examples, and tunnels with an IPv4 address inside. */
const SPECIAL_V6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const specialV4 = new BlockList();
for (const [net, prefix] of SPECIAL_V4) specialV4.addSubnet(net, prefix, 'ipv4');
const specialV6 = new BlockList();
for (const [net, prefix] of SPECIAL_V6) specialV6.addSubnet(net, prefix, 'ipv6');
const handedOut = new BlockList();
handedOut.addSubnet('2000::', 3, 'ipv6');

/** Whether an address, as it was resolved, is a public one: not this machine, not the office, not the provider's cloud. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !specialV4.check(address, 'ipv4');
  const bare = address.replace(/%.*$/u, '');
  if (!isIPv6(bare)) return false;
  const inside = innerV4(written(bare), REACH_V4);
  if (inside !== null) return isPublicAddress(inside);
  return handedOut.check(bare, 'ipv6') && !specialV6.check(bare, 'ipv6');
}

/** ::ffff:0:0/96 (mapped) and 64:ff9b::/96 (NAT64) reach the IPv4 address in their last 32 bits. */
const REACH_V4: ReadonlySet<string> = new Set(['0:0:0:0:0:ffff', '64:ff9b:0:0:0:0']);

/** By the URL parser, whatever the spelling was. */
function written(address: string): string {
  return new URL(`http://[${address}]`).hostname.slice(1, -1);
}
