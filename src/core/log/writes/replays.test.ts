import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { CallbackReading, CallbackVerdict } from '#shared/domain/callback.ts';

import {
  MERCHANT,
  intent,
  profileOf,
  readingOf,
  removeTemporaryDirs,
  temporaryDir,
} from '../../testing/builders.ts';
import { UNKNOWN, issueOne } from '../../testing/fillLog.ts';
import { openTestLog } from '../../testing/log.ts';
import { openDatabase } from '../store/database.ts';
import { logPathsOf } from '../store/paths.ts';
import { rebuildProjection } from '../store/projection.ts';
import type { LogPort } from '../openLog.ts';
import type { RecordedCallback } from './callbacks.ts';

/** One log for all: each test has an order of its own, and the last one holds them all against the events. */
const dataDir = temporaryDir();
let log: LogPort;
beforeAll(async () => {
  log = await openTestLog(dataDir);
});
afterAll(async () => {
  await log.close();
  removeTemporaryDirs();
});

const { id: profileId, mode } = profileOf();
const door = { merchant: MERCHANT, mode };

/** What came in, read so far as `read` says. */
async function came(
  body: string,
  read: Partial<CallbackReading>,
  verdict: CallbackVerdict = 'unverified',
): Promise<RecordedCallback> {
  const raw = { method: 'POST' as const, query: '', headers: [], body, encoding: 'utf8' as const };
  const reading = readingOf(read);
  const recorded = await log.recordCallback({ profileId, ...door, raw, reading, verdict });
  if (!recorded.ok) throw new Error(recorded.error.detail);
  return recorded.value;
}

async function replayed(
  seq: number,
  read: Partial<CallbackReading>,
  verdict: CallbackVerdict = 'unverified',
): Promise<RecordedCallback | null> {
  const reading = readingOf(read);
  const recorded = await log.replayCallback({
    seq,
    ...door,
    reading,
    verdict,
    decidedBy: null,
  });
  if (!recorded.ok) throw new Error(recorded.error.code);
  return recorded.value;
}

const seqOf = (recorded: RecordedCallback | null): number => recorded?.seq ?? 0;
const shown = (seqs: readonly number[]) => log.callbacksOf(seqs);

