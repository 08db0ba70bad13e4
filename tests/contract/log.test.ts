import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { searchOf } from '../../src/core/testing/searching.ts';
import type { Client } from '../../src/shared/contract/client.ts';
import { intentIdSchema, limitsSnapshotIdSchema } from '../../src/shared/domain/ids.ts';
import { exportProofSchema } from '../../src/shared/domain/logExport.ts';
import {
  type LogQuery,
  type LogRow,
  NEWEST_FIRST,
  NO_FILTER,
  type SavedView,
} from '../../src/shared/domain/logSearch.ts';
import { exportOf } from './support/exporting.ts';
import { HOSTS, type RunningHost } from './support/hosts.ts';
import { collectEvents, valueOf } from './support/outcomes.ts';

/** The whole log as the page gets it: everything that can be asked of a sample day, and what of it is there after a restart. */

/** A thread from source on a busy machine. */
const SLOW = { timeout: 20_000 };

const VIEW: SavedView = {
  id: randomUUID(),
  name: 'Unknowns',
  text: 'иван',
  filter: { ...NO_FILTER, outcomes: ['unknown'] },
  range: null,
  sort: { by: 'amount', descending: true },
};

async function allOf(
  client: Client,
  overrides: Partial<LogQuery> = {},
): Promise<readonly LogRow[]> {
  const search = searchOf(overrides, 200);
  const { searchId } = search;
  const rows = [...valueOf(await client.call('log.search', search)).rows];
  const { count } = valueOf(await client.call('log.count', { searchId }));
  while (rows.length < count) {
    const place = { searchId, from: rows.length, count: 200 };
    rows.push(...valueOf(await client.call('log.rows', place)).rows);
  }
  return rows;
}

function someRow(rows: readonly LogRow[], isRight: (row: LogRow) => boolean): LogRow {
  const found = rows.find(isRight);
  if (found === undefined) throw new Error('The sample day has no such request');
  return found;
}

/** Where exports go: the downloads folder that the stand-in knows, or one beside the log. */
function exportsDirOf({ dataDir }: RunningHost): string {
  const downloads = path.join(dataDir, 'electron/downloads');
  return existsSync(downloads) ? downloads : path.join(dataDir, 'exports');
}

