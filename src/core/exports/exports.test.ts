import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  readFileSync,
  readdirSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, join, resolve } from 'node:path';
import process from 'node:process';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { DeskEvent } from '#shared/contract/events.ts';
import { type ExportState, exportProofSchema } from '#shared/domain/logExport.ts';
import { type LogRow, NEWEST_FIRST, NO_FILTER } from '#shared/domain/logSearch.ts';

import { openFinder } from '../search/finder.ts';
import type { ResolvedQuery } from '../search/query.ts';
import { logPathsOf } from '../log/store/paths.ts';
import {
  OPERATOR,
  chance,
  intent,
  manualClock,
  preparedOf,
  profileOf,
  removeTemporaryDirs,
  temporaryDir,
} from '../testing/builders.ts';
import { NOT_SENT, SENT, UNKNOWN, acceptedAs, issueOne } from '../testing/fillLog.ts';
import { EVERYTHING, LOG_WORKER, openTestLog } from '../testing/log.ts';
import { giveBackDisk, smallDisk } from '../testing/smallDisk.ts';
import { waitUntil } from '../testing/waitUntil.ts';
import { type Exports, type ResolvedOrder, createExports } from './exports.ts';
import { UNWATCHED, jobOf, rowsIn } from './testing/files.ts';
import { readXlsx } from './testing/readXlsx.ts';
import { verifyExport } from './verifyExport.ts';
import { writeExport } from './writeExport.ts';
import type { LogPort } from '../log/openLog.ts';

const NAME = 'deposits_shop_all-days_at_2026-11-15_100000';
const REQUESTS = 12;

let dataDir: string;
let log: LogPort;
/** One export as most tests look at it: CSV, whole requisites. */
let csv: Exported;
let workbook: Exported;

type Exported = {
  readonly state: ExportState;
  readonly file: string;
  readonly on: Bench;
};

beforeAll(async () => {
  dataDir = temporaryDir();
  log = await openTestLog(dataDir);
  for (let at = 0; at < REQUESTS - 4; at += 1) {
    await issueOne(
      log,
      `R-${at}`,
      acceptedAs(`R-${at}`, { state: at % 2 === 0 ? 'paid' : 'created' }),
    );
  }
  await issueOne(log, 'hidden', UNKNOWN);
  await issueOne(log, 'failed', NOT_SENT);
  await issueOne(log, 'found', UNKNOWN);
  const typedByHand = { number: '2200 1234 1234 5675', name: 'FOUND BY HAND' };
  const finding = { kind: 'found' as const, remoteId: chance.uuid(), typedByHand };
  await log.resolve([intent('found')], finding, OPERATOR, 'seen in the cabinet');
  await log.prepare(
    preparedOf('open', { customer: '=cmd', customer_phone_number: '+998901234567' }),
  );
  await log.markSending(intent('open'), SENT);
  [csv, workbook] = await Promise.all([exported(), exported('xlsx')]);
}, 60_000);

afterAll(async () => {
  await log.close();
  removeTemporaryDirs();
});

type Bench = {
  readonly exports: Exports;
  readonly events: ExportState[];
  readonly folder: string;
  readonly ended: (exportId: string) => Promise<ExportState>;
};

function bench(folder = join(temporaryDir(), 'exports'), port: Partial<LogPort> = {}): Bench {
  const events: ExportState[] = [];
  const exports = createExports({
    log: { indexed: log.indexed, recordExport: log.recordExport, ...port },
    events: {
      emit: (event: DeskEvent) => {
        if (event.name === 'export.changed') events.push(event.export);
      },
    },
    clock: manualClock(),
    dataDir,
    exportFolder: { current: () => folder, chooseAnother: async () => null },
    logWorkerUrl: LOG_WORKER,
  });
  const ended = (exportId: string): Promise<ExportState> =>
    waitUntil(() => {
      const state = exports.state(exportId, {});
      return state === null || state.state === 'running' ? null : state;
    });
  return { exports, events, folder, ended };
}

function ordered(
  format: 'csv' | 'xlsx' | 'jsonl' = 'csv',
  requisites: 'masked' | 'whole' = 'whole',
): ResolvedOrder {
  const query = {
    text: '',
    filter: NO_FILTER,
    range: { kind: 'all' as const },
    sort: NEWEST_FIRST,
    dayProfileId: profileOf().id,
  };
  return {
    order: { exportId: chance.uuid(), query, format, delimiter: 'comma', requisites },
    query: EVERYTHING,
    timeZone: 'Asia/Tashkent',
    fileName: `${NAME}.${format}`,
    operator: OPERATOR,
  };
}

