import { readFileSync } from 'node:fs';

import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';

import type { StatedCoverage, Statement } from '#shared/domain/statement.ts';
import { NO_STATEMENT_FILTER } from '#shared/domain/statementComparison.ts';

import { verifyExport } from '../exports/verifyExport.ts';
import { readCsv } from '../exports/testing/readCsv.ts';
import type { LogPort } from '../log/port.ts';
import { logPathsOf } from '../log/store/paths.ts';
import {
  OPERATOR,
  intent,
  manualClock,
  removeTemporaryDirs,
  temporaryDir,
} from '../testing/builders.ts';
import { NOT_SENT, UNKNOWN, acceptedAs, issueOne } from '../testing/fillLog.ts';
import { openTestLog } from '../testing/log.ts';
import { openStatements } from './testing/openStatements.ts';

afterAll(removeTemporaryDirs);

const STEP_MS = 10 * 60_000;
const HEADER = 'ID,Order ID,Amount,Currency,Status,Created at,Customer\r\n';
/** Two unknowns among accepted requests, ten minutes apart; the second one is not at the provider. */
const NAMES = Array.from({ length: 44 }, (_, at) =>
  at === 15 ? 'U-1' : at === 25 ? 'U-2' : `A-${at}`,
);
const START = '2026-11-15T10:00:00.000Z';
const END = new Date(Date.parse(START) + 44 * STEP_MS).toISOString();

let clock: ReturnType<typeof manualClock>;
let dataDir: string;
let log: LogPort;
let desk: ReturnType<typeof openStatements>;
beforeEach(async () => {
  clock = manualClock(START);
  dataDir = temporaryDir();
  log = await openTestLog(dataDir, { clock });
  desk = openStatements({ dataDir, log, clock });
  await issueFrom(0);
  await issueOne(log, 'never-left', NOT_SENT);
  clock.advance(60 * 60_000);
});
afterEach(async () => {
  await desk.end();
  await log.close();
});

async function issueFrom(at: number): Promise<void> {
  const name = NAMES[at];
  if (name === undefined) return;
  await issueOne(
    log,
    name,
    name.startsWith('U') ? UNKNOWN : acceptedAs(name, { id: remoteOf(at) }),
  );
  clock.advance(STEP_MS);
  await issueFrom(at + 1);
}

const timeOf = (at: number): string =>
  new Date(Date.parse(START) + at * STEP_MS + 5000).toISOString();
