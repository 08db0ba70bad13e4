import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';

import type { CallbackReading, CallbackVerdict } from '#shared/domain/callback.ts';
import { depositAnswerSchema } from '#shared/domain/deposit.ts';
import { remoteIdSchema } from '#shared/domain/ids.ts';
import { type SettledStage, answeredIdOf } from '#shared/domain/request.ts';
import { knownToProvider } from '#shared/domain/saidLater.ts';

import {
  MERCHANT,
  OPERATOR,
  createRecordOf,
  intent,
  preparedOf,
  profileOf,
  readingOf,
  removeTemporaryDirs,
  temporaryDir,
} from '../../testing/builders.ts';
import { openTestLog } from '../../testing/log.ts';
import { openDatabase } from '../store/database.ts';
import { logPathsOf } from '../store/paths.ts';
import { rebuildProjection } from '../store/projection.ts';
import type { CallbackArrival } from './callbacks.ts';
import type { LogPort } from '../openLog.ts';

afterAll(removeTemporaryDirs);

const REMOTE = remoteIdSchema.parse('99999999-2222-4333-8444-555555555555');
const LOST: SettledStage = {
  outcome: 'unknown',
  reason: { code: 'no_answer_in_time', httpStatus: null, detail: null },
};
const SENT = {
  method: 'POST',
  url: 'https://provider.example',
  headers: [],
  body: '',
  remoteAddress: '192.0.2.1:443',
  tls: null,
};

let dataDir: string;
let log: LogPort;
beforeEach(async () => {
  dataDir = temporaryDir();
  log = await openTestLog(dataDir);
});
afterEach(() => log.close());

async function issued(name: string): Promise<void> {
  await log.prepare(preparedOf(name));
  await log.markSending(intent(name), SENT);
}
async function lost(name: string): Promise<void> {
  await issued(name);
  await log.settle(intent(name), LOST, null);
}

function arrival(
  said: Partial<CallbackReading>,
  verdict: CallbackVerdict = 'unverified',
): CallbackArrival {
  const { id: profileId, mode } = profileOf();
  const reading = readingOf(said);
  const body = JSON.stringify(said);
  const raw = { method: 'POST' as const, query: '', headers: [], body, encoding: 'utf8' as const };
  return { profileId, merchant: MERCHANT, mode, raw, reading, verdict };
}

async function received(said: Partial<CallbackReading>, verdict?: CallbackVerdict) {
  const recorded = await log.recordCallback(arrival(said, verdict));
  if (!recorded.ok) throw new Error(recorded.error.detail);
  return recorded.value;
}

const PAID = { id: REMOTE, orderId: 'a', state: 'paid' };

