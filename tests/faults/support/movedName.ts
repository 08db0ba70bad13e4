import dns from 'node:dns';
import { readFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/** Loaded into a desk: the provider's test name has the address that stands in a file, as if its DNS record were edited. */
const NAME = 'sandbox.test';
const file = process.env['DESK_MOVED_NAME'] ?? '';

dns.lookup = new Proxy(dns.lookup, {
  apply(lookup, self, [name, ...rest]: readonly unknown[]): void {
    const moved = name === NAME ? readFileSync(file, 'utf8') : name;
    Reflect.apply(lookup, self, [moved, ...rest]);
  },
});
syncBuiltinESMExports();
