import dns from 'node:dns';
import type net from 'node:net';

export type MayReach = (address: string) => boolean;

class AddressRefused extends Error {
  readonly code = 'ADDRESS_REFUSED';
}

/**
 * The system's lookup, which gives out nothing that may not be reached. It is the one that the connection itself makes: a name
 * asked once for checking and once more for connecting may have moved in between (DNS rebinding). One forbidden address among
 * several is enough.
 */
export function guardedLookup(
  mayReach: MayReach,
  lookup: net.LookupFunction = dns.lookup,
): net.LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, options, (error, found, family) => {
      if (error !== null) {
        callback(error, found, family);
        return;
      }
      const addresses = typeof found === 'string' ? [found] : found.map(({ address }) => address);
      const isAllowed = addresses.length > 0 && addresses.every(mayReach);
      if (isAllowed) callback(null, found, family);
      else callback(refusedAddress(), '', 0);
    });
  };
}

export function refusedAddress(): Error & { readonly code: string } {
  return new AddressRefused('not a public address');
}
