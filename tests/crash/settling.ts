import { spawn } from 'node:child_process';
import { once } from 'node:events';

import { openStatements } from '../../src/core/statements/testing/openStatements.ts';
import { intent, manualClock } from '../../src/core/testing/builders.ts';
import { UNKNOWN, acceptedAs, issueOne } from '../../src/core/testing/fillLog.ts';
import { openTestLog } from '../../src/core/testing/log.ts';
import type { Problem } from './account.ts';
import type { PointRun } from './points.ts';

const START = '2026-11-15T10:00:00.000Z';
const HOUR_MS = 3_600_000;

/** Seven pieces of fifty, two thirds of them found. Accepted requests around them prove that the rest is not there. */
const UNKNOWNS = Array.from({ length: 330 }, (_, at) => `U-${at}`);
const isFound = (at: number): boolean => at % 3 !== 0;
const BEFORE = Array.from({ length: 12 }, (_, at) => `B-${at}`);
const AFTER = Array.from({ length: 12 }, (_, at) => `A-${at}`);
const idOf = (group: number, at: number): string =>
  `00000000-0000-4000-8000-${String(group * 1000 + at).padStart(12, '0')}`;

/** A kill in the middle of a piece, between two, and while one is being written. */
const DEATHS = [
  { after: 1, thenMs: 0 },
  { after: 51, thenMs: 1 },
  { after: 1, thenMs: 3 },
  { after: 20, thenMs: 7 },
] as const;

/** Unknowns are settled both ways by a statement; the program that does it is killed, started again, and goes on to the end. */
export async function runSettling(dataDir: string, victim: string): Promise<PointRun> {
  const statementId = await prepared(dataDir);
  const problems: Problem[] = [];
  let left = UNKNOWNS.length + 1;
  for (const death of [...DEATHS, null]) {
    const when = death === null ? [] : [String(death.after), String(death.thenMs)];
    const { open, signal } = await settle([victim, dataDir, statementId, ...when]);
    // What was settled before a kill is not offered again.
    if (open >= left || signal !== (death === null ? null : 'SIGKILL')) {
      const text = `while settling: ${open} of ${left} left, ended by ${signal ?? 'itself'}`;
      problems.push({ kind: 'lost', text });
    }
    left = open;
  }
  const wrong = await wrongIn(dataDir);
  const verdict = wrong.length === 0 ? 'ok' : wrong.map(({ text }) => text).join('; ');
  console.log(
    `crash: while settling ${UNKNOWNS.length} unknowns, ${left} at the last start: ${verdict}`,
  );
  return { kills: DEATHS.length, problems: [...problems, ...wrong] };
}

async function prepared(dataDir: string): Promise<string> {
  const clock = manualClock(START);
  const log = await openTestLog(dataDir, { clock });
  const accept = (names: readonly string[], group: number) =>
    Promise.all(
      names.map((name, at) => issueOne(log, name, acceptedAs(name, { id: idOf(group, at) }))),
    );
  await accept(BEFORE, 1);
  clock.advance(60_000);
  await Promise.all(UNKNOWNS.map((name) => issueOne(log, name, UNKNOWN)));
  clock.advance(60_000);
  await accept(AFTER, 2);
  clock.advance(HOUR_MS);
  const rowOf = (name: string, id: string, minute: number): string =>
    `${id},${name},1500.00,RUB,${new Date(Date.parse(START) + minute * 60_000).toISOString()}\n`;
  const file = [
    'ID,Order ID,Amount,Currency,Created at\n',
    ...BEFORE.map((name, at) => rowOf(name, idOf(1, at), 0)),
    ...UNKNOWNS.flatMap((name, at) => (isFound(at) ? rowOf(name, idOf(0, at), 1) : [])),
    ...AFTER.map((name, at) => rowOf(name, idOf(2, at), 2)),
  ].join('');
  const desk = openStatements({ dataDir, log, clock });
  const recorded = await desk.record(file, {
    lists: 'all',
    from: new Date(Date.parse(START) - HOUR_MS).toISOString(),
    to: clock.now().toISOString(),
    madeAt: clock.now().toISOString(),
    timeZone: 'UTC',
    marginMin: 30,
  });
  await desk.end();
  await log.close();
  if (!recorded.ok) throw new Error(JSON.stringify(recorded.error));
  return recorded.value.statementId;
}

/** `open`: how many there were to settle. */
async function settle(
  program: readonly string[],
): Promise<{ readonly open: number; readonly signal: string | null }> {
  const child = spawn(process.execPath, program, { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  await once(child, 'close');
  return { open: Number(said), signal: child.signalCode };
}

/** Every unknown is resolved once, as the statement says, and the log holds. */
async function wrongIn(dataDir: string): Promise<readonly Problem[]> {
  const log = await openTestLog(dataDir);
  try {
    const histories = await Promise.all(UNKNOWNS.map((name) => log.history(intent(name))));
    const verified = await log.verify();
    const holds = verified.ok && verified.value.verdict === 'holds';
    return [
      ...(holds ? [] : [{ kind: 'lost' as const, text: 'the log does not hold after settling' }]),
      ...histories.flatMap((history, at): readonly Problem[] => {
        const ends = (history?.events ?? []).flatMap((event) =>
          event.kind === 'resolved'
            ? `${event.resolution.kind} ${event.resolution.kind === 'found' ? event.resolution.remoteId : ''}`
            : [],
        );
        const wanted = isFound(at) ? `found ${idOf(0, at)}` : 'absent ';
        if (ends.length === 1 && ends[0] === wanted) return [];
        const text = `${UNKNOWNS[at]}: resolved as ${ends.join(', ')} instead of ${wanted}`;
        return [{ kind: ends.length > 1 ? 'doubled' : 'lost', text }];
      }),
    ];
  } finally {
    await log.close();
  }
}