const remoteOf = (at: number): string => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`;
/** The provider's list: everything but the second unknown. */
const LINES = NAMES.map(
  (name, at) => `${remoteOf(at)},${name},1500.00,RUB,created,${timeOf(at)},cust-${name}\r\n`,
).filter((_, at) => NAMES[at] !== 'U-2');
const FILE = HEADER + LINES.join('');

const statedOf = (changes: Partial<StatedCoverage> = {}): StatedCoverage => ({
  lists: 'all',
  from: new Date(Date.parse(START) - 3_600_000).toISOString(),
  to: END,
  madeAt: clock.now().toISOString(),
  timeZone: 'UTC',
  marginMin: 30,
  ...changes,
});

async function recorded(content = FILE, changes: Partial<StatedCoverage> = {}): Promise<Statement> {
  const reply = await desk.record(content, statedOf(changes));
  if (!reply.ok) throw new Error(JSON.stringify(reply.error));
  return reply.value;
}
const page = { filter: NO_STATEMENT_FILTER, from: 0, count: 200 };

describe('a statement', () => {
  it('is read, recorded with its counts, listed, and known again', async () => {
    const { reading, checked } = await desk.check(FILE);
    expect(reading).toMatchObject({ rows: 43, isRemembered: false, mapping: { unit: 'major' } });
    expect(checked).toMatchObject({ unreadable: 0, earliest: timeOf(0), sameFile: null });
    const statement = await recorded();
    expect(statement).toMatchObject({
      file: 'statement.csv',
      rows: 43,
      operator: OPERATOR,
      counts: { matched: 43, only_here: 1, only_there: 0 },
    });
    expect(await desk.ask('statement.list', { profileId: null })).toEqual([statement]);
    const again = await desk.check(FILE);
    expect(again.reading.isRemembered).toBe(true);
    expect(again.checked.sameFile).toMatchObject({ statementId: statement.statementId });
    expect(await desk.record(FILE, statedOf())).toEqual({
      ok: false,
      error: { code: 'statement_known', detail: statement.statementId },
    });
    expect(await desk.record(FILE, statedOf(), true)).toMatchObject({ ok: true });
  });

  it('is not recorded with another time zone than its rows were read with, nor made in the future', async () => {
    const { importId } = await desk.check(FILE, 'Europe/Moscow');
    const statementId = '00000000-0000-4000-8000-0000000000d1';
    const record = (stated: StatedCoverage) =>
      desk.call('statement.record', { importId, statementId, stated, again: false });
    const refused = { ok: false, error: { code: 'statement_not_possible' } };
    expect(await record(statedOf())).toMatchObject(refused);
    const madeAt = new Date(clock.now().getTime() + 3_600_000).toISOString();
    expect(await record(statedOf({ timeZone: 'Europe/Moscow', madeAt }))).toMatchObject(refused);
  });

  it('settles an unknown both ways, and nothing else', async () => {
    const { statementId, sha256 } = await recorded();
    const { previewId, items } = await desk.ask('statement.previewSettle', { statementId });
    expect(items).toMatchObject([
      { intentId: intent('U-1'), kind: 'found', row: 17, remoteId: remoteOf(15) },
      { intentId: intent('U-2'), kind: 'absent', row: null },
    ]);
    const order = { statementId, previewId, kinds: ['found', 'absent'] as const, note: 'evening' };
    expect(await desk.ask('statement.settle', order)).toEqual({ settled: 2, skipped: [] });
    expect(await log.find(intent('U-1'))).toMatchObject({
      resolution: { kind: 'found', remoteId: remoteOf(15), statement: { sha256, row: 17 } },
    });
    expect(await log.find(intent('U-2'))).toMatchObject({
      resolution: { kind: 'absent', note: 'evening', statement: { statementId, row: null } },
    });
    expect(desk.events.filter(({ name }) => name === 'request.changed')).toHaveLength(2);
    // The same press again, and a preview of what is left.
    expect(await desk.call('statement.settle', order)).toMatchObject({ ok: false });
    expect((await desk.ask('statement.previewSettle', { statementId })).items).toEqual([]);
    expect(await desk.ask('statement.compare', { statementId })).toMatchObject({
      counts: { matched: 43, only_here: 0 },
      settle: { found: 0, absent: 0, open: 0 },
    });
  });

  it('applies the previewed matches and no others', async () => {
    const { statementId } = await recorded();
    const first = await desk.ask('statement.previewSettle', { statementId });
    const second = await desk.ask('statement.previewSettle', { statementId });
    const order = { statementId, kinds: ['found', 'absent'] as const, note: '' };
    expect(
      await desk.call('statement.settle', { ...order, previewId: first.previewId }),
    ).toMatchObject({ error: { code: 'statement_not_possible' } });
    await log.note(intent('U-2'), OPERATOR, 'the customer has paid, he says');
    expect(await desk.ask('statement.settle', { ...order, previewId: second.previewId })).toEqual({
      settled: 1,
      skipped: [{ intentId: intent('U-2'), why: 'changed' }],
    });
  });

  it('says which condition keeps an unknown open', async () => {
    const cut = HEADER + LINES.slice(0, 30).join('');
    const { statementId } = await recorded(cut, { lists: 'paid' });
    expect(await desk.ask('statement.compare', { statementId })).toMatchObject({
      settle: { found: 1, absent: 0, open: 1 },
      failing: { lists_all: 1, share_found: 1, neighbours: 1 },
    });
    const filter = { ...NO_STATEMENT_FILTER, settle: 'open' as const };
    const { items } = await desk.ask('statement.rows', { statementId, ...page, filter });
    expect(items).toMatchObject([
      {
        class: 'only_here',
        request: { orderId: 'U-2' },
        failing: ['lists_all', 'share_found', 'neighbours'],
      },
    ]);
  });

  it('has classes that open their rows, and both records side by side', async () => {
    const changed = LINES.with(0, LINES[0]?.replace('1500.00', '"1 500,50"') ?? '');
    const stranger = `${remoteOf(900)},X-1,99.00,RUB,paid,${timeOf(3)},nobody\r\n`;
    const total = ',,64 599.00,,,Total,\r\n';
    const { statementId, counts } = await recorded(
      HEADER + [...changed, LINES[1], stranger, total].join(''),
    );
    expect(counts).toMatchObject({
      matched: 41,
      amount_differs: 1,
      twice_there: 1,
      only_there: 1,
      not_compared: 1,
      only_here: 1,
    });
    const filter = { ...NO_STATEMENT_FILTER, classes: ['twice_there' as const] };
    const { total: found, items } = await desk.ask('statement.rows', {
      statementId,
      ...page,
      filter,
    });
    expect(found).toBe(1);
    expect(items).toMatchObject([{ row: { row: 3 }, others: [45], request: { orderId: 'A-1' } }]);
    const text = { ...NO_STATEMENT_FILTER, text: 'x-1' };
    expect(await desk.ask('statement.rows', { statementId, ...page, filter: text })).toMatchObject({
      items: [{ class: 'only_there', row: { orderId: 'X-1', cents: 9900 } }],
    });
    const pair = await desk.ask('statement.pair', { statementId, row: 2, intentId: null });
    expect(pair).toMatchObject({
      item: { class: 'amount_differs', differences: ['amount'] },
      rows: [{ cents: 150_050 }],
      request: { intentId: intent('A-0'), outcome: 'accepted' },
    });
    const byIntent = { statementId, row: null, intentId: intent('U-2') };
    expect(await desk.ask('statement.pair', byIntent)).toMatchObject({
      item: { class: 'only_here', row: null },
      rows: [],
    });
  });

  it('takes a suggestion only when it is accepted, and a link by hand with its reason', async () => {
    const damaged = LINES.map((line) =>
      line.includes(',U-1,') ? line.replace(',U-1,', ',U-1\u00a0,') : line,
    );
    const stranger = `${remoteOf(900)},X-1,1500.00,RUB,created,${timeOf(40)},x\r\n`;
    const { statementId } = await recorded(HEADER + [...damaged, stranger].join(''));
    expect(await desk.ask('statement.compare', { statementId })).toMatchObject({
      suggested: 1,
      settle: { found: 0 },
    });
    const decide = (action: Parameters<typeof desk.ask<'statement.decide'>>[1]['action']) =>
      desk.call('statement.decide', { statementId, action });
    expect(await decide({ kind: 'accept', rows: [2] })).toMatchObject({ ok: false });
    expect(await decide({ kind: 'accept', rows: [17] })).toMatchObject({ value: { decided: 1 } });
    const link = { kind: 'link' as const, row: 45, intentId: intent('U-2'), reason: 'same payer' };
    expect(await decide(link)).toMatchObject({ value: { decided: 1 } });
    const flag = { kind: 'flag' as const, rows: [3], intentIds: [intent('A-1')], flagged: true };
    expect(await decide(flag)).toMatchObject({ value: { decided: 2 } });
    const preview = await desk.ask('statement.previewSettle', { statementId });
    expect(preview.items).toMatchObject([
      { intentId: intent('U-1'), kind: 'found', row: 17 },
      { intentId: intent('U-2'), kind: 'found', row: 45, remoteId: remoteOf(900) },
    ]);
    const { items } = await desk.ask('statement.rows', {
      statementId,
      ...page,
      filter: { ...NO_STATEMENT_FILTER, flagged: true },
    });
    expect(items).toMatchObject([{ request: { orderId: 'A-1', isFlagged: true } }]);
    const pair = await desk.ask('statement.pair', { statementId, row: 45, intentId: null });
    expect(pair.item).toMatchObject({ how: 'by_hand', decision: { reason: 'same payer' } });
  });

  it('shows what changed since an earlier one of the same period', async () => {
    const first = await recorded();
    clock.advance(60_000);
    const next = LINES.slice(1).map((line, at) =>
      at === 0 ? line.replace('created', 'paid') : line,
    );
    const appeared = `${remoteOf(900)},X-1,99.00,RUB,paid,${timeOf(3)},nobody\r\n`;
    const { statementId } = await recorded(HEADER + [...next, appeared].join(''));
    const changes = await desk.ask('statement.changes', { statementId, from: 0, count: 10 });
    expect(changes).toMatchObject({
      before: { statementId: first.statementId },
      counts: { appeared: 1, disappeared: 1, changed: 1 },
      rows: [
        { kind: 'changed', was: { state: 'created' }, is: { state: 'paid' } },
        { kind: 'appeared', is: { orderId: 'X-1' } },
        { kind: 'disappeared', was: { orderId: 'A-0' } },
      ],
    });
    const { statementId: oldest } = first;
    expect(
      await desk.ask('statement.changes', { statementId: oldest, from: 0, count: 10 }),
    ).toMatchObject({ before: null });
  });

  it.each(['csv', 'xlsx'] as const)(
    'has a report as %s with a proof that holds',
    async (format) => {
      const { statementId } = await recorded(FILE.replace('cust-A-3', '=HYPERLINK("x")'));
      const reportId = '00000000-0000-4000-8000-0000000000e1';
      const order = { statementId, reportId, format, from: 0 };
      const { file, bytes } = await desk.ask('statement.report', order);
      const verdict = await verifyExport(file, logPathsOf(dataDir).file);
      expect(verdict).toMatchObject({ verdict: 'holds' });
      expect(verdict.line).toContain('44 rows');
      if (format === 'xlsx') return;
      const table = readCsv(readFileSync(file, 'utf8').replace('\ufeff', ''), ',');
      const [header = [], ...rows] = table;
      const at = header.indexOf('class');
      expect(rows.map((row) => row[at]).filter((name) => name !== 'matched')).toEqual([
        'only_here',
      ]);
      expect(header.slice(-7)).toEqual(HEADER.trim().split(','));
      const rest = await desk.ask('statement.report', { ...order, from: bytes });
      expect(rest).toMatchObject({ bytes, base64: '' });
    },
  );
});