describe.each(HOSTS)('the log, $name', ({ start }) => {
  let host: RunningHost;
  let rows: readonly LogRow[] = [];
  const client = (): Client => host.client;

  /** On the page of help, where nothing is drawn anew with each request. */
  const startQuietly = async (dataDir?: string): Promise<RunningHost> => {
    const started = await start(dataDir === undefined ? { env: {} } : { env: {}, dataDir });
    await started.page.evaluate(() => location.assign('#/help'));
    return started;
  };

  beforeAll(async () => {
    host = await startQuietly();
  });
  afterAll(() => host.close());

  test('a sample day fills an empty log, labelled, with every outcome, and only once', async () => {
    const loaded = valueOf(await client().call('log.loadSample', {}));
    rows = await allOf(client());
    expect(rows).toHaveLength(loaded.requests);
    expect(rows.every(({ isSample, mode }) => isSample && mode === 'sandbox')).toBe(true);
    const outcomes = new Set(rows.map(({ outcome }) => outcome));
    for (const outcome of ['accepted', 'rejected', 'not_sent', 'unknown'] as const) {
      expect(outcomes).toContain(outcome);
    }
    expect(await client().call('log.loadSample', {})).toMatchObject({
      error: { code: 'log_not_empty' },
    });
    expect(valueOf(await client().call('log.verify', {})).verdict).toBe('holds');
  });

  test('a search finds the middle of an order id; more words and filters narrow it', async () => {
    const { orderId, intentId, outcome, customer } = someRow(rows, (row) => row.customer !== null);
    const text = orderId.slice(2);
    const found = await allOf(client(), { text });
    expect(found.map((row) => row.intentId)).toContain(intentId);
    const narrowed = await allOf(client(), { text: `${text} ${customer?.toUpperCase()}` });
    expect(narrowed.map((row) => row.intentId)).toContain(intentId);
    expect(narrowed.length).toBeLessThanOrEqual(found.length);
    expect(await allOf(client(), { text: `${text} nobody-of-this-name` })).toEqual([]);
    const filtered = await allOf(client(), { filter: { ...NO_FILTER, outcomes: [outcome] } });
    expect(filtered).toEqual(rows.filter((row) => row.outcome === outcome));
  });

  test('rows keep their places; a newer search under the same id takes its place', async () => {
    const search = searchOf({}, 10);
    const { searchId } = search;
    const first = valueOf(await client().call('log.search', search));
    expect(first.rows).toEqual(rows.slice(0, 10));
    expect(first.index).toEqual({ indexed: rows.length, total: rows.length });
    const middle = { searchId, from: 140, count: 7 };
    expect(valueOf(await client().call('log.rows', middle)).rows).toEqual(rows.slice(140, 147));
    const beyond = { searchId, from: rows.length - 2, count: 50 };
    expect(valueOf(await client().call('log.rows', beyond)).rows).toEqual(rows.slice(-2));
    const oldest = searchOf({ sort: { ...NEWEST_FIRST, descending: false } }, 5);
    valueOf(await client().call('log.search', { ...oldest, searchId }));
    const again = { searchId, from: 0, count: 5 };
    expect(valueOf(await client().call('log.rows', again)).rows).toEqual(
      rows.toReversed().slice(0, 5),
    );
    const nobodys = { searchId: randomUUID(), from: 0, count: 5 };
    for (const reply of [
      await client().call('log.rows', nobodys),
      await client().call('log.count', { searchId: nobodys.searchId }),
    ]) {
      expect(reply).toMatchObject({ ok: false, error: { code: 'search_gone' } });
    }
  });

  test('rows are found by intent; facets and daily totals are about the same rows', async () => {
    const asked = [...rows.slice(5, 6), ...rows.slice(-1), ...rows.slice(0, 1)];
    const intentIds = asked.map(({ intentId }) => intentId);
    const unknown = intentIdSchema.parse(randomUUID());
    const reply = await client().call('log.rowsOf', { intentIds: [...intentIds, unknown] });
    expect(valueOf(reply)).toEqual(asked);
    const facets = valueOf(await client().call('log.facets', {}));
    const inRows = new Set(rows.map(({ paymentType }) => paymentType));
    expect(new Set(facets.paymentTypes)).toEqual(inRows);
    expect(facets.profiles).toEqual([{ id: 'sandbox', name: rows[0]?.profileName }]);
    const [profileId, range] = [rows[0]?.profileId, { kind: 'last7' } as const];
    if (profileId === undefined) throw new Error('no rows');
    const days = valueOf(await client().call('log.daily', { profileId, range }));
    expect(days.reduce((sum, { count }) => sum + count, 0)).toBe(rows.length);
  });

  test('a note, a flag and a reveal are events, told to the page; quarantine reveals nothing', async () => {
    const { events, stop } = collectEvents(client());
    const { intentId } = someRow(
      rows,
      ({ outcome, isFlagged }) => outcome === 'accepted' && !isFlagged,
    );
    const noted = { intentId, text: '  Позвонить завтра ' };
    valueOf(await client().call('request.note', noted));
    const flagged = await client().call('request.flag', { intentId, flagged: true });
    expect(valueOf(flagged)).toMatchObject({ flagged: true });
    valueOf(await client().call('request.reveal', { intentId }));
    const told = () =>
      events().filter((one) => one.name === 'request.changed' && one.request.intentId === intentId);
    await expect.poll(() => told().length, SLOW).toBe(3);
    stop();
    const history = valueOf(await client().call('log.history', { intentId }));
    expect(history.events.slice(-3)).toMatchObject([
      { kind: 'noted', text: 'Позвонить завтра' },
      { kind: 'flagged', flagged: true },
      { kind: 'revealed' },
    ]);
    const [row] = valueOf(await client().call('log.rowsOf', { intentIds: [intentId] }));
    expect(row?.isFlagged).toBe(true);
    expect(row?.attention).toContain('flagged');
    const hidden = someRow(rows, ({ attention }) => attention.includes('quarantined'));
    expect(hidden.requisite).toBeNull();
    expect(await client().call('request.reveal', { intentId: hidden.intentId })).toMatchObject({
      error: { code: 'copy_locked' },
    });
    const nothing = someRow(rows, ({ outcome }) => outcome === 'not_sent');
    expect(await client().call('request.reveal', { intentId: nothing.intentId })).toMatchObject({
      error: { code: 'not_resolvable' },
    });
    const unknown = { intentId: intentIdSchema.parse(randomUUID()) };
    for (const reply of [
      await client().call('request.reveal', unknown),
      await client().call('request.note', { ...unknown, text: 'x' }),
      await client().call('request.flag', { ...unknown, flagged: true }),
    ]) {
      expect(reply).toMatchObject({ error: { code: 'request_not_found' } });
    }
    for (const text of ['', '   ', 'x'.repeat(2001)]) {
      expect(await host.callRaw('request.note', { intentId, text })).toMatchObject({
        error: { code: 'invalid_input' },
      });
    }
  });

  test('the limits a request was checked against can be read again', async () => {
    const { intentId } = someRow(rows, ({ outcome }) => outcome === 'accepted');
    const { request } = valueOf(await client().call('log.history', { intentId }));
    const id = limitsSnapshotIdSchema.parse(request.limitsSnapshotId);
    expect(valueOf(await client().call('limits.snapshot', { id }))).toMatchObject({ id });
    const unknown = { id: limitsSnapshotIdSchema.parse(randomUUID()) };
    expect(await client().call('limits.snapshot', unknown)).toMatchObject({
      error: { code: 'request_not_found' },
    });
  });

  test('views are saved, replaced and deleted; columns are remembered', async () => {
    expect(valueOf(await client().call('view.save', VIEW))).toEqual([VIEW]);
    const other = { ...VIEW, id: randomUUID(), name: 'Today', range: { kind: 'today' } as const };
    valueOf(await client().call('view.save', other));
    const renamed = { ...VIEW, name: 'Waiting' };
    expect(valueOf(await client().call('view.save', renamed))).toEqual([renamed, other]);
    valueOf(await client().call('view.save', VIEW));
    expect(valueOf(await client().call('view.delete', { id: other.id }))).toEqual([VIEW]);
    expect(valueOf(await client().call('view.list', {}))).toEqual([VIEW]);
    const columns = [{ key: 'order', width: 220 } as const];
    const logTable = { columns, density: 'compact' } as const;
    expect(valueOf(await client().call('settings.update', { logTable }))).toMatchObject({
      logTable,
    });
    const twice = { columns: [...columns, ...columns], density: 'compact' };
    expect(await host.callRaw('settings.update', { logTable: twice })).toMatchObject({
      error: { code: 'invalid_input' },
    });
  });

  test('an export writes what matches, tells how far it is, and is not started twice', async () => {
    const { events, stop } = collectEvents(client());
    const query = {
      ...exportOf().query,
      filter: { ...NO_FILTER, outcomes: ['accepted' as const] },
    };
    const order = exportOf({ query, format: 'jsonl' });
    const { exportId } = order;
    expect(valueOf(await client().call('export.start', order))).toMatchObject({ exportId });
    valueOf(await client().call('export.start', order));
    const last = () =>
      events().findLast((one) => one.name === 'export.changed' && one.export.exportId === exportId);
    await expect.poll(last, SLOW).toMatchObject({ export: { state: 'done' } });
    stop();
    const state = valueOf(await client().call('export.state', { exportId }));
    const matching = rows.filter(({ outcome }) => outcome === 'accepted').length;
    expect(state).toMatchObject({ state: 'done', written: matching, total: matching });
    const file = state.file ?? '';
    expect(path.dirname(file)).toBe(exportsDirOf(host));
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    expect(lines).toHaveLength(matching);
    const proof = exportProofSchema.parse(JSON.parse(readFileSync(`${file}.proof`, 'utf8')));
    expect(proof).toMatchObject({ rows: matching, requisites: 'masked' });
    const piece = valueOf(await client().call('export.read', { exportId, from: 10 }));
    const whole = readFileSync(file);
    expect(piece).toEqual({
      name: path.basename(file),
      bytes: whole.length,
      base64: whole.subarray(10).toString('base64'),
    });
    const { host: around } = valueOf(await client().call('app.info', {}));
    expect(await client().call('export.show', { exportId })).toMatchObject(
      around.kind === 'electron' ? { ok: true } : { error: { code: 'export_file_missing' } },
    );
    // Too late: it stays what it is.
    expect(valueOf(await client().call('export.cancel', { exportId }))).toEqual(state);
    expect(await client().call('export.state', { exportId: randomUUID() })).toMatchObject({
      error: { code: 'export_not_found' },
    });
  });

  test('after a restart the same rows are found, with what was done to them', async () => {
    const before = await allOf(client());
    await host.stop();
    host = await startQuietly(host.dataDir);
    expect(await allOf(client())).toEqual(before);
    expect(valueOf(await client().call('view.list', {}))).toEqual([VIEW]);
    expect(valueOf(await client().call('settings.get', {}))).toMatchObject({
      logTable: { density: 'compact' },
    });
    const { intentId } = someRow(before, ({ isFlagged }) => isFlagged);
    const { events } = valueOf(await client().call('log.history', { intentId }));
    expect(events.map(({ kind }) => kind)).toContain('flagged');
    expect(await client().call('log.loadSample', {})).toMatchObject({
      error: { code: 'log_not_empty' },
    });
  });
});
