import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';

import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';

import { failure } from '#shared/domain/failure.ts';
import { err } from '#shared/domain/result.ts';
import type { StatedCoverage, Statement } from '#shared/domain/statement.ts';
import { NO_STATEMENT_FILTER } from '#shared/domain/statementComparison.ts';

import { verifyExport } from '../exports/verifyExport.ts';
import { readCsv } from '../exports/testing/readCsv.ts';
import { readXlsx } from '../exports/testing/readXlsx.ts';
import { logPathsOf } from '../log/store/paths.ts';
import {
  ACTOR,
  OPERATOR,
  intent,
  manualClock,
  preparedOf,
  removeTemporaryDirs,
  temporaryDir,
} from '../testing/builders.ts';
import { NOT_SENT, SENT, UNKNOWN, acceptedAs, issueOne } from '../testing/fillLog.ts';
import { openTestLog } from '../testing/log.ts';
import { openStatements } from './testing/openStatements.ts';
import type { LogPort } from '../log/openLog.ts';

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
  it('of a live profile is not compared with test requests of the same merchant', async () => {
    for (const name of ['T-1', 'U-1']) {
      const prepared = { ...preparedOf(name), intentId: intent(`test ${name}`) };
      await log.prepare({ ...prepared, mode: 'sandbox' });
      await log.markSending(prepared.intentId, SENT);
      await log.settle(prepared.intentId, UNKNOWN, null);
    }
    const { statementId, counts } = await recorded(FILE, { to: clock.now().toISOString() });
    expect(counts).toMatchObject({ matched: 43, only_here: 1 });
    const to = intent('test T-1');
    const decision = { kind: 'link', row: 2, to, how: 'by_hand' } as const;
    expect(await log.decideStatement(statementId, OPERATOR, '', [decision])).toMatchObject({
      error: { code: 'statement_not_possible' },
    });
  });

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
    const { importId, checked } = await desk.check(FILE, 'Europe/Moscow');
    const { digest } = checked;
    const statementId = '00000000-0000-4000-8000-0000000000d1';
    const record = (stated: StatedCoverage) =>
      desk.call('statement.record', { importId, statementId, digest, stated, again: false });
    const refused = { ok: false, error: { code: 'statement_not_possible' } };
    expect(await record(statedOf())).toMatchObject(refused);
    const madeAt = new Date(clock.now().getTime() + 3_600_000).toISOString();
    expect(await record(statedOf({ timeZone: 'Europe/Moscow', madeAt }))).toMatchObject(refused);
  });

  it('is not recorded once its file was checked otherwise than the page shows', async () => {
    const { importId, reading, checked } = await desk.check(FILE);
    const { amount: _, ...fields } = reading.mapping.fields;
    const otherwise = { mapping: { ...reading.mapping, fields }, timeZone: 'UTC' };
    const statementId = '00000000-0000-4000-8000-0000000000d2';
    const record = () =>
      desk.call('statement.record', {
        importId,
        statementId,
        digest: checked.digest,
        stated: statedOf(),
        again: false,
      });
    const refused = { ok: false, error: { code: 'statement_not_possible' } };
    const isWriting = (): boolean =>
      desk.events.some((one) => one.name === 'import.progress' && one.progress.step === 'freezing');
    await desk.ask('statement.check', { importId, ...otherwise });
    expect(await record()).toMatchObject(refused);
    expect(isWriting()).toBe(false);
    await desk.ask('statement.check', { importId, mapping: reading.mapping, timeZone: 'UTC' });
    // Another page checks it while its rows are being written.
    const meanwhile = record();
    const begun = async (): Promise<void> => (isWriting() ? undefined : setImmediate().then(begun));
    await begun();
    await desk.ask('statement.check', { importId, ...otherwise });
    expect(await meanwhile).toMatchObject({ ok: false });
    expect(await desk.ask('statement.list', { profileId: null })).toEqual([]);
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
    await log['request.note'](
      { intentId: intent('U-2'), text: 'the customer has paid, he says' },
      OPERATOR,
    );
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
    expect(await decide({ kind: 'accept', row: 2 })).toMatchObject({ ok: false });
    expect(await decide({ kind: 'accept', row: 17 })).toMatchObject({ ok: true });
    const link = { kind: 'link' as const, row: 45, intentId: intent('U-2'), reason: 'same payer' };
    expect(await decide(link)).toMatchObject({ ok: true });
    const flag = { kind: 'flag' as const, rows: [3], intentId: intent('A-1'), flagged: true };
    expect(await decide(flag)).toMatchObject({ value: { flagged: 1 } });
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

  it('has a report only as whole exports may be taken: by who supervises, and under the rule for them', async () => {
    const { statementId } = await recorded(FILE);
    const order = { statementId, reportId: randomUUID(), format: 'csv' as const, from: 0 };
    expect(
      await desk.call('statement.report', order, { ...ACTOR, may: () => false }),
    ).toMatchObject({ ok: false, error: { code: 'not_permitted' } });
    const asked: string[] = [];
    const careful = openStatements({
      dataDir,
      log,
      clock,
      byKind: async (kind) => {
        asked.push(kind);
        return err(failure('approval_void'));
      },
    });
    expect(await careful.call('statement.report', order)).toMatchObject({ ok: false });
    expect(asked).toEqual(['unmasked_export']);
    await careful.end();
  });

  it.each(['csv', 'xlsx'] as const)(
    'has a report as %s with a proof that holds',
    async (format) => {
      const hostile = FILE.replace('cust-A-3', '=HYPERLINK("x")').replace('Amount', 'amount');
      const { statementId } = await recorded(hostile);
      const reportId = '00000000-0000-4000-8000-0000000000e1';
      const order = { statementId, reportId, format, from: 0 };
      const { file, bytes } = await desk.ask('statement.report', order);
      const verdict = await verifyExport(file, logPathsOf(dataDir).file);
      expect(verdict).toMatchObject({ verdict: 'holds' });
      expect(verdict.line).toContain('44 rows');
      // It has the cells of the file, whatever they are: card numbers too.
      expect(JSON.parse(readFileSync(`${file}.proof`, 'utf8'))).toMatchObject({
        requisites: 'whole',
      });
      if (format === 'xlsx') {
        const [names, first] = readXlsx(readFileSync(file));
        expect([names?.get('H')?.value, first?.get('H')?.isNumber]).toEqual(['amount', true]);
        // The file's own column of that name holds what the file says.
        expect([names?.get('AB')?.value, first?.get('AB')?.isNumber]).toEqual(['amount', false]);
        return;
      }
      const table = readCsv(readFileSync(file, 'utf8').replace('\ufeff', ''), ',');
      const [header = [], ...rows] = table;
      const at = header.indexOf('class');
      expect(rows.map((row) => row[at]).filter((name) => name !== 'matched')).toEqual([
        'only_here',
      ]);
      expect(header.slice(-7)).toEqual(hostile.split('\r\n')[0]?.split(','));
      const rest = await desk.ask('statement.report', { ...order, from: bytes });
      expect(rest).toMatchObject({ bytes, base64: '' });
      // As the log's export, where its page has chosen so.
      const again = { ...order, reportId: randomUUID(), delimiter: 'semicolon' as const };
      const other = await desk.ask('statement.report', again);
      expect(readCsv(readFileSync(other.file, 'utf8').replace('\ufeff', ''), ';')).toEqual(table);
    },
  );
});
