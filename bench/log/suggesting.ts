import { z } from 'zod';

import { profileIdSchema } from '#shared/domain/ids.ts';
import type { Finder } from '#core/search/finder.ts';

import { type Figure, type Tell, figureOf, quantile } from '../figures.ts';
import type { LogPort } from '../../src/core/log/openLog.ts';

const MOST_MS = 20;
const NAMES = 200;

/** Spread over all that there are. */
const SQL = `
  WITH numbered AS (SELECT *, row_number() OVER (ORDER BY last_seq) AS nth FROM customer)
  SELECT name, text AS profileId FROM numbered JOIN word ON code = profile
  WHERE nth % ((SELECT count(*) FROM customer) / ? + 1) = 0 ORDER BY nth`;
const rowSchema = z.object({ name: z.string(), profileId: profileIdSchema });

/** Somebody types a customer's name, letter by letter, and is offered whom they may mean: through the finder's thread. */
export async function measureSuggest(
  { index }: Finder,
  log: LogPort,
  tell: Tell,
): Promise<readonly Figure[]> {
  const customers = z.array(rowSchema).parse(index.prepare(SQL).all(NAMES));
  // The names of a profile are read when they are first looked through.
  for (const { profileId } of customers)
    await log.suggestCustomers(profileId, 'nobody of that name');
  const times: number[] = [];
  for (const { name, profileId } of customers) {
    const letters = Array.from(name);
    for (const at of letters.keys()) {
      const startedMs = performance.now();
      await log.suggestCustomers(profileId, letters.slice(0, at + 1).join(''));
      times.push(performance.now() - startedMs);
    }
  }
  const p95 = quantile(times, 0.95);
  tell(`suggestions: p50 ${quantile(times, 0.5).toFixed(2)} ms, p95 ${p95.toFixed(2)} ms`);
  return [
    figureOf({
      name: 'customers offered for every letter of a name, p95',
      unit: 'ms',
      measured: p95,
      peer: { name: 'what was promised', measured: MOST_MS },
      bound: { most: 1 },
    }),
  ];
}