describe('a callback', () => {
  it('that matches an unknown leaves it unknown, with what the provider said', async () => {
    await lost('a');
    const { changed, seq } = await received(PAID);
    expect(changed?.request).toMatchObject({ outcome: 'unknown', resolution: null });
    const request = await log.find(intent('a'));
    expect(request === null ? null : knownToProvider(request)).toMatchObject({
      seq,
      state: 'paid',
      remoteId: REMOTE,
      by: 'order_id',
      isVerified: false,
    });
    // Its order stays blocked all the while.
    const again = await log.prepare(preparedOf('b', { order_id: 'a' }));
    expect(again).toMatchObject({ ok: false, error: { code: 'order_open' } });
  });

  it('is verified value by value: what is not signed counts as unverified, and chooses nothing', async () => {
    await lost('a');
    await lost('b');
    const paid = { ...PAID, amount: '1', amountUnit: 'minor' } as const;
    const beside = await received({ ...paid, notSigned: ['id', 'state', 'amount'] }, 'verified');
    expect(beside.changed?.request).toMatchObject({
      heard: { state: 'paid', remoteId: null, isVerified: false },
      paid: { amount: '1', isVerified: false },
    });
    const aimed = { ...paid, orderId: 'b', notSigned: ['id', 'orderId'] } as const;
    expect(await received(aimed, 'verified')).toMatchObject({ intentId: null, changed: null });
    expect((await log.find(intent('b')))?.heard).toBeUndefined();
    const whole = await received({ ...paid, state: 'done' }, 'verified');
    expect(whole.changed?.request).toMatchObject({
      heard: { state: 'done', remoteId: REMOTE, isVerified: true },
      paid: { isVerified: true },
    });
  });

  it('is matched by its id once somebody has confirmed it', async () => {
    await lost('a');
    await received(PAID);
    const finding = { kind: 'found', remoteId: REMOTE, typedByHand: null } as const;
    expect((await resolvedAs(finding)).map(knownToProvider)).toEqual([null]);
    const later = await received({ id: REMOTE, state: 'done' });
    expect(later.changed?.request).toMatchObject({ heard: { state: 'done', by: 'remote_id' } });
  });

  it('that comes before the answer does not disturb it', async () => {
    await issued('a');
    const early = await received(PAID);
    expect(early.changed?.request).toMatchObject({ outcome: 'sending', heard: { state: 'paid' } });
    const settled = await log.settle(intent('a'), LOST, null);
    expect(settled).toMatchObject({
      ok: true,
      value: { outcome: 'unknown', heard: { state: 'paid' } },
    });
    const history = await log.history(intent('a'));
    expect(history?.events.map(({ kind }) => kind)).toEqual([
      'prepared',
      'sending',
      'callback',
      'settled',
    ]);
  });

  it('before the answer is forgotten by the request where the answer has another id', async () => {
    const { body } = preparedOf('a');
    const record = createRecordOf(body.fields);
    const answer = depositAnswerSchema.parse({ flow: 'create', record });
    await issued('a');
    const early = await received({ ...PAID, amount: '1', amountUnit: 'minor' });
    expect(early.changed?.request.paid).toMatchObject({ amount: '1' });
    const settled = await log.settle(intent('a'), { outcome: 'accepted', answer }, null);
    expect(settled.ok && settled.value.heard).toBeUndefined();
    expect(settled.ok && settled.value.paid).toBeUndefined();
    expect(await received({ id: answeredIdOf(answer), state: 'done' })).toMatchObject({
      changed: { request: { outcome: 'accepted', heard: { state: 'done' } } },
    });
  });

  it('that contradicts, or is badly signed, is kept with the request and changes nothing', async () => {
    await lost('a');
    await received({ ...PAID, currency: 'UZS' });
    await received(PAID, 'bad_signature');
    expect((await log.find(intent('a')))?.heard).toBeUndefined();
    const { callbacks } = await log.callbackPage(null, 10);
    expect(callbacks).toMatchObject([
      { verdict: 'bad_signature', match: { kind: 'request', contradicts: null } },
      { verdict: 'unverified', match: { kind: 'request', contradicts: 'currency' } },
    ]);
  });

  it('that came before is counted at its first, and does not bring an old state back', async () => {
    await lost('a');
    const pending = { ...PAID, state: 'pending' };
    const first = await received(pending);
    await received(PAID);
    const again = await Promise.all(Array.from({ length: 5 }, () => received(pending)));
    expect(new Set(again.map(({ seq }) => seq))).toEqual(new Set([first.seq]));
    expect(await log.find(intent('a'))).toMatchObject({ heard: { state: 'paid' } });
    const page = await log.callbackPage(null, 10);
    expect(page.total).toBe(2);
    expect(page.callbacks.map(({ repeats }) => repeats)).toEqual([0, 5]);
    expect(page.callbacks[1]?.lastRepeatAt).not.toBeNull();
  });

  it('that came before the answer brings no old state back when it comes again after it', async () => {
    const record = createRecordOf(preparedOf('a').body.fields);
    const answer = depositAnswerSchema.parse({ flow: 'create', record });
    const said = { id: answeredIdOf(answer), orderId: 'a', state: 'processing' };
    await issued('a');
    const first = await received(said);
    await log.settle(intent('a'), { outcome: 'accepted', answer }, null);
    await received({ ...said, state: 'paid' });
    // By now it is found by its id.
    expect(await received(said)).toMatchObject({ seq: first.seq, changed: null });
    expect(await log.find(intent('a'))).toMatchObject({ heard: { state: 'paid' } });
    expect(await log.verify()).toMatchObject({ value: { verdict: 'holds' } });
  });

  it('that is signed is no repeat of the same words unsigned', async () => {
    await lost('a');
    await received(PAID, 'bad_signature');
    expect(await received(PAID, 'verified')).toMatchObject({
      changed: { request: { heard: { isVerified: true } } },
    });
  });

  it('about nothing known is kept apart, and matches when it comes again and is known', async () => {
    expect(await received(PAID)).toMatchObject({ intentId: null, changed: null });
    await lost('a');
    expect(await received(PAID)).toMatchObject({ intentId: intent('a') });
  });
});

describe('the callbacks of a log', () => {
  it('are paged newest first, with the raw bytes of each', async () => {
    for (const state of ['1', '2', '3']) await received({ orderId: 'x', state });
    const page = await log.callbackPage(null, 2);
    expect(page.callbacks.map(({ reading }) => reading.state)).toEqual(['3', '2']);
    const rest = await log.callbackPage(page.next, 2);
    expect(rest).toMatchObject({ next: null, total: 3, callbacks: [{ reading: { state: '1' } }] });
    const [last] = rest.callbacks;
    expect(await log.knownCallback(last?.seq ?? 0)).toMatchObject({
      profileId: profileOf().id,
      raw: { body: '{"orderId":"x","state":"1"}' },
    });
    expect(await log.knownCallback(9999)).toBeNull();
  });

  it('are covered by verifying and survive a rebuild', async () => {
    await lost('a');
    await received(PAID);
    await received(PAID);
    await received({ orderId: 'x' });
    const before = { request: await log.find(intent('a')), page: await log.callbackPage(null, 10) };
    expect(await log.verify()).toMatchObject({ ok: true, value: { verdict: 'holds' } });
    await log.close();
    const db = openDatabase(logPathsOf(dataDir).file);
    db.transaction(() => rebuildProjection(db))();
    db.close();
    log = await openTestLog(dataDir);
    expect(await log.find(intent('a'))).toEqual(before.request);
    expect(await log.callbackPage(null, 10)).toEqual(before.page);
    expect(await log.verify()).toMatchObject({ ok: true, value: { verdict: 'holds' } });
  });

  it.each([
    ['is not there', 'DELETE FROM callback WHERE repeat_of IS NOT NULL'],
    ['says another', "UPDATE callback SET content = x'00' WHERE content IS NOT NULL"],
  ])('are reported where a row %s', async (_how, sql) => {
    await received({ orderId: 'x' });
    await received({ orderId: 'x' });
    await log.close();
    const db = openDatabase(logPathsOf(dataDir).file);
    db.exec(sql);
    db.close();
    log = await openTestLog(dataDir);
    expect(await log.verify()).toMatchObject({ value: { verdict: 'projection_differs' } });
  });
});

async function resolvedAs(finding: Parameters<LogPort['resolve']>[1]) {
  const resolved = await log.resolve([intent('a')], finding, OPERATOR, '');
  return resolved.ok ? resolved.value : [];
}
