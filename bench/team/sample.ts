import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { type TeamBatch, readTeamBatch } from '#core/log/reads/teamBatch.ts';
import { CHAIN_START, digestOf, hashOf } from '#core/log/store/chain.ts';
import { openForReading } from '#core/log/store/database.ts';
import { logPathsOf } from '#core/log/store/paths.ts';
import { createStore } from '#core/log/store/store.ts';
import type { TeamEvent, TeamRow } from '#core/team/sharing.ts';
import { OPERATOR, intent, preparedOf } from '#core/testing/builders.ts';
import { SENT, acceptedAs } from '#core/testing/fillLog.ts';
import { openTestLog } from '#core/testing/log.ts';
import { type DepositRequest, depositRequestSchema } from '#shared/domain/request.ts';
import type { LogPort } from '../../src/core/log/openLog.ts';

/** One event of a request, and the request's row after it. */
type Step = { readonly event: TeamEvent; readonly row: TeamRow };
/** The events of one accepted request as a real log has written them: prepared, sending, settled, and three copies. */
export type Sample = readonly Step[];

const ORDER = 'SAMPLE-0001';
const HEADERS = [
  ['Host', 'provider.example'],
  ['Content-Type', 'application/json'],
  ['Accept', 'application/json'],
  ['User-Agent', 'DepositDesk/1.0.0'],
  ['X-Signature', 'f'.repeat(64)],
  ['Connection', 'close'],
] as const;

export async function readSample(): Promise<Sample> {
  const dir = mkdtempSync(path.join(tmpdir(), 'team-sample-'));
  try {
    const log = await openTestLog(dir);
    const steps: Step[] = [];
    for (const write of writesOf(log)) {
      await write();
      const { events, rows } = readAll(dir);
      const event = events.findLast(({ intentId }) => intentId === intent(ORDER));
      const [row] = rows;
      if (event === undefined || row === undefined) throw new Error('The sample has no request.');
      steps.push({ event, row });
    }
    await log.close();
    return steps;
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

function writesOf(log: LogPort): readonly (() => Promise<unknown>)[] {
  const prepared = preparedOf(ORDER);
  const headers = HEADERS.map(([name, text]): [string, string] => [name, text]);
  const sent = { ...SENT, headers, body: JSON.stringify(prepared.body.fields) };
  const copy = (text: string) => () =>
    log.recordCopy(intent(ORDER), { operator: OPERATOR, part: 'number', text });
  return [
    () => log.prepare(prepared),
    () => log.markSending(intent(ORDER), sent, { kind: 'claimed' }),
    () => log.settle(intent(ORDER), acceptedAs(ORDER), null),
    copy('0000000000000000'),
    copy('TEST HOLDER'),
    copy('1500.00'),
  ];
}

function readAll(dir: string): TeamBatch {
  const db = openForReading(logPathsOf(dir).file);
  try {
    return readTeamBatch(createStore(db), 0, 500, () => 'whole');
  } finally {
    db.close();
  }
}

/** The request that a row's document is. */
export function requestIn(row: TeamRow): DepositRequest {
  return depositRequestSchema.parse(JSON.parse(row.document ?? ''));
}

export type MemoryLog = ReturnType<typeof createMemoryLog>;

/** A desk's log in memory: real bodies, linked by the desk's own chain. Two hundred of them would not fit one disk's flushes. */
export function createMemoryLog(sample: Sample) {
  const events: TeamEvent[] = [];
  const rows = new Map<string, TeamRow>();
  /** When each event was written, by the machine's clock. */
  const writtenAt: number[] = [];
  let previous: Uint8Array = CHAIN_START;
  return {
    writtenAt,
    head: () => ({ seq: events.length, hash: Buffer.from(previous).toString('hex') }),
    requests: () => rows.size,
    write(step: number, intentId: string, orderId: string): TeamRow {
      const told = sample[step];
      if (told === undefined) throw new Error(`The sample has no step ${step}.`);
      const own = (text: string): string =>
        text.replaceAll(intent(ORDER), intentId).replaceAll(ORDER, orderId);
      const seq = events.length + 1;
      const at = new Date().toISOString();
      const body = own(told.event.body ?? '');
      const salt = Buffer.alloc(16, seq % 251);
      const digest = Buffer.from(digestOf(salt, body));
      const { kind } = told.event;
      const hash = Buffer.from(hashOf(previous, seq, at, kind, digest));
      events.push({
        seq,
        at,
        kind,
        intentId,
        body,
        salt,
        digest,
        previous: Buffer.from(previous),
        hash,
      });
      previous = hash;
      const row = {
        ...told.row,
        intentId,
        orderId,
        customer: `cust-${orderId}`,
        createdAt: rows.get(intentId)?.createdAt ?? at,
        document: own(told.row.document ?? ''),
        lastSeq: seq,
      };
      rows.set(intentId, row);
      writtenAt.push(performance.timeOrigin + performance.now());
      return row;
    },
    /** As `readTeamBatch` reads a log's file. */
    read(after: number, most: number): TeamBatch {
      const batch = events.slice(after, after + most);
      const end = after + batch.length;
      const intents = [...new Set(batch.flatMap(({ intentId }) => intentId ?? []))];
      const told = intents.flatMap((intentId) => rows.get(intentId) ?? []);
      return {
        events: batch,
        rows: told.filter(({ lastSeq }) => lastSeq <= end),
        erased: [],
        logSeq: events.length,
      };
    },
  };
}
