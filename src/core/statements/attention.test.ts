import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';

import { NO_FILTER } from '#shared/domain/logSearch.ts';
import type { StatedCoverage } from '#shared/domain/statement.ts';
import { NO_STATEMENT_FILTER } from '#shared/domain/statementComparison.ts';

import {
  OPERATOR,
  intent,
  manualClock,
  removeTemporaryDirs,
  temporaryDir,
} from '../testing/builders.ts';
import { UNKNOWN, acceptedAs, issueOne } from '../testing/fillLog.ts';
import { EVERYTHING, openTestLog } from '../testing/log.ts';
import { openStatements } from './testing/openStatements.ts';
import type { LogPort } from '../log/openLog.ts';

afterAll(removeTemporaryDirs);

const START = '2026-11-15T10:00:00.000Z';
const HOUR_MS = 3_600_000;
const NAMES = ['A-0', 'A-1', 'A-2', 'U-1', 'FRESH'];
const remoteOf = (at: number): string => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`;
const rowOf = (at: number, amount = '1500.00', order = NAMES[at]): string =>
  `${remoteOf(at)},${order},${amount},RUB\n`;
const fileOf = (...rows: readonly string[]): string =>
  `ID,Order ID,Amount,Currency\n${rows.join('')}`;
/** A-0 has another amount, A-1 is missing, and so is the unknown. */
const FILE = fileOf(rowOf(0, '1501.00'), rowOf(2));

let clock: ReturnType<typeof manualClock>;
let log: LogPort;
let desk: ReturnType<typeof openStatements>;
beforeEach(async () => {
  clock = manualClock(START);
  const dataDir = temporaryDir();
  log = await openTestLog(dataDir, { clock });
  desk = openStatements({ dataDir, log, clock });
  const issue = (at: number) => {
    const name = NAMES[at] ?? '';
    const stage = name === 'U-1' ? UNKNOWN : acceptedAs(name, { id: remoteOf(at) });
    return issueOne(log, name, stage);
  };
  await Promise.all([0, 1, 2, 3].map(issue));
  clock.advance(HOUR_MS);
  await issue(4);
});
afterEach(async () => {
  await desk.end();
  await log.close();
});

async function recorded(content = FILE, changes: Partial<StatedCoverage> = {}): Promise<string> {
  clock.advance(60_000);
  const madeAt = clock.now().toISOString();
  const from = new Date(Date.parse(START) - HOUR_MS).toISOString();
  const period = { from, to: madeAt, madeAt, timeZone: 'UTC', marginMin: 30 };
  const reply = await desk.record(content, { lists: 'all', ...period, ...changes });
  if (!reply.ok) throw new Error(JSON.stringify(reply.error));
  return reply.value.statementId;
}

/** What the Log's filter finds, oldest first, with the reasons of statements. */
async function attention(): Promise<readonly string[]> {
  const filter = { ...NO_FILTER, attention: ['only_here', 'amount_differs'] as const };
  await log.indexed();
  const found = await log.search('attention', { ...EVERYTHING, filter }, 50);
  return (found?.rows ?? [])
    .map((row) => `${row.orderId} ${row.attention.filter((one) => one !== 'never_copied').join()}`)
    .toReversed();
}

const BOTH = ['A-0 amount_differs', 'A-1 only_here'];

describe('requests that need attention by a statement', () => {
  it('are those with another amount and those overdue; an unknown is one already, a fresh one is not yet', async () => {
    await recorded();
    expect(await attention()).toEqual(BOTH);
    expect((await log.history(intent('A-0')))?.events.at(-1)).toMatchObject({
      kind: 'compared',
      finding: 'amount_differs',
      statement: { row: 2 },
      operator: OPERATOR,
    });
    expect(desk.events.filter(({ name }) => name === 'request.changed')).toHaveLength(2);
  });

  it('are recorded once, however often the statement is compared', async () => {
    const statementId = await recorded();
    await desk.ask('statement.compare', { statementId });
    await desk.ask('statement.previewSettle', { statementId });
    const history = await log.history(intent('A-1'));
    expect(history?.events.filter(({ kind }) => kind === 'compared')).toHaveLength(1);
  });

  it('are none in a list of paid requests that has all that were paid', async () => {
    await recorded(fileOf(rowOf(2)), { lists: 'paid' });
    expect(await attention()).toEqual([]);
  });

  it('are gone once they are dealt with, and stay so while the next statement says the same', async () => {
    const statementId = await recorded();
    const action = {
      kind: 'flag',
      rows: [2],
      intentId: intent('A-0'),
      flagged: false,
    } as const;
    await desk.ask('statement.decide', { statementId, action });
    await log['request.flag']({ intentId: intent('A-1'), flagged: false }, OPERATOR);
    expect(await attention()).toEqual([]);
    await recorded(`${FILE}\n`);
    expect(await attention()).toEqual([]);
    await recorded(fileOf(rowOf(0, '1502.00'), rowOf(2)));
    expect(await attention()).toEqual(['A-0 amount_differs']);
  });

  it('are those of the newest statement of their days, whichever is looked at', async () => {
    const first = await recorded();
    await recorded(fileOf(rowOf(0), rowOf(1), rowOf(2, '1.00')));
    expect(await attention()).toEqual(['A-2 amount_differs']);
    await desk.ask('statement.compare', { statementId: first });
    expect(await attention()).toEqual(['A-2 amount_differs']);
    // A newer one of other days says nothing about these.
    const to = new Date(Date.parse(START) - 1).toISOString();
    await recorded(fileOf(rowOf(900, '1.00', 'X')), { to });
    expect(await attention()).toEqual(['A-2 amount_differs']);
  });

  it('change with a link and with its end, and so do the counts', async () => {
    const statementId = await recorded(fileOf(rowOf(0), rowOf(2), rowOf(900, '1500.00', 'LOST')));
    expect(await attention()).toEqual(['A-1 only_here']);
    const link = { kind: 'link', row: 4, intentId: intent('A-1'), reason: 'called' } as const;
    const linked = await desk.ask('statement.decide', { statementId, action: link });
    // The rest of what is only here: the unknown and the fresh one. Another id at the provider is another state.
    expect(linked).toMatchObject({
      counts: { only_here: 2, only_there: 0, state_differs: 1 },
    });
    expect(await attention()).toEqual([]);
    const unlink = { kind: 'unlink', row: 4, reason: '' } as const;
    const unlinked = await desk.ask('statement.decide', { statementId, action: unlink });
    expect(unlinked).toMatchObject({ counts: { only_here: 3, only_there: 1 } });
    expect(await attention()).toEqual(['A-1 only_here']);
    expect(await desk.ask('statement.compare', { statementId })).toMatchObject({
      counts: unlinked?.counts,
    });
  });

  it('are in the events of the log, which verifies', async () => {
    await recorded();
    expect(await log.verify()).toMatchObject({ value: { verdict: 'holds' } });
    expect(await log.find(intent('A-0'))).toMatchObject({
      statementFinding: { kind: 'amount_differs', cents: 150_100 },
    });
  });
});

describe('the flagged lines of a statement', () => {
  it('are those that are flagged now', async () => {
    const statementId = await recorded();
    const filter = { ...NO_STATEMENT_FILTER, flagged: true };
    const lines = () => desk.ask('statement.rows', { statementId, filter, from: 0, count: 10 });
    const flag = async (flagged: boolean) => {
      const names = { rows: [2], intentId: intent('A-0') };
      return desk.ask('statement.decide', {
        statementId,
        action: { kind: 'flag', ...names, flagged },
      });
    };
    expect(await flag(true)).toMatchObject({ flagged: 1 });
    expect((await lines()).items).toMatchObject([
      { request: { orderId: 'A-0', isFlagged: true }, decision: { isFlagged: true } },
    ]);
    expect(await flag(false)).toMatchObject({ flagged: 0 });
    expect(await lines()).toEqual({ total: 0, items: [] });
  });
});