describe('a callback that is read again', () => {
  it('and now matches stands beside the one it came with, and counts', async () => {
    await issueOne(log, 'a', UNKNOWN);
    const { seq } = await came('a paid', { state: 'paid' });
    const read = { orderId: 'a', state: 'paid', amount: '1450.00', amountUnit: 'major' as const };
    const again = await replayed(seq, read);
    expect(again?.changed).toMatchObject({
      was: { outcome: 'unknown' },
      request: { outcome: 'unknown', heard: { state: 'paid', arrivedSeq: seq } },
    });
    expect(await shown([seq, seqOf(again)])).toMatchObject([
      {
        seq,
        replayOf: null,
        replayedAs: seqOf(again),
        match: { kind: 'apart', why: 'names_nothing' },
      },
      { replayOf: seq, match: { kind: 'request', intentId: intent('a') } },
    ]);
    // Dated when it came, however much later it is read again.
    const [{ at } = { at: '' }] = await shown([seq]);
    expect(await log.find(intent('a'))).toMatchObject({
      heard: { at },
      paid: { amount: '1450.00', at },
    });
  });

  it('and comes out the same is not recorded, of itself and of what it was read as', async () => {
    await issueOne(log, 'b', UNKNOWN);
    const { seq } = await came('b', { orderId: 'b' });
    expect(await replayed(seq, { orderId: 'b' })).toBeNull();
    const better = { orderId: 'b', state: 'paid' };
    const again = await replayed(seq, better);
    expect(again).not.toBeNull();
    expect(await replayed(seq, better)).toBeNull();
    expect(await replayed(seqOf(again), better)).toBeNull();
    // Back to what it was first: that is otherwise than it counts by now.
    const back = await replayed(seqOf(again), { orderId: 'b' });
    const forth = await replayed(seqOf(back), better);
    expect(await shown([seq])).toMatchObject([{ replayedAs: seqOf(forth) }]);
    expect(await shown([seqOf(back), seqOf(forth)])).toMatchObject([
      { replayOf: seq, reading: { state: null } },
      { replayOf: seq, reading: { state: 'paid' } },
    ]);
  });

  it('is not recorded where the same words came again meanwhile and were taken so', async () => {
    const { seq } = await came('c paid', { orderId: 'c', state: 'paid' });
    await issueOne(log, 'c', UNKNOWN);
    await came('c paid', { orderId: 'c', state: 'paid' });
    expect(await replayed(seq, { orderId: 'c', state: 'paid' })).toBeNull();
  });

  it('never brings back what is older than what was heard since', async () => {
    await issueOne(log, 'd', UNKNOWN);
    const first = await came('d created', { orderId: 'd' });
    await came('d done', { orderId: 'd', state: 'done' });
    const read = {
      orderId: 'd',
      state: 'created',
      amount: '1450.00',
      amountUnit: 'major' as const,
    };
    await replayed(first.seq, read);
    // No callback has named an amount since.
    expect(await log.find(intent('d'))).toMatchObject({
      heard: { state: 'done' },
      paid: { amount: '1450.00', arrivedSeq: first.seq },
    });
  });

  it('takes back what only the wrong reading had said', async () => {
    await issueOne(log, 'e', UNKNOWN);
    const wrong = {
      orderId: 'e',
      id: 'event-7',
      state: 'x',
      amount: '7',
      amountUnit: 'unclear' as const,
    };
    const { seq } = await came('e', wrong);
    const again = await replayed(seq, { orderId: 'e', id: 'r-1', state: 'paid' });
    // The id that it was misread with does not contradict its own.
    expect(again?.changed?.request).toMatchObject({ heard: { state: 'paid', remoteId: 'r-1' } });
    expect(again?.changed?.request.paid).toBeUndefined();
    const forged = await replayed(seq, { orderId: 'e', id: 'r-1', state: 'paid' }, 'bad_signature');
    expect(forged?.changed?.request.heard).toBeUndefined();
  });

  it('keeps what comes again counted at the one that came first, however that was read', async () => {
    await issueOne(log, 'f', UNKNOWN);
    const created = await came('f created', {});
    const paid = await came('f paid', {});
    await came('f created', {});
    await replayed(created.seq, { orderId: 'f', state: 'created' });
    const last = await replayed(paid.seq, { orderId: 'f', state: 'paid' });
    const late = await came('f created', { orderId: 'f', state: 'created' });
    expect(late).toMatchObject({ seq: created.seq, intentId: intent('f'), changed: null });
    expect(await log.find(intent('f'))).toMatchObject({
      heard: { seq: seqOf(last), state: 'paid' },
    });
    expect(await shown([created.seq])).toMatchObject([{ repeats: 2 }]);
  });

  it('is refused where it is no callback', async () => {
    const reading = readingOf({ orderId: 'a' });
    const refused = await log.replayCallback({
      seq: 1,
      ...door,
      reading,
      verdict: 'unverified',
      decidedBy: null,
    });
    expect(refused).toMatchObject({ ok: false, error: { code: 'request_not_found' } });
  });
});

describe('a log with callbacks that were read again', () => {
  it('holds, is the same after a rebuild, and is found out where a row was changed', async () => {
    const state = async () => [
      await log.callbackPage(null, 100),
      ...(await Promise.all(['a', 'b', 'd', 'e', 'f'].map((name) => log.find(intent(name))))),
    ];
    const before = await state();
    expect(await log.verify()).toMatchObject({ value: { verdict: 'holds' } });
    await log.close();
    const db = openDatabase(logPathsOf(dataDir).file);
    db.transaction(() => rebuildProjection(db))();
    db.close();
    log = await openTestLog(dataDir);
    expect(await state()).toEqual(before);
    expect(await log.verify()).toMatchObject({ value: { verdict: 'holds' } });
    const writable = openDatabase(logPathsOf(dataDir).file);
    writable.exec('UPDATE callback SET replay_of = NULL WHERE replay_of IS NOT NULL');
    writable.close();
    expect(await log.verify()).toMatchObject({ value: { verdict: 'projection_differs' } });
  });
});
