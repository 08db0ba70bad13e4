import { LOG_SORTS } from '#shared/domain/logSearch.ts';
import type { Finder } from '#core/search/finder.ts';
import { EVERYTHING } from '#core/testing/log.ts';

import { type Figure, type Tell, figureOf, quantile } from '../figures.ts';
import type { Ground } from './ground.ts';
import { jump } from './inThread.ts';
import { PAGE, type Peers } from './peers.ts';

const REPEATS = 15;
const COLUMN = {
  time: 'place',
  amount: 'cents',
  customer: 'customer',
  order: 'order_id',
  state: 'state',
} as const;

/** Somebody drags the scrollbar of a list that nobody has looked at before: a new search, and the rows in its middle. */
export function measureJump(
  finder: Finder,
  peers: Peers,
  { rows }: Ground,
  tell: Tell,
): readonly Figure[] {
  const position = Math.floor(rows / 2);
  const found = new Map<string, { readonly own: number; readonly peer: number }>();
  for (const by of LOG_SORTS) {
    const order = by === 'time' ? 'place DESC' : `${COLUMN[by]} DESC, place DESC`;
    const offset = peers.db.prepare(`SELECT * FROM plain ORDER BY ${order} LIMIT ? OFFSET ?`);
    const own: number[] = [];
    const peer: number[] = [];
    for (let turn = -2; turn < REPEATS; turn += 1) {
      const startedMs = performance.now();
      const page = jump(finder, { ...EVERYTHING, sort: { by, descending: true } }, position);
      const ownMs = performance.now() - startedMs;
      if (page.length !== PAGE) throw new Error(`${by}: the jump found no rows`);
      const peerMs = performance.now();
      offset.all(PAGE, position);
      const tookMs = performance.now() - peerMs;
      if (turn < 0) continue;
      own.push(ownMs);
      peer.push(tookMs);
    }
    const times = { own: quantile(own, 0.5), peer: quantile(peer, 0.5) };
    tell(`jump, by ${by}: p50 ${times.own.toFixed(2)} ms against ${times.peer.toFixed(2)} ms`);
    found.set(by, times);
  }
  const worst = [...found].reduce((least, one) =>
    one[1].peer / one[1].own < least[1].peer / least[1].own ? one : least,
  );
  const [by, { own, peer }] = worst;
  return [
    figureOf({
      name: `rows at position ${position} by scrollbar jump, the sort that gains least (${by}), p50`,
      unit: 'jumps/s',
      measured: 1000 / own,
      peer: { name: 'OFFSET over an index on the key, p50', measured: 1000 / peer },
      bound: { least: 5 },
    }),
  ];
}
