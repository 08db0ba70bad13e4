import { randomUUID } from 'node:crypto';

import type { Finder } from '#core/search/finder.ts';
import { EVERYTHING } from '#core/testing/log.ts';

import { type Figure, type Tell, figureOf, quantile } from '../figures.ts';
import type { Ground } from './ground.ts';
import { answer } from './inThread.ts';
import { PAGE, type Peers, grepCount } from './peers.ts';
import { CLASSES, type TermClass, type Terms, createTerms } from './terms.ts';
import type { LogPort } from '../../src/core/log/openLog.ts';

/** Each term so often on each side, in turns; what counts of a term is its median. */
const REPEATS = 3;
/** So many that the 95th of a hundred is not simply the one during which the machine did something else. */
const TERMS = 40;
/** Some sides take a thousand times as long as the others, and are asked for fewer. */
const SLOW_TERMS = 2;

const SIDES = ['finder', 'trigram', 'like', 'likeScan', 'grep', 'asked'] as const;
type Side = (typeof SIDES)[number];
type Sides = Readonly<Record<Side, (words: readonly string[]) => unknown>>;
/** One per term. */
type Times = Readonly<Record<Side, number[]>>;

const QUICK: readonly Side[] = ['finder', 'trigram'];
const P95 = 0.95;
const SEARCH_ID = randomUUID();

export type Searching = {
  readonly finder: Finder;
  readonly log: LogPort;
  readonly peers: Peers;
  readonly ground: Ground;
  readonly csv: string;
};

export async function measureSearch(on: Searching, tell: Tell): Promise<readonly Figure[]> {
  const { finder, log, peers, ground, csv } = on;
  const sides: Sides = {
    finder: (words) => answer(finder, { ...EVERYTHING, words }),
    trigram: peers.trigram,
    like: peers.like,
    likeScan: peers.likeScan,
    grep: (words) => grepCount(csv, words),
    asked: (words) => log.search(SEARCH_ID, { ...EVERYTHING, words }, PAGE),
  };
  const terms = createTerms(peers.db, ground.rows);
  const all = new Map<TermClass, Times>();
  for (const one of CLASSES) {
    refuseOtherAnswers(on, terms(one));
    const times = await measureClass(log, sides, one, terms);
    all.set(one, times);
    tell(classLine(one, times));
  }
  return figuresOf(all, tell);
}

/** What finds something else is not measured. */
function refuseOtherAnswers({ finder, peers }: Searching, words: readonly string[]): void {
  const found = answer(finder, { ...EVERYTHING, words }).length;
  const expected = Math.min(PAGE, peers.likeScan(words));
  if (found !== expected || Math.min(PAGE, peers.trigram(words)) !== expected) {
    throw new Error(`"${words.join(' ')}": the sides do not find the same`);
  }
}

async function measureClass(
  log: LogPort,
  sides: Sides,
  ofClass: TermClass,
  terms: Terms,
): Promise<Times> {
  const times: Times = { finder: [], trigram: [], like: [], likeScan: [], grep: [], asked: [] };
  const ask = async (side: Side, words: readonly string[]): Promise<number> => {
    const startedMs = performance.now();
    const answered = sides[side](words);
    if (side === 'asked') await answered;
    const tookMs = performance.now() - startedMs;
    // The rest of the list is completed behind the answer: not while another side is at work.
    if (side === 'asked') await log.count(SEARCH_ID);
    return tookMs;
  };
  const warm = terms(ofClass);
  for (const side of QUICK) await ask(side, warm);
  for (let turn = 0; turn < TERMS; turn += 1) {
    const words = terms(ofClass);
    const asked = turn < SLOW_TERMS ? SIDES : QUICK;
    const took = new Map(asked.map((side) => [side, [] as number[]]));
    for (let repeat = 0; repeat < REPEATS; repeat += 1) {
      for (const side of asked) took.get(side)?.push(await ask(side, words));
    }
    for (const [side, each] of took) times[side].push(quantile(each, 0.5));
  }
  return times;
}

function classLine(ofClass: TermClass, times: Times): string {
  const p95 = (side: Side): string => quantile(times[side], P95).toFixed(2);
  return (
    `${ofClass}: p95 finder ${p95('finder')} ms (through its thread ${p95('asked')}), ` +
    `trigram ${p95('trigram')} ms, LIKE ${p95('likeScan')} ms (stopping at the cap ${p95('like')}), ` +
    `grep ${p95('grep')} ms`
  );
}

function figuresOf(all: ReadonlyMap<TermClass, Times>, tell: Tell): readonly Figure[] {
  const p95 = (one: TermClass, side: Side): number => quantile(all.get(one)?.[side] ?? [], P95);
  const slowest = CLASSES.reduce((worst, one) =>
    p95(one, 'finder') > p95(worst, 'finder') ? one : worst,
  );
  const against = (peer: string, side: Side, least: number): Figure => {
    const gain = (one: TermClass): number => p95(one, side) / p95(one, 'finder');
    const poorest = CLASSES.reduce((worst, one) => (gain(one) < gain(worst) ? one : worst));
    tell(`against ${peer} the least gain is ${gain(poorest).toFixed(2)}×, at "${poorest}"`);
    return figureOf({
      name: `any search of 3+ characters, slowest class (${slowest}), p95`,
      unit: 'searches/s',
      measured: 1000 / p95(slowest, 'finder'),
      peer: { name: peer, measured: 1000 / p95(slowest, side) },
      bound: { least },
    });
  };
  return [
    against('a LIKE scan of the same columns, p95', 'likeScan', 30),
    against('a stock FTS5 trigram table, p95', 'trigram', 2),
    against('grep -F on a CSV of the rows, p95', 'grep', 30),
  ];
}

const EXACT_TURNS = 600;
const EXACT_GREPS = 15;
const EXACT_WARM_UP = 300;

/** A whole order id is searched for like anything else: it may be a part of something else too. Each is new to the finder. */
export function measureExact(on: Searching): readonly Figure[] {
  const { finder, peers, ground, csv } = on;
  const terms = createTerms(peers.db, ground.rows);
  const own: number[] = [];
  const grep: number[] = [];
  for (let turn = -EXACT_WARM_UP; turn < EXACT_TURNS; turn += 1) {
    const [word = ''] = terms('whole order id');
    const startedMs = performance.now();
    const found = answer(finder, { ...EVERYTHING, words: [word] });
    const tookMs = performance.now() - startedMs;
    if (found.length === 0) throw new Error(`Order ${word} was not found`);
    if (turn < 0) continue;
    own.push(tookMs);
    if (turn % Math.ceil(EXACT_TURNS / EXACT_GREPS) !== 0) continue;
    const grepMs = performance.now();
    grepCount(csv, [word]);
    grep.push(performance.now() - grepMs);
  }
  return [
    figureOf({
      name: 'exact order id, p50',
      unit: 'searches/s',
      measured: 1000 / quantile(own, 0.5),
      peer: { name: 'grep -F on a CSV of the rows, p50', measured: 1000 / quantile(grep, 0.5) },
      bound: { least: 1000 },
    }),
  ];
}
