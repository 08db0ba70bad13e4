import type { Database } from 'better-sqlite3';
import { afterAll, describe, expect, it } from 'vitest';

import { profileIdSchema } from '#shared/domain/ids.ts';

import { OPERATOR, removeTemporaryDirs, temporaryDir } from '../../testing/builders.ts';
import { openTestLog } from '../../testing/log.ts';
import { openSqlite } from '../../sqlite/openSqlite.ts';
import { openForReading } from '../store/database.ts';
import { logPathsOf } from '../store/paths.ts';
import { rebuildProjection } from '../store/projection.ts';
import { rowFaultOf } from '../testing/rowFault.ts';
import { createStore } from '../store/store.ts';

afterAll(removeTemporaryDirs);

function edit(file: string, work: (db: Database) => unknown): void {
  const db = openSqlite(file);
  db.pragma('foreign_keys = OFF');
  work(db);
  db.close();
}

const SHOP = profileIdSchema.parse('shop');
const ANNA = { profileId: SHOP, customer: 'Анна 😀 \ud83d' };

describe('what is recorded about a customer', () => {
  it('is of one profile and exact name, and only a change is an event', async () => {
    const dataDir = temporaryDir();
    const log = await openTestLog(dataDir);
    await log.preferCustomer(ANNA, OPERATOR, { language: 'ru' });
    await log.preferCustomer(ANNA, OPERATOR, { channel: 'whatsapp' });
    await log.preferCustomer(ANNA, OPERATOR, { language: 'ru' });
    await log.noteCustomer(ANNA, OPERATOR, 'first');
    const written = await log.noteCustomer(ANNA, OPERATOR, 'second');
    const preference = { language: 'ru', channel: 'whatsapp' };
    const notes = [{ text: 'second' }, { text: 'first', operator: OPERATOR }];
    expect(written).toMatchObject({ ok: true, value: { preference, notes } });
    expect(await log.customerRecord(ANNA)).toMatchObject({ preference, notes });
    const none = { preference: { language: null, channel: null }, notes: [] };
    expect(await log.customerRecord({ ...ANNA, customer: 'анна' })).toEqual(none);
    const kassa = profileIdSchema.parse('kassa');
    expect(await log.customerRecord({ ...ANNA, profileId: kassa })).toEqual(none);
    await log.preferCustomer(ANNA, OPERATOR, { language: null });
    expect((await log.customerRecord(ANNA)).preference).toEqual({
      language: null,
      channel: 'whatsapp',
    });
    await log.close();

    const again = await openTestLog(dataDir);
    expect(await again.verify()).toMatchObject({ ok: true, value: { verdict: 'holds' } });
    expect(await again.customerRecord(ANNA)).toMatchObject({ notes });
    await again.close();
  });

  it('is made anew from the events, and a row that was changed is a fault of the projection', async () => {
    const dataDir = temporaryDir();
    const log = await openTestLog(dataDir);
    await log.noteCustomer(ANNA, OPERATOR, 'kept');
    const before = await log.customerRecord(ANNA);
    await log.close();
    const { file } = logPathsOf(dataDir);
    const faultAfter = (sql: string): string | null => {
      edit(file, (db) => db.exec(sql));
      const db = openForReading(file);
      const fault = rowFaultOf(createStore(db));
      db.close();
      return fault;
    };
    const fault: unknown = expect.stringMatching(/^table customer_event: the row of event \d+ /u);
    expect(faultAfter('SELECT 1')).toBeNull();
    expect(faultAfter("UPDATE customer_event SET customer = 'other'")).toEqual(fault);
    expect(faultAfter('DELETE FROM customer_event')).toEqual(fault);
    edit(file, (db) => rebuildProjection(db));
    expect(faultAfter('SELECT 1')).toBeNull();
    expect(faultAfter("INSERT INTO customer_event VALUES (999, 'shop', 'x', 'noted')")).toEqual(
      fault,
    );
    edit(file, (db) => rebuildProjection(db));
    const again = await openTestLog(dataDir);
    expect(await again.customerRecord(ANNA)).toEqual(before);
    await again.close();
  });
});
