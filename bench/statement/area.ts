import { randomUUID } from 'node:crypto';
import { PerformanceObserver, monitorEventLoopDelay } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { openForReading } from '#core/log/store/database.ts';
import type { LogPaths } from '#core/log/store/paths.ts';
import { openTestLog } from '#core/testing/log.ts';

import { setup, teardown } from '../../tests/support/bundledPrograms.ts';
import { type Area, type Figure, type Tell, figureOf } from '../figures.ts';
import { prepareGround } from '../log/ground.ts';
import { type SampleStatement, sampleStatement } from './rows.ts';
import type { LogPort } from '../../src/core/log/openLog.ts';

const MOST_ROWS = 100_000;
const TIMES = 3;
const PART_ROWS = 500;
const PROMISED_S = 10;
const PROMISED_MB = 300;
const PROMISED_GAP_MS = 50;
const LOOK_EVERY_MS = 10;

/** What it costs to hold a provider's list against a long log. */
export const statementArea: Area = {
  notes: [
    'A statement has as many rows as a tenth of the log, at most 100,000: the newest accepted requests of one merchant, with a few faults in each thousand.',
    'Ours: the rows are read from the log, every request of the period and every one that a row names, all five steps of matching, classes, coverage of each unknown. It runs in the thread that reads.',
    'The peer fills a temporary table with the same rows and joins it with the requests by both ids, in better-sqlite3: no suggestions, no amounts that differ, no coverage.',
    'Time, memory and the gap are absolute promises; on a machine that is busy with other things they say more about those. Memory is that of the whole process above what it held before.',
  ],
  async run(dir, tell, options) {
    const { paths } = await prepareGround(dir, options, tell);
    await setup();
    const workerUrl = new URL(process.env['DESK_LOG_WORKER'] ?? '');
    const list = (): SampleStatement =>
      sampleStatement(paths, Math.min(MOST_ROWS, Math.floor(options.rows / 10)));
    const log = await openTestLog(paths.dataDir, { workerUrl });
    try {
      await log.indexed();
      const kept = await keepRows(log, list(), tell);
      return await measure(log, kept, list, paths, tell);
    } finally {
      await log.close();
      teardown();
    }
  },
};

type Kept = Omit<SampleStatement, 'rows'> & {
  readonly statementId: string;
  readonly rows: number;
};

/** What is measured does not have the rows in hand, as the thread that issues has not. */
async function keepRows(
  log: LogPort,
  { rows, ...span }: SampleStatement,
  tell: Tell,
): Promise<Kept> {
  const statementId = randomUUID();
  const startedMs = performance.now();
  for (let from = 0; from < rows.length; from += PART_ROWS) {
    const added = await log.addStatementRows(statementId, rows.slice(from, from + PART_ROWS));
    if (!added.ok) throw new Error(JSON.stringify(added.error));
  }
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
  tell(`${rows.length} rows are in the log after ${seconds} s`);
  return { statementId, ...span, rows: rows.length };
}

