import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import { afterAll, expect, it } from 'vitest';

import { intent, manualClock, removeTemporaryDirs, temporaryDir } from '../testing/builders.ts';
import { UNKNOWN, issueOne } from '../testing/fillLog.ts';
import { openTestLog } from '../testing/log.ts';
import { openStatements } from './testing/openStatements.ts';

afterAll(removeTemporaryDirs);

const VICTIM = fileURLToPath(new URL('./testing/settlingVictim.ts', import.meta.url));
/** Twelve pieces. */
const NAMES = Array.from({ length: 600 }, (_, at) => `U-${at}`);
const remoteOf = (at: number): string => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`;
const FILE = [
  'ID,Order ID,Amount,Currency\n',
  ...NAMES.map((name, at) => `${remoteOf(at)},${name},1500.00,RUB\n`),
].join('');

/** A log of unknowns and the statement that has them all. */
async function prepared(dataDir: string): Promise<string> {
  const clock = manualClock();
  const log = await openTestLog(dataDir, { clock });
  await Promise.all(NAMES.map((name) => issueOne(log, name, UNKNOWN)));
  const desk = openStatements({ dataDir, log, clock });
  const stated = {
    lists: 'paid' as const,
    from: '2026-11-15T00:00:00.000Z',
    to: '2026-11-16T00:00:00.000Z',
    madeAt: clock.now().toISOString(),
    timeZone: 'UTC',
    marginMin: 30,
  };
  const recorded = await desk.record(FILE, stated);
  await desk.end();
  await log.close();
  if (!recorded.ok) throw new Error(JSON.stringify(recorded.error));
  return recorded.value.statementId;
}

type Death = { readonly after: number; readonly thenMs: number };

/** Resolves with how many there were to settle. Null: it lives to the end. */
async function settle(dataDir: string, statementId: string, death: Death | null): Promise<number> {
  const when = death === null ? [] : [String(death.after), String(death.thenMs)];
  const child = spawn(process.execPath, [VICTIM, dataDir, statementId, ...when], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  await once(child, 'close');
  expect(child.signalCode).toBe(death === null ? null : 'SIGKILL');
  return Number(said);
}

async function killedAt(
  dataDir: string,
  statementId: string,
  [first, ...others]: readonly Death[],
): Promise<readonly number[]> {
  if (first === undefined) return [await settle(dataDir, statementId, null)];
  const left = await settle(dataDir, statementId, first);
  return [left, ...(await killedAt(dataDir, statementId, others))];
}

it('loses and doubles nothing when it is killed while it settles, and goes on', async () => {
  const dataDir = temporaryDir();
  const statementId = await prepared(dataDir);
  const deaths = [
    { after: 1, thenMs: 0 },
    { after: 51, thenMs: 1 },
    { after: 1, thenMs: 3 },
    { after: 20, thenMs: 7 },
  ];
  const left = await killedAt(dataDir, statementId, deaths);
  expect(left[0]).toBe(NAMES.length);
  // Every kill came in the middle: what was settled before is not settled again.
  const isFewer = left.slice(1).map((count, at) => count > 0 && count < (left[at] ?? 0));
  expect(isFewer).not.toContain(false);
  const log = await openTestLog(dataDir);
  expect(await log.unanswered()).toBe(0);
  const histories = await Promise.all(NAMES.map((name) => log.history(intent(name))));
  const resolved = histories.map((history) =>
    history?.events.flatMap((event) =>
      event.kind === 'resolved' && event.resolution.kind === 'found'
        ? event.resolution.remoteId
        : [],
    ),
  );
  expect(resolved).toEqual(NAMES.map((_, at) => [remoteOf(at)]));
  expect(await log.verify()).toMatchObject({ value: { verdict: 'holds' } });
  await log.close();
});
