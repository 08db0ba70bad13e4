import { copyFileSync } from 'node:fs';
import { dirname } from 'node:path';

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

import { intentIdSchema, profileIdSchema } from '#shared/domain/ids.ts';

import { seedLog } from '../../../../tests/provider/samples/seedLog.ts';
import {
  OPERATOR,
  manualClock,
  removeTemporaryDirs,
  temporaryDir,
} from '../../testing/builders.ts';
import { eraseAll, eraseOn } from '../../testing/eraseLog.ts';
import { NOT_SENT, UNKNOWN, issueOne } from '../../testing/fillLog.ts';
import { openTestLog } from '../../testing/log.ts';
import { editLog } from '../../testing/rewriteLog.ts';
import { verifyLog } from '../care/verify.ts';
import { checkChain } from './chain.ts';
import { openDatabase } from './database.ts';
import { customerRecordOf } from './customerRows.ts';
import { oldUpTo } from './age.ts';
import { findDue } from './dueToErase.ts';
import type { NewEvent } from './events.ts';
import { logPathsOf } from './paths.ts';
import { projectEvent, rebuildProjection } from './projection.ts';
import { type Store, createStore } from './store.ts';

const UNTIL = '2026-11-15T00:00:00.000Z';
const LATER = '2027-06-01T00:00:00.000Z';
const DAYS = 30;
const NO_ANCHOR = { keyed: null, unkeyed: null };

let seeded: string;
beforeAll(async () => {
  seeded = logPathsOf(temporaryDir()).file;
  seedLog(seeded, { rows: 120, seed: 7, untilMs: Date.parse(UNTIL) }, () => undefined);
  const log = await openTestLog(dirname(seeded), { clock: manualClock(UNTIL) });
  await issueOne(log, 'open', UNKNOWN);
  await issueOne(log, 'last', NOT_SENT);
  await log.close();
});
const opened: Store[] = [];
afterEach(() => {
  for (const { db } of opened.splice(0)) db.close();
});
afterAll(removeTemporaryDirs);

function open(file: string): Store {
  const store = createStore(openDatabase(file));
  opened.push(store);
  return store;
}

function fresh(): Store {
  const { file } = logPathsOf(temporaryDir());
  copyFileSync(seeded, file);
  return open(file);
}

const fileOf = ({ db }: Store): string => db.name;
const verdictOf = (store: Store) => verifyLog(store, NO_ANCHOR, { state: 'none_stored' });
const count = ({ db }: Store, sql: string): number => z.int().parse(db.prepare(sql).pluck().get());
const requestsOf = ({ db }: Store): unknown[] =>
  db
    .prepare('SELECT intent_id, outcome, order_id, remote_id, is_open FROM request ORDER BY 1')
    .all();
/** A customer of a request that was erased must be nowhere in the rows of the log. */
function textOf({ db }: Store): string {
  const texts = [
    'SELECT unpack(body) FROM event',
    'SELECT customer, payment_data, document FROM request',
  ].flatMap((sql) => db.prepare(sql).raw().all());
  return texts.join('\n');
}

