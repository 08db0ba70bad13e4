import { z } from 'zod';

import { inMode } from './modes.ts';

const answersSchema = z.record(z.string(), z.string().nullable());

/**
 * In the modes `proxies` and `silent-proxy` by host, from ELECTRON_STAND_IN_PROXIES (JSON): what Chromium writes of a proxy list
 * (`ProxyList::ToPacString`), the empty text of a lookup that failed, or null where no answer ever comes.
 */
export function systemProxy(host: string): string | null {
  if (!inMode('proxies') && !inMode('silent-proxy')) return 'DIRECT';
  const given: unknown = JSON.parse(process.env['ELECTRON_STAND_IN_PROXIES'] ?? '{}');
  const answer = answersSchema.parse(given)[host];
  return answer === undefined ? 'DIRECT' : answer;
}