async function measure(
  log: LogPort,
  { statementId, merchant, from, to, rows }: Kept,
  list: () => SampleStatement,
  paths: LogPaths,
  tell: Tell,
): Promise<readonly Figure[]> {
  const madeAt = new Date(Date.parse(to) + 3_600_000).toISOString();
  const stated = { lists: 'all' as const, from, to, madeAt, timeZone: 'UTC', marginMin: 30 };
  const whose = { merchant, mode: 'live' as const };
  const question = { statementId, whose, stated, stateWords: [], at: madeAt };
  const [tookMs, peerMs]: [number[], number[]] = [[], []];
  collectGarbage();
  const pauses = watchPauses();
  const memory = watchMemory();
  for (let time = 0; time < TIMES; time += 1) {
    const startedMs = performance.now();
    const compared = await log.compareStatement(question);
    tookMs.push(performance.now() - startedMs);
    if (time === 0) tell(JSON.stringify({ ...compared?.counts, ...compared?.settle }));
  }
  const memoryMb = memory.end();
  const { gapMs, collectedMs } = pauses.end();
  tell(
    `longest gap ${gapMs.toFixed(1)} ms; longest collection of garbage ${collectedMs.toFixed(1)} ms`,
  );
  const statement = list();
  for (let time = 0; time < TIMES; time += 1) peerMs.push(joinByHand(paths, statement));
  const [ours, peer] = [middle(tookMs) / 1000, middle(peerMs) / 1000];
  const promised = (name: string, unit: string, measured: number, most: number): Figure =>
    figureOf({
      name,
      unit,
      measured,
      peer: { name: 'what is promised', measured: most },
      bound: { most: 1 },
    });
  return [
    figureOf({
      name: `comparing ${rows} rows`,
      unit: 's',
      measured: ours,
      peer: { name: 'a join by hand', measured: peer },
      bound: { most: 3 },
    }),
    promised(`comparing ${rows} rows, in all`, 's', ours, PROMISED_S),
    promised('memory above rest', 'MB', memoryMb, PROMISED_MB),
    promised('longest gap of the thread that issues', 'ms', gapMs, PROMISED_GAP_MS),
  ];
}

/** What seeding and indexing in this thread have left is no part of a desk: collecting it would be counted as a gap. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (isFunction(collect)) collect();
}

function isFunction(value: unknown): value is () => void {
  return typeof value === 'function';
}

/** The longest time in which this thread did nothing else, and the longest that it collected garbage. */
function watchPauses() {
  const gaps = monitorEventLoopDelay({ resolution: 1 });
  let collectedMs = 0;
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) collectedMs = Math.max(collectedMs, duration);
  });
  observer.observe({ entryTypes: ['gc'] });
  gaps.enable();
  return {
    end() {
      gaps.disable();
      observer.disconnect();
      return { gapMs: gaps.max / 1e6, collectedMs };
    },
  };
}

/** The most that the process held above what it holds now. */
function watchMemory() {
  const rssMb = (): number => process.memoryUsage.rss() / 1024 / 1024;
  const before = rssMb();
  let most = before;
  const looking = setInterval(() => {
    most = Math.max(most, rssMb());
  }, LOOK_EVERY_MS);
  return {
    end(): number {
      clearInterval(looking);
      return most - before;
    },
  };
}

function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >>> 1] ?? Number.NaN;
}

/** In milliseconds: every row with the requests of its ids, and every accepted request of the period without a row. */
function joinByHand(paths: LogPaths, { rows, merchant, from, to }: SampleStatement): number {
  const db = openForReading(paths.file);
  try {
    const startedMs = performance.now();
    db.exec('CREATE TEMP TABLE listed (row INTEGER PRIMARY KEY, remote_id TEXT, order_id TEXT)');
    const insert = db.prepare('INSERT INTO listed VALUES (?, ?, ?)');
    db.transaction(() => {
      for (const { row, remoteId, orderId } of rows) {
        insert.run(row, remoteId?.toLowerCase(), orderId);
      }
    })();
    db.exec(
      'CREATE INDEX listed_by_remote ON listed (remote_id); CREATE INDEX listed_by_order ON listed (order_id)',
    );
    db.prepare(`
      SELECT l.row, a.intent_id, b.intent_id FROM listed l
      LEFT JOIN request a ON a.merchant = :merchant AND a.remote_id = l.remote_id
      LEFT JOIN request b ON b.order_id = l.order_id AND b.merchant = :merchant`)
      .raw()
      .all({ merchant });
    db.prepare(`
      SELECT r.intent_id FROM request r
      WHERE r.created_at BETWEEN :from AND :to AND r.merchant = :merchant AND r.outcome IN ('accepted', 'unknown')
        AND NOT EXISTS (SELECT 1 FROM listed l WHERE l.remote_id = r.remote_id)
        AND NOT EXISTS (SELECT 1 FROM listed l WHERE l.order_id = r.order_id)`)
      .raw()
      .all({ merchant, from, to });
    return performance.now() - startedMs;
  } finally {
    db.close();
  }
}
