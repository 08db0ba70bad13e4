import { join } from 'node:path';

import { afterAll, expect, it } from 'vitest';

import { intent, preparedOf, removeTemporaryDirs, temporaryDir } from '../../testing/builders.ts';
import { SENT, UNKNOWN } from '../../testing/fillLog.ts';
import { WRITES } from '../writes/writes.ts';
import { createDatabase, createWalGauge, openDatabase } from './database.ts';
import { createStore } from './store.ts';

afterAll(removeTemporaryDirs);

const AT = '2026-11-17T10:00:00.000Z';
const A = intent('A-1');

function openedStore() {
  const file = join(temporaryDir(), 'log.sqlite');
  createDatabase(file);
  const db = openDatabase(file);
  const pagesInWal = createWalGauge(db);
  /** How many pages a write puts into -wal. */
  const pagesOf = (write: () => { readonly ok: boolean }): number => {
    const before = pagesInWal();
    expect(db.transaction(write)()).toMatchObject({ ok: true });
    return pagesInWal() - before;
  };
  return { db, store: createStore(db), pagesOf };
}

it('W1 writes one page of each table and index that it is in, W2 no index but that of events', () => {
  const { db, store, pagesOf } = openedStore();
  // Events, requests, digests of signed texts, and what finds them: by intent (two), order, open profile, customer
  // with amount, and digest.
  expect(pagesOf(() => WRITES.prepare.run(store, AT, preparedOf('A-1')))).toBe(9);
  // An event, its place by intent, the request.
  expect(pagesOf(() => WRITES.markSending.run(store, AT, A, SENT))).toBe(3);
  // It stays open: unknown.
  expect(pagesOf(() => WRITES.settle.run(store, AT, A, UNKNOWN, null))).toBe(3);
  db.close();
});

it('a row that stays open or closed is found as before, and one that is not goes to the other side', () => {
  const { db, store } = openedStore();
  const { rows } = store.projection;
  const { profileId } = preparedOf('A-1');
  WRITES.prepare.run(store, AT, preparedOf('A-1'));
  WRITES.markSending.run(store, AT, A, SENT);
  expect(rows.inFlight().map(({ outcome }) => outcome)).toEqual(['sending']);
  const reason = { code: 'connection_failed', httpStatus: null, detail: null } as const;
  WRITES.settle.run(store, AT, A, { outcome: 'not_sent', reason }, null);
  expect(rows.inFlight()).toEqual([]);
  expect(rows.now(profileId).map(({ outcome }) => outcome)).toEqual(['not_sent']);
  WRITES['request.note'].run(
    store,
    AT,
    { intentId: A, text: 'Called' },
    { account: 'desk', name: 'Anna' },
  );
  expect(rows.now(profileId).map(({ outcome }) => outcome)).toEqual(['not_sent']);
  db.close();
});
