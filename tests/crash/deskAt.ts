import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';

import type { Provider } from '../support/provider.ts';
import type { WholeDeskOptions } from '../support/wholeDesk.ts';

/** A desk with a new data directory, whose requests go to the provider. */
export function deskAt(provider: Provider, dataDir: string): WholeDeskOptions {
  const { origin, merchant, secret } = provider;
  mkdirSync(dataDir);
  const anchorKey = randomBytes(32).toString('hex');
  return { dataDir, baseUrl: origin, merchant, secret, anchorKey };
}