async function exported(
  format: 'csv' | 'xlsx' | 'jsonl' = 'csv',
  requisites: 'masked' | 'whole' = 'whole',
): Promise<Exported> {
  const on = bench();
  const order = ordered(format, requisites);
  on.exports.start(order);
  const state = await on.ended(order.order.exportId);
  expect(state).toMatchObject({ state: 'done', written: REQUESTS, total: REQUESTS, problem: null });
  return { state, file: state.file ?? '', on };
}

describe('an export', () => {
  it('is a private file with a name of its own, a proof beside it, and nothing else', () => {
    const { file, on } = csv;
    expect(readdirSync(on.folder).toSorted()).toEqual([`${NAME}.csv`, `${NAME}.csv.proof`]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const proof = exportProofSchema.parse(JSON.parse(readFileSync(`${file}.proof`, 'utf8')));
    expect(proof).toMatchObject({
      file: `${NAME}.csv`,
      rows: REQUESTS,
      bytes: statSync(file).size,
      requisites: 'whole',
      operator: OPERATOR.name,
    });
    expect(on.events.map(({ state }) => state).at(-1)).toBe('done');
    expect(on.events.every(({ written }) => written <= REQUESTS)).toBe(true);
  });

  it.each<[string, Partial<ResolvedQuery>]>([
    ['everything', {}],
    ['oldest first', { sort: { by: 'time', descending: false } }],
    ['by order id', { sort: { by: 'order', descending: true } }],
    ['by state', { sort: { by: 'state', descending: false } }],
    ['some outcomes', { filter: { ...NO_FILTER, outcomes: ['unknown', 'sending'] } }],
    ['a word', { words: ['r-'], sort: { by: 'customer', descending: false } }],
    ['nothing', { words: ['not there'] }],
    [
      'what has expired',
      {
        nowMs: Date.now() + 3_600_000,
        validMinOf: { [profileOf().id]: 30 },
        filter: { ...NO_FILTER, needsAttention: true },
      },
    ],
  ])('has exactly what a search lists, in its order: %s', async (_, narrowed) => {
    const query = { ...EVERYTHING, ...narrowed };
    const job = { ...jobOf(temporaryDir(), 'csv'), query };
    const { rows } = await writeExport(logPathsOf(dataDir), job, UNWATCHED);
    const listed = listOf(query);
    expect(rows).toBe(listed.length);
    expect(
      rowsIn(job.part).map((row) => [row['order_id'], row['attention'], row['outcome']]),
    ).toEqual(listed.map((row) => [row.orderId, row.attention.join(' '), row.outcome]));
  });

  it('ends where the index ends, and its proof says where that is', async () => {
    const paths = { ...logPathsOf(dataDir), index: join(temporaryDir(), 'index') };
    const head = await indexedHead();
    for (const end of ['', '-wal'])
      copyFileSync(logPathsOf(dataDir).index + end, paths.index + end);
    await log.recordExport({
      operator: OPERATOR,
      file: 'x',
      rows: 0,
      requisites: 'masked',
      sha256: '',
    });
    const part = await writeExport(paths, jobOf(temporaryDir(), 'csv'), UNWATCHED);
    expect(part).toMatchObject({ rows: REQUESTS, chainHead: head });
  });

  it('shows no requisites of an unresolved unknown, and those that were found', async () => {
    const { file } = csv;
    const of = (order: string) => rowsIn(file).find((row) => row['order_id'] === order);
    expect(of('hidden')).toMatchObject({ requisite_number: '', requisite_name: '', remote_id: '' });
    expect(of('found')).toMatchObject({
      requisite_number: '2200123412345675',
      requisite_name: 'FOUND BY HAND',
      resolution: 'found',
    });
    expect(of('open')).toMatchObject({ customer: "'=cmd", phone: '+998901234567' });
    const masked = await exported('csv', 'masked');
    expect(readFileSync(masked.file, 'utf8')).not.toMatch(/2200123412345675|FOUND BY HAND/u);
  });

  it('is recorded before the file has its name, and is nothing where that fails', async () => {
    const order = ordered();
    let wasThere: boolean | null = null;
    const on = bench(undefined, {
      async recordExport(event) {
        wasThere = existsSync(join(on.folder, event.file));
        return { ok: false, error: { code: 'not_recorded', detail: 'full' } };
      },
    });
    on.exports.start(order);
    expect(await on.ended(order.order.exportId)).toMatchObject({
      state: 'failed',
      file: null,
      problem: { code: 'log_unavailable' },
    });
    expect(wasThere).toBe(false);
    expect(readdirSync(on.folder)).toEqual([]);
  });

  it('ordered twice under one id is made once, and never takes the place of another file', async () => {
    const on = bench(csv.on.folder);
    const order = ordered();
    expect(on.exports.start(order)?.exportId).toBe(on.exports.start(order)?.exportId);
    const state = await on.ended(order.order.exportId);
    expect(basename(state.file ?? '')).toBe(`${NAME}_2.csv`);
    expect(on.exports.start(order)).toEqual(state);
    expect(readdirSync(on.folder)).toHaveLength(4);
  });

  it('ordered at the same time as another of the same name leaves that one alone', async () => {
    const on = bench();
    const orders = [ordered(), ordered(), ordered()];
    for (const order of orders) on.exports.start(order);
    const states = await Promise.all(orders.map(({ order }) => on.ended(order.exportId)));
    const verdicts = await Promise.all(states.map(({ file }) => verifyExport(file ?? '', null)));
    expect(verdicts.map(({ verdict }) => verdict)).toEqual(['holds', 'holds', 'holds']);
    expect(readdirSync(on.folder)).toHaveLength(6);
  });

  it('as a workbook and as JSON Lines has as many rows', async () => {
    expect(readXlsx(readFileSync(workbook.file))).toHaveLength(REQUESTS + 1);
    const lines = await exported('jsonl');
    expect(readFileSync(lines.file, 'utf8').split('\n')).toHaveLength(REQUESTS + 1);
  });
});

function listOf(query: ResolvedQuery): readonly LogRow[] {
  const finder = openFinder(logPathsOf(dataDir), { readonly: true });
  try {
    const { list, work, rows } = finder.search(query);
    while (work.next().done !== true);
    return rows(0, list.length());
  } finally {
    finder.close();
  }
}

/** As an empty export has it. */
async function indexedHead() {
  await log.indexed();
  const { chainHead } = await writeExport(
    logPathsOf(dataDir),
    jobOf(temporaryDir(), 'jsonl'),
    UNWATCHED,
  );
  return chainHead;
}

describe('an export that does not come to its end', () => {
  it('leaves nothing where it is cancelled or the desk closes', async () => {
    const on = bench();
    const [one, other] = [ordered(), ordered()];
    on.exports.start(one);
    on.exports.start(other);
    expect(await on.exports.cancel(one.order.exportId, {})).toMatchObject({ state: 'cancelled' });
    await on.exports.close();
    expect(on.exports.state(other.order.exportId, {})).toMatchObject({ state: 'cancelled' });
    expect(existsSync(on.folder) ? readdirSync(on.folder) : []).toEqual([]);
    expect(await on.exports.cancel(chance.uuid(), {})).toBeNull();
  });

  it.each(['csv', 'xlsx', 'jsonl'] as const)(
    'leaves nothing of a %s half written',
    async (format) => {
      const folder = temporaryDir();
      const cancelling = new AbortController();
      const work = writeExport(logPathsOf(dataDir), jobOf(folder, format), {
        signal: cancelling.signal,
        onProgress: (written) => {
          if (written > 0) cancelling.abort();
        },
      });
      await expect(work).rejects.toThrow('aborted');
      expect(readdirSync(folder)).toEqual([]);
    },
  );

  it('says that the folder cannot be written', async () => {
    const file = join(temporaryDir(), 'a-file');
    writeFileSync(file, '');
    const on = bench(join(file, 'exports'));
    const order = ordered();
    on.exports.start(order);
    expect(await on.ended(order.order.exportId)).toMatchObject({
      state: 'failed',
      problem: { code: 'cannot_write' },
    });
  });

  it('says that the disk is full, and gives the room back', async (context) => {
    // Three pages.
    const folder = smallDisk(12 * 1024);
    context.skip(folder === null, 'no file system may be mounted here');
    if (folder === null) return;
    try {
      const ballast = join(folder, 'ballast');
      appendFileSync(ballast, Buffer.alloc(4096 * 2));
      const on = bench(folder);
      const order = ordered();
      on.exports.start(order);
      expect(await on.ended(order.order.exportId)).toMatchObject({
        state: 'failed',
        problem: { code: 'disk_full' },
      });
      expect(readdirSync(folder)).toEqual(['ballast']);
    } finally {
      giveBackDisk(folder);
    }
  });

  it('says so where the index could not be brought up to the log', async () => {
    const state = { indexed: 1, total: 1, isWhole: false };
    const on = bench(undefined, { indexed: async () => state });
    const order = ordered();
    on.exports.start(order);
    expect((await on.ended(order.order.exportId)).problem?.code).toBe('log_unavailable');
  });
});

describe('verify-export', () => {
  const script = resolve(import.meta.dirname, '../../../scripts/verify-export.ts');
  function verify(...args: readonly string[]): {
    readonly status: number | null;
    readonly line: string;
  } {
    const { status, stdout } = spawnSync(process.execPath, [script, ...args], { encoding: 'utf8' });
    return { status, line: stdout.trim() };
  }

  it('holds for what was exported, from this log, beside a desk that has it open', async () => {
    const { file } = workbook;
    const { status, line } = verify(file, '--data-dir', dataDir);
    expect(line).toMatch(/^holds: 12 rows, .*, recorded in the log after event \d+$/u);
    expect(status).toBe(0);
  });

  it('is broken by one changed byte, by a changed proof and by another log', async () => {
    const { file } = csv;
    const bytes = readFileSync(file);
    const proof = readFileSync(`${file}.proof`, 'utf8');
    const tampered = Buffer.from(bytes);
    tampered[tampered.length - 10] = 0x39;
    const lineOf = async (logFile: string | null = null): Promise<string> =>
      (await verifyExport(file, logFile)).line;

    writeFileSync(file, tampered);
    expect(await lineOf()).toBe('broken: the file is not the one that was exported');
    writeFileSync(file, bytes.subarray(0, -2));
    expect(await lineOf()).toMatch(/^broken: the file has \d+ bytes/u);
    writeFileSync(file, bytes);
    writeFileSync(`${file}.proof`, proof.replace('"rows": 12', '"rows": 13'));
    expect(await lineOf()).toBe('broken: the file has 12 rows, the proof says 13');
    writeFileSync(`${file}.proof`, proof);
    expect(await lineOf(logPathsOf(dataDir).file)).toMatch(/^holds/u);

    writeFileSync(
      `${file}.proof`,
      proof.replace(`"operator": "${OPERATOR.name}"`, '"operator": "X"'),
    );
    expect(await lineOf(logPathsOf(dataDir).file)).toMatch(
      /^broken: .* otherwise than its proof$/u,
    );

    // A forger who makes both anew has no event for it.
    writeFileSync(file, tampered);
    const sha256 = createHash('sha256').update(tampered).digest('hex');
    writeFileSync(`${file}.proof`, proof.replace(/[0-9a-f]{64}/u, sha256));
    expect(await lineOf()).toMatch(/^holds/u);
    expect(await lineOf(logPathsOf(dataDir).file)).toBe(
      'broken: this log knows of no export of this file',
    );
    writeFileSync(file, bytes);
    writeFileSync(`${file}.proof`, proof);

    const otherDir = temporaryDir();
    const other = await openTestLog(otherDir);
    expect(await lineOf(logPathsOf(otherDir).file)).toMatch(
      /^broken: event \d+ is not in this log/u,
    );
    await other.prepare(preparedOf('X-1'));
    await other.close();
    writeFileSync(`${file}.proof`, proof.replace(/"seq": \d+/u, '"seq": 1'));
    expect(await lineOf(logPathsOf(otherDir).file)).toBe(
      'broken: event 1 of this log is another one',
    );
    writeFileSync(`${file}.proof`, proof);
  });

  it('cannot tell without a proof', () => {
    const lone = join(temporaryDir(), 'lone.csv');
    writeFileSync(lone, 'a\r\n');
    const { status, line } = verify(lone);
    expect(line).toMatch(/^cannot be checked/u);
    expect(status).toBe(2);
  });
});