describe('erasing', () => {
  it('leaves a chain that holds and rows that are what the events give', () => {
    const store = fresh();
    const before = requestsOf(store);
    const hash = store.events.head().hash;
    const { seq } = store.events.head();
    eraseAll(store, LATER, DAYS);
    expect(store.events.hashAt(seq)).toBe(hash);
    expect(checkChain(store.events.links())).toBeNull();
    const report = verdictOf(store);
    expect(report).toMatchObject({ verdict: 'holds' });
    const [day] = report.erased ?? [];
    expect(day?.day).toBe('2027-06-01');
    expect(day?.bodies).toBeGreaterThan(300);
    expect(requestsOf(store)).toEqual(before);
  });

  it('takes notes about customers and texts of hand-overs with it, but not who handed over to whom', () => {
    const store = fresh();
    const { db, events, projection } = store;
    const of = { profileId: profileIdSchema.parse('sandbox'), customer: 'canary-customer' };
    const noted = { ...of, operator: OPERATOR, text: 'canary-note' };
    const write = (event: NewEvent, at: string): void =>
      db.transaction(() => projectEvent(projection, events.append(event, at)))();
    const to = { personId: crypto.randomUUID(), name: 'Boris' };
    const nothing = { unknown: 0, mismatched: 0, flagged: 0, callbacks: 0, batches: 0 };
    write({ kind: 'handed_over', body: { operator: OPERATOR, to, left: nothing } }, UNTIL);
    for (const at of [UNTIL, LATER]) {
      write({ kind: 'customer_noted', body: noted }, at);
      write({ kind: 'hand_over_text', body: { operator: OPERATOR, text: 'canary-message' } }, at);
    }
    eraseAll(store, LATER, DAYS);
    const left = textOf(store).match(/canary-(?:note|message)/gu);
    expect(left).toEqual(['canary-note', 'canary-message']);
    expect(count(store, 'SELECT count(*) FROM customer_event')).toBe(1);
    expect(verdictOf(store)).toMatchObject({ verdict: 'holds' });
    expect(customerRecordOf(store, of.profileId, of.customer).notes).toHaveLength(1);
    // The next rounds find nothing more, and then the rest.
    eraseOn(store, LATER);
    eraseAll(store, new Date(Date.parse(LATER) + 40 * 86_400_000).toISOString(), DAYS - 1);
    expect(textOf(store)).not.toMatch(/canary-(?:note|message)/u);
    expect(events.newest('handed_over')?.body).toMatchObject({ to, operator: OPERATOR });
    db.transaction(() => rebuildProjection(db)).immediate();
    expect(verdictOf(store)).toMatchObject({ verdict: 'holds' });
  });

  it('keeps amount, currency, outcome, times and last four digits, and nothing else', () => {
    const store = fresh();
    const accepted = z
      .array(z.string())
      .parse(
        store.db.prepare("SELECT intent_id FROM request WHERE outcome = 'accepted'").pluck().all(),
      )
      .map((id) => intentIdSchema.parse(id));
    const was = accepted.map((id) => store.projection.rows.find(id));
    eraseAll(store, LATER, DAYS);
    for (const [at, id] of accepted.entries()) {
      const [old, is] = [was[at], store.projection.rows.find(id)];
      if (old?.outcome !== 'accepted' || is?.outcome !== 'accepted') throw new Error('not there');
      expect(is.createdAt).toBe(old.createdAt);
      expect(is.body.fields).toMatchObject({
        cents: old.body.fields.cents,
        currency: old.body.fields.currency,
        order_id: old.body.fields.order_id,
      });
      expect(is.erased?.at).toBe(LATER);
      const number = old.answer.record.payment_data.number?.replaceAll(/\D/gu, '') ?? '';
      if (number !== '') {
        expect(is.erased?.lastFour).toBe(number.slice(-4));
        expect(JSON.stringify(is)).not.toContain(number);
      }
      const { customer } = old.body.fields;
      if (customer !== undefined) expect(JSON.stringify(is)).not.toContain(customer);
    }
  });

  it('does not touch what is not settled, and erases it once it is old enough after that', () => {
    const store = fresh();
    const open1 = count(store, 'SELECT count(*) FROM request WHERE is_open = 1');
    expect(open1).toBeGreaterThan(0);
    eraseAll(store, LATER, DAYS);
    const rows = z
      .array(intentIdSchema)
      .parse(store.db.prepare('SELECT intent_id FROM request WHERE is_open = 1').pluck().all());
    expect(rows).toHaveLength(open1);
    for (const intentId of rows) {
      expect(store.projection.rows.find(intentId)).not.toHaveProperty('erased');
    }
  });

  it('is the same after every row was made anew, and goes on where it was stopped', () => {
    const [whole, stopped] = [fresh(), fresh()];
    eraseAll(whole, LATER, DAYS);
    eraseAll(stopped, LATER, DAYS, 3);
    for (let most = 0; most < 40; most += 1) {
      expect(verdictOf(stopped)).toMatchObject({ verdict: 'holds' });
      if (most % 7 === 0) stopped.db.transaction(() => rebuildProjection(stopped.db)).immediate();
      stopped.events.forgetHead();
      eraseOn(stopped, LATER, 2);
    }
    eraseOn(stopped, LATER);
    expect(verdictOf(stopped)).toMatchObject({ verdict: 'holds' });
    expect(textOf(stopped).length).toBe(textOf(whole).length);
    whole.db.transaction(() => rebuildProjection(whole.db)).immediate();
    expect(verdictOf(whole)).toMatchObject({ verdict: 'holds' });
    expect(requestsOf(stopped)).toEqual(requestsOf(whole));
  });
});

describe('a body that is missing', () => {
  it('without an event that erased it is found', () => {
    const store = fresh();
    editLog(fileOf(store), (db) =>
      db.exec("UPDATE event SET body = x'', salt = x'' WHERE seq = 5"),
    );
    expect(verdictOf(store)).toMatchObject({ verdict: 'edited', firstBadSeq: 5 });
  });

  it('is found where the event names others', () => {
    const store = fresh();
    eraseAll(store, LATER, DAYS);
    const open1 = count(
      store,
      "SELECT e.seq FROM event e JOIN request r USING (intent_id) WHERE r.is_open = 1 AND e.body <> x'' LIMIT 1",
    );
    editLog(fileOf(store), (db) =>
      db.exec(`UPDATE event SET body = x'', salt = x'' WHERE seq = ${open1}`),
    );
    expect(verdictOf(store)).toMatchObject({ verdict: 'edited', firstBadSeq: open1 });
  });

  it('cannot go unless an event has named it, nor can an erased one come back', () => {
    const store = fresh();
    const erase = "UPDATE event SET body = x'', salt = x'' WHERE seq = 5";
    expect(() => store.db.exec(erase)).toThrow('append-only');
    eraseAll(store, LATER, DAYS);
    expect(() => store.db.exec("UPDATE event SET body = x'00' WHERE body = x''")).toThrow(
      'append-only',
    );
  });

  it('whose salt was changed breaks the chain', () => {
    const store = fresh();
    eraseAll(store, LATER, DAYS);
    editLog(fileOf(store), (db) =>
      db.exec("UPDATE event SET salt = zeroblob(16) WHERE body = x'' AND seq < 40"),
    );
    expect(verdictOf(store)).toMatchObject({ verdict: 'edited' });
  });

  it('is not named by an event whose bodies are still there', () => {
    const store = fresh();
    eraseAll(store, LATER, DAYS, 2);
    expect(verdictOf(store)).toMatchObject({ verdict: 'holds' });
    editLog(fileOf(store), (db) => db.exec('DELETE FROM to_erase'));
    expect(verdictOf(store)).toMatchObject({ verdict: 'edited' });
  });
});

describe('the preview', () => {
  it('counts what a round then erases', () => {
    const store = fresh();
    const cutoff = new Date(Date.parse(LATER) - DAYS * 86_400_000).toISOString();
    const expected = findDue(store, oldUpTo(store, cutoff)).count();
    eraseAll(store, LATER, DAYS);
    const erased = count(store, "SELECT count(*) FROM event WHERE kind = 'requisites_erased'");
    expect(erased).toBe(expected);
    expect(expected).toBeGreaterThan(50);
  });
});
