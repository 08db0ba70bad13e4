import { join } from 'node:path';
import { rmSync, statSync, writeFileSync } from 'node:fs';

import Database from 'better-sqlite3';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';

import { limitsSnapshotSchema } from '#shared/domain/limits.ts';
import type { SettledStage } from '#shared/domain/request.ts';
import { createRecordSchema } from '#shared/domain/deposit.ts';
import { remoteIdSchema } from '#shared/domain/ids.ts';

import {
  MERCHANT,
  OPERATOR,
  chance,
  createRecordOf,
  intent,
  manualClock,
  preparedOf,
  profileOf,
  temporaryDir,
  removeTemporaryDirs,
} from '../testing/builders.ts';
import { EVERYTHING, openTestLog } from '../testing/log.ts';
import { nextOrderId, numberingOf } from '../testing/numbering.ts';
import { checkChain } from './store/chain.ts';
import { createEventStore } from './store/eventStore.ts';
import { project } from './store/project.ts';
import { addPacking } from '../testing/rewriteLog.ts';
import type { LogPort, Written } from './openLog.ts';
import { WRITES } from './writes/writes.ts';
import { CALLS } from './calls.ts';
import type { Call } from './call.ts';

afterAll(removeTemporaryDirs);

const REMOTE_ID = 'aaaaaaaa-2222-4333-8444-555555555555';
const SENT = {
  method: 'POST',
  url: 'https://provider.example/api/v1/requests/deposit/create',
  headers: [['Host', 'provider.example']] as [string, string][],
  body: '{}',
  remoteAddress: '192.0.2.1:443',
  tls: 'TLSv1.3',
};
const UNKNOWN: SettledStage = {
  outcome: 'unknown',
  reason: { code: 'connection_lost', httpStatus: null, detail: null },
};
const NOT_SENT: SettledStage = {
  outcome: 'not_sent',
  reason: { code: 'connection_failed', httpStatus: null, detail: null },
};

function acceptedAs(orderId: string, remoteId = REMOTE_ID): SettledStage {
  const fields = preparedOf(orderId).body.fields;
  const record = createRecordSchema.parse(createRecordOf(fields, { id: remoteId }));
  return { outcome: 'accepted', answer: { flow: 'create', record } };
}

it('answers each read as its mark says while the log cannot be read', async () => {
  const dataDir = temporaryDir();
  writeFileSync(join(dataDir, 'log.sqlite'), 'no database');
  const log = await openTestLog(dataDir);
  expect(log.health()).toMatchObject({ state: 'damaged' });
  const reads = Object.entries<Call>(CALLS).flatMap(([name, call]) =>
    call.kind === 'read' && call.whileUnavailable !== null
      ? [{ name, answer: call.whileUnavailable.answer }]
      : [],
  );
  for (const { name, answer } of reads) {
    const read: unknown = Reflect.get(log, name);
    const told: unknown = typeof read === 'function' ? await Reflect.apply(read, log, []) : null;
    expect({ name, told }).toEqual({ name, told: answer });
  }
  expect(reads.length).toBeGreaterThan(50);
  await log.close();
});

it.each(Object.keys(WRITES))('tells of a %s that cannot be recorded', async (name) => {
  const heard: Written[] = [];
  const dataDir = temporaryDir();
  const log = await openTestLog(dataDir, { onWritten: (written) => heard.push(written) });
  rmSync(join(dataDir, 'log.sqlite'));
  const write: unknown = Reflect.get(log, name);
  const refused: unknown = typeof write === 'function' ? await Reflect.apply(write, log, []) : null;
  expect(refused).toMatchObject({ ok: false, error: { code: 'not_recorded' } });
  expect(heard).toEqual([refused]);
  await log.close();
});

describe('the log', () => {
  const clock = manualClock();
  let dataDir: string;
  let file: string;
  let log: LogPort;
  const others: Database.Database[] = [];

  /** A second connection, as a foreign tool would open one. */
  function other(): Database.Database {
    const db = new Database(file);
    others.push(db);
    return db;
  }

  async function prepare(name: string, fields: Readonly<Record<string, unknown>> = {}) {
    clock.advance(1);
    return log.prepare(preparedOf(name, fields));
  }

  beforeEach(async () => {
    dataDir = temporaryDir();
    file = join(dataDir, 'log.sqlite');
    log = await openTestLog(dataDir, { clock });
  });
  afterEach(async () => {
    for (const db of others.splice(0)) db.close();
    await log.close();
  });

  it('keeps a request through W1, W2 and W3, with everything that happened in order', async () => {
    const prepared = await prepare('A-1');
    expect(prepared).toMatchObject({ ok: true, value: { fresh: true } });
    const sending = await log.markSending(intent('A-1'), SENT);
    expect(sending).toMatchObject({ ok: true, value: { outcome: 'sending' } });
    clock.advance(500);
    const settled = await log.settle(intent('A-1'), acceptedAs('A-1'), null);
    expect(settled).toMatchObject({ ok: true, value: { outcome: 'accepted' } });
    const copied = await log.recordCopy(intent('A-1'), {
      operator: OPERATOR,
      part: 'number',
      text: '0000',
    });
    const lastCopiedAt = clock.now().toISOString();
    expect(copied).toMatchObject({ ok: true, value: { lastCopiedAt } });
    clock.advance(500);
    const support = { part: 'support', text: 'A-1', readBack: 'same' } as const;
    const asked = await log.recordCopy(intent('A-1'), { operator: OPERATOR, ...support });
    expect(asked).toMatchObject({ ok: true, value: { lastCopiedAt } });

    const history = await log.history(intent('A-1'));
    expect(history?.events.map((event) => event.kind)).toEqual([
      'prepared',
      'sending',
      'settled',
      'copied',
      'copied',
    ]);
    expect(history?.events.at(-1)).toMatchObject(support);
    expect(await log.verify()).toMatchObject({ ok: true, value: { verdict: 'holds' } });
    expect(history?.request).toEqual(await log.find(intent('A-1')));
  });

  it('survives being closed and opened', async () => {
    await prepare('A-1');
    await log.close();
    log = await openTestLog(dataDir, { clock });
    expect(await log.find(intent('A-1'))).toMatchObject({ outcome: 'prepared' });
  });

  describe('an intent', () => {
    it('is one request however often it comes', async () => {
      const first = await prepare('A-1');
      const second = await prepare('A-1');
      expect(second).toMatchObject({ ok: true, value: { fresh: false } });
      expect(second.ok && second.value.request).toEqual(first.ok && first.value.request);
    });

    it('with other content is refused', async () => {
      await prepare('A-1');
      const changed = await log.prepare(preparedOf('A-1', { cents: 1 }));
      expect(changed).toEqual({ ok: false, error: { code: 'intent_conflict', detail: null } });
    });
  });

  describe('an order of the same merchant', () => {
    const again = { ...preparedOf('A-1'), intentId: intent('second') };

    it('is refused while the first is prepared or sending', async () => {
      await prepare('A-1');
      const open = { code: 'order_open', orderId: 'A-1', openIntentId: intent('A-1') };
      expect(await log.prepare(again)).toEqual({
        ok: false,
        error: { ...open, openOutcome: 'prepared' },
      });
      await log.markSending(intent('A-1'), SENT);
      expect(await log.prepare(again)).toEqual({
        ok: false,
        error: { ...open, openOutcome: 'sending' },
      });
    });

    it('is refused while the first is unknown', async () => {
      await prepare('A-1');
      await log.markSending(intent('A-1'), SENT);
      await log.settle(intent('A-1'), UNKNOWN, null);
      const refused = await log.prepare(again);
      expect(refused).toMatchObject({ error: { code: 'order_open', openOutcome: 'unknown' } });
    });

    it('is let through once the first is known not to have been sent', async () => {
      await prepare('A-1');
      await log.settle(intent('A-1'), NOT_SENT, null);
      expect(await log.prepare(again)).toMatchObject({ ok: true, value: { fresh: true } });
    });

    it('does not block another merchant', async () => {
      await prepare('A-1');
      const merchant = '99999999-2222-4333-8444-555555555555';
      const foreign = { ...preparedOf('A-1', { merchant }), intentId: intent('foreign') };
      expect(await log.prepare(foreign)).toMatchObject({ ok: true });
    });
  });

  it('records an answer whose id belongs to another request as unknown', async () => {
    await prepare('A-1');
    await log.settle(intent('A-1'), acceptedAs('A-1'), null);
    await prepare('A-2');
    const settled = await log.settle(
      intent('A-2'),
      acceptedAs('A-2', REMOTE_ID.toUpperCase()),
      null,
    );
    expect(settled).toMatchObject({
      ok: true,
      value: { outcome: 'unknown', reason: { code: 'id_already_used' } },
    });
    const owner = await log.findByRemoteId(MERCHANT, remoteIdSchema.parse(REMOTE_ID));
    expect(owner?.intentId).toBe(intent('A-1'));
  });

  it('cannot settle twice', async () => {
    await prepare('A-1');
    await log.settle(intent('A-1'), UNKNOWN, null);
    await expect(log.settle(intent('A-1'), NOT_SENT, null)).rejects.toThrow('cannot follow');
  });

  it('says not_recorded, and holds nothing, when W1 cannot be written', async () => {
    other().exec('BEGIN IMMEDIATE');
    const refused = await prepare('A-1');
    expect(refused).toMatchObject({ ok: false, error: { code: 'not_recorded' } });
    expect(await log.find(intent('A-1'))).toBeNull();
  });

  it('lists newest first without gaps or repeats, also what was written while it was open', async () => {
    const names = ['A', 'B', 'C', 'D', 'E'];
    for (const name of names) await prepare(name);
    const searchId = 'one table';
    const first = await log.search(searchId, EVERYTHING, 3);
    // Recorded after the search: it has no place in it.
    await log.prepare(preparedOf('F'));
    const second = await log.rows(searchId, 3, 3);
    const seen = [...(first?.rows ?? []), ...(second?.rows ?? [])].map(({ orderId }) => orderId);
    expect(seen).toEqual(names.toReversed());
    expect(second?.matches).toEqual({ count: 5, isExact: true });
    const again = await log.search(searchId, EVERYTHING, 10);
    expect(again?.rows.map(({ orderId }) => orderId)).toEqual(['F', ...names.toReversed()]);
    expect(await log.rows('another table', 0, 3)).toBeNull();
  });

  it('shows as now everything unknown and the last ten of the profile', async () => {
    await prepare('old');
    await log.markSending(intent('old'), SENT);
    await log.settle(intent('old'), UNKNOWN, null);
    await prepare('settled');
    await log.settle(intent('settled'), NOT_SENT, null);
    for (let at = 0; at < 10; at += 1) await prepare(`N-${at}`);
    const now = await log.now(profileOf().id);
    const orders = now.map(({ body }) => body.fields.order_id);
    expect(orders).toHaveLength(11);
    expect(orders.at(0)).toBe('N-9');
    expect(orders.at(-1)).toBe('old');
    expect(orders).not.toContain('settled');
    expect(await log.now(profileOf({ id: 'other' }).id)).toEqual([]);
  });

  it('suggests order ids that were never used nor suggested', async () => {
    await prepare('D-1115-0002');
    const next = async () => {
      const suggested = await nextOrderId(log, numberingOf('create', '1115'));
      return suggested.ok ? suggested.value : null;
    };
    expect(await next()).toBe('D-1115-0001');
    expect(await next()).toBe('D-1115-0003');
    await log.close();
    log = await openTestLog(dataDir, { clock });
    expect(await next()).toBe('D-1115-0004');
    expect(await nextOrderId(log, numberingOf('build', '1115'))).toEqual({
      ok: true,
      value: 'P-1115-0001',
    });
    expect(await nextOrderId(log, numberingOf('create', '1116'))).toEqual({
      ok: true,
      value: 'D-1116-0001',
    });
  });

  it('keeps every limits snapshot and gives the newest of the same source', async () => {
    const { id } = profileOf();
    const snapshotOf = (raw: string) =>
      limitsSnapshotSchema.parse({
        id: chance.uuid(),
        profileId: id,
        readAt: clock.now().toISOString(),
        recognised: false,
        complaints: [],
        entries: [],
        raw,
      });
    const [first, second, third] = [snapshotOf('1'), snapshotOf('2'), snapshotOf('3')];
    await log.saveLimits('here', first);
    await log.saveLimits('there', third);
    await log.saveLimits('here', second);
    expect(await log.latestLimits(id, 'here')).toEqual(second);
    expect(await log.latestLimits(id, 'elsewhere')).toBeNull();
    expect(await log.limitsBefore(id, 'here', second.id)).toEqual(first);
    expect(await log.limitsBefore(id, 'here', first.id)).toBeNull();
    expect(await log.limitsBefore(id, 'here', snapshotOf('4').id)).toBeNull();
    const kept = other().prepare("SELECT count(*) AS n FROM event WHERE kind = 'limits'").get();
    expect(kept).toEqual({ n: 3 });
  });

  describe('the events', () => {
    async function fill(): Promise<void> {
      await prepare('A-1');
      await log.markSending(intent('A-1'), SENT);
      await prepare('A-2');
      await log.settle(intent('A-1'), acceptedAs('A-1'), null);
      await log.settle(intent('A-2'), NOT_SENT, null);
      await log.recordCopy(intent('A-1'), { operator: OPERATOR, part: 'number', text: '1' });
    }

    it('give the very rows of the projection', async () => {
      await fill();
      const events = createEventStore(other());
      const all = Array.from({ length: events.head().seq }, (_, at) => events.bySeq(at + 1));
      const projected = project(all.filter((event) => event !== null));
      expect(projected.size).toBe(2);
      for (const name of ['A-1', 'A-2']) {
        expect(projected.get(intent(name))?.request).toEqual(await log.find(intent(name)));
      }
    });

    it('are chained, and an edit or a removal is found', async () => {
      await fill();
      const db = addPacking(other());
      const broken = () => checkChain(createEventStore(db).links());
      expect(broken()).toBeNull();
      db.exec('DROP TRIGGER event_is_not_changed; DROP TRIGGER event_is_not_deleted');
      const second = db
        .prepare("SELECT seq FROM event WHERE kind = 'prepared' ORDER BY seq DESC LIMIT 1")
        .pluck()
        .get();
      db.prepare(
        "UPDATE event SET body = pack(replace(unpack(body), 'A-2', 'A-9')) WHERE seq = ?",
      ).run(second);
      expect(broken()).toEqual({ kind: 'content', seq: second });
      db.prepare(
        "UPDATE event SET body = pack(replace(unpack(body), 'A-9', 'A-2')) WHERE seq = ?",
      ).run(second);
      expect(broken()).toBeNull();
      db.exec('DELETE FROM event WHERE seq = 4');
      expect(broken()).toEqual({ kind: 'gap', seq: 4 });
    });

    it('cannot be changed or deleted by a slip', async () => {
      await fill();
      const db = other();
      expect(() => db.exec("UPDATE event SET at = 'x'")).toThrow('append-only');
      expect(() => db.exec('DELETE FROM event')).toThrow('append-only');
    });

    it('are salted: the same content twice has two digests', async () => {
      await prepare('A-1');
      for (let at = 0; at < 2; at += 1) {
        await log.recordCopy(intent('A-1'), { operator: OPERATOR, part: 'number', text: '1' });
      }
      const links = [...createEventStore(other()).links()].filter(({ kind }) => kind === 'copied');
      const bodies = links.map(({ salted, saltBytes }) => salted?.toString('utf8', saltBytes));
      expect(bodies[0]).toBe(bodies[1]);
      expect(links[0]?.digest).not.toEqual(links[1]?.digest);
    });
  });

  describe('the file', () => {
    it('is private to the account', () => {
      const shared = process.platform === 'win32' ? 0 : statSync(file).mode & 0o077;
      expect(shared).toBe(0);
    });

    it('has a -wal of at most 16 MiB, however many requests come without a pause', async () => {
      const names = Array.from({ length: 800 }, (_, at) => `W-${at}`);
      for (const name of names) await log.prepare(preparedOf(name));
      expect(statSync(`${file}-wal`).size).toBeLessThan(18 * 1024 * 1024);
    });
  });
});
