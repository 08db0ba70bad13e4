import { createHash } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { CallbackReading, CallbackVerdict } from '#shared/domain/callback.ts';
import { type MerchantId, merchantIdSchema } from '#shared/domain/ids.ts';
import type { SettledStage } from '#shared/domain/request.ts';

import {
  MERCHANT,
  OPERATOR,
  intent,
  preparedOf,
  profileOf,
  readingOf,
  removeTemporaryDirs,
  temporaryDir,
} from '../../testing/builders.ts';
import { UNKNOWN, issueOne } from '../../testing/fillLog.ts';
import { openTestLog } from '../../testing/log.ts';
import { openDatabase } from './database.ts';
import { logPathsOf } from './paths.ts';

import type { LogPort } from '../openLog.ts';
/** One log for all: each test has an order of its own. */
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
const digest = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');

const signatureOf = (text: string, secret = 'secret') => ({
  signedText: digest(text),
  signature: digest(`${secret} ${text}`),
});

type Sent = {
  readonly read: Partial<CallbackReading>;
  /** The text that its signature covers. */
  readonly signed?: string;
  readonly query?: string;
  readonly verdict?: CallbackVerdict;
  readonly merchant?: MerchantId;
  readonly secret?: string;
};

async function came({ read, signed, query = '', verdict = 'verified', ...from }: Sent) {
  const reading = readingOf(read);
  const body = signed ?? JSON.stringify(read);
  const raw = { method: 'POST' as const, query, headers: [], body, encoding: 'utf8' as const };
  const { merchant = MERCHANT, secret } = from;
  const signature = verdict === 'verified' ? signatureOf(body, secret) : {};
  const arrival = { profileId, merchant, mode, raw, reading, verdict, ...signature };
  const recorded = await log.recordCallback(arrival);
  if (!recorded.ok) throw new Error(recorded.error.detail);
  return recorded.value;
}
const heardOf = async (name: string) => (await log.find(intent(name)))?.heard;
const shown = async (seq: number) => (await log.callbacksOf([seq]))[0];

describe('a text that this desk has signed for a request', () => {
  it('makes no callback true, whichever request it was', async () => {
    await issueOne(log, 'own', UNKNOWN);
    const { stringToSign } = preparedOf('own');
    const { seq } = await came({ read: { orderId: 'own', state: 'paid' }, signed: stringToSign });
    expect(await shown(seq)).toMatchObject({ verdict: 'bad_signature' });
    expect(await heardOf('own')).toBeUndefined();
  });
});

describe('a signed text that comes again', () => {
  it('is a repeat, whatever stands beside it, and brings no old state back', async () => {
    await issueOne(log, 'r', UNKNOWN);
    const pending = { read: { orderId: 'r', state: 'pending' }, signed: 'r pending' };
    const first = await came(pending);
    await came({ read: { orderId: 'r', state: 'underway' }, signed: 'r underway' });
    const again = await came({ ...pending, query: 'anything=new' });
    expect(again).toEqual({ seq: first.seq, intentId: intent('r'), changed: null });
    expect(await heardOf('r')).toMatchObject({ state: 'underway' });
    expect(await shown(first.seq)).toMatchObject({ repeats: 1 });
  });

  it('brings no verified state back by an unsigned value beside it', async () => {
    await issueOne(log, 's', UNKNOWN);
    const amount = (text: string): Partial<CallbackReading> => ({
      amount: text,
      amountUnit: 'minor',
      notSigned: ['amount'],
    });
    const pending = { orderId: 's', state: 'pending' };
    await came({ read: { ...pending, ...amount('1') }, signed: 's pending' });
    await came({ read: { orderId: 's', state: 'underway' }, signed: 's underway' });
    const { seq } = await came({ read: { ...pending, ...amount('2') }, signed: 's pending' });
    expect(await shown(seq)).toMatchObject({ match: { contradicts: 'replayed' } });
    expect(await heardOf('s')).toMatchObject({ state: 'underway' });
  });

  it('lets unsigned values change as in an unsigned callback, where no signed one would', async () => {
    await issueOne(log, 't', UNKNOWN);
    const said = (state: string): Partial<CallbackReading> => ({
      orderId: 't',
      state,
      amount: '5',
      amountUnit: 'minor',
      notSigned: ['state'],
    });
    await came({ read: said('pending'), signed: 't 5' });
    await came({ read: said('underway'), signed: 't 5' });
    expect(await heardOf('t')).toMatchObject({ state: 'underway', isVerified: false });
  });
});

describe('a signature', () => {
  const elsewhere = merchantIdSchema.parse('0b9e6c31-54ad-4f27-b1c8-d7f3a2605e18');
  const paid = (orderId: string) => ({
    read: { orderId, state: 'paid' },
    signed: `${orderId}|paid`,
  });
  const REFUSED: SettledStage = {
    outcome: 'rejected',
    reason: {
      code: 'refused_by_provider',
      httpStatus: 422,
      detail: null,
      retryAfter: null,
      wording: null,
    },
  };
  const contradiction = { match: { contradicts: 'other_request' } };
  async function issued(name: string, fields: object): Promise<void> {
    await log.prepare(preparedOf(name, { ...fields }));
    await log.settle(intent(name), UNKNOWN, null);
  }

  it('settles one request: at a merchant with the same secret it is a contradiction', async () => {
    await issueOne(log, 'm', UNKNOWN);
    await issued('m elsewhere', { order_id: 'm', merchant: elsewhere });
    await came(paid('m'));
    const { seq, intentId } = await came({ ...paid('m'), merchant: elsewhere });
    expect(intentId).toBe(intent('m elsewhere'));
    expect(await shown(seq)).toMatchObject(contradiction);
    expect(await heardOf('m elsewhere')).toBeUndefined();
    expect(await heardOf('m')).toMatchObject({ state: 'paid', isVerified: true });
    // Its retry is a repeat, not one more contradiction.
    expect(await came({ ...paid('m'), merchant: elsewhere })).toMatchObject({ seq, changed: null });
  });

  it('of another secret is another one, though the text is the same', async () => {
    await issueOne(log, 'n', UNKNOWN);
    await issued('n elsewhere', { order_id: 'n', merchant: elsewhere });
    await came(paid('n'));
    await came({ ...paid('n'), merchant: elsewhere, secret: 'another' });
    expect(await heardOf('n elsewhere')).toMatchObject({ state: 'paid', isVerified: true });
  });

  it('that settled a refused order does not settle the order that was issued again', async () => {
    await issueOne(log, 'again', REFUSED);
    await came(paid('again'));
    expect(await heardOf('again')).toMatchObject({ state: 'paid' });
    await issued('again 2', { order_id: 'again' });
    const { seq, intentId } = await came(paid('again'));
    expect(intentId).toBe(intent('again 2'));
    expect(await shown(seq)).toMatchObject(contradiction);
    expect(await heardOf('again 2')).toBeUndefined();
    // Nor does it when it waited for its secret, or is read again.
    const reading = (await shown(seq))?.reading;
    if (reading === undefined) throw new Error('no reading');
    const read = {
      seq,
      ...door,
      reading,
      verdict: 'verified',
      ...signatureOf('again|paid'),
    } as const;
    await log.replayCallback({ ...read, decidedBy: OPERATOR });
    expect(await heardOf('again 2')).toBeUndefined();
    await came({ read: { orderId: 'again', state: 'done' }, signed: 'again|done' });
    expect(await heardOf('again 2')).toMatchObject({ state: 'done' });
  });

  it('counts for the request that the newest reading of its callback is about', async () => {
    await issueOne(log, 'misread', UNKNOWN);
    await issueOne(log, 'meant', UNKNOWN);
    const { seq } = await came({ read: { orderId: 'misread', state: 'paid' }, signed: 'M' });
    const reading = readingOf({ orderId: 'meant', state: 'paid' });
    const read = { seq, ...door, reading, verdict: 'verified', ...signatureOf('M') } as const;
    await log.replayCallback({ ...read, decidedBy: null });
    expect(await heardOf('meant')).toMatchObject({ state: 'paid' });
    const back = await came({
      read: { orderId: 'misread', state: 'paid', time: '1' },
      signed: 'M',
    });
    expect(await shown(back.seq)).toMatchObject(contradiction);
  });
});

describe('a final state', () => {
  it('stays until an operator decides, and the decision is theirs in the log', async () => {
    await issueOne(log, 'f', UNKNOWN);
    await came({ read: { orderId: 'f', state: 'Paid' }, signed: 'f paid' });
    const { seq } = await came({ read: { orderId: 'f', state: 'expired' }, signed: 'f expired' });
    expect(await shown(seq)).toMatchObject({ match: { contradicts: 'final', known: 'Paid' } });
    expect(await heardOf('f')).toMatchObject({ state: 'Paid' });
    // Its retry is a repeat, not one more contradiction.
    const retry = await came({ read: { orderId: 'f', state: 'expired' }, signed: 'f expired' });
    expect(retry).toMatchObject({ seq, changed: null });
    const reading = (await shown(seq))?.reading;
    if (reading === undefined) throw new Error('no reading');
    const read = {
      seq,
      ...door,
      reading,
      verdict: 'verified',
      ...signatureOf('f expired'),
    } as const;
    expect(await log.replayCallback({ ...read, decidedBy: null })).toEqual({
      ok: true,
      value: null,
    });
    const decided = await log.replayCallback({ ...read, decidedBy: OPERATOR });
    expect(decided).toMatchObject({
      value: { changed: { request: { heard: { state: 'expired' } } } },
    });
    expect(await heardOf('f')).toMatchObject({ state: 'expired', arrivedSeq: seq });
  });

  it('is followed by a newer message where messages have a time; an older one changes nothing', async () => {
    await issueOne(log, 'g', UNKNOWN);
    const at = (state: string, time: string): Sent => ({
      read: { orderId: 'g', state, time },
      signed: `g ${state} ${time}`,
    });
    await came(at('paid', '2026-11-16T10:00:00Z'));
    const older = await came(at('pending', '2026-11-16T09:59:59Z'));
    expect(await shown(older.seq)).toMatchObject({ match: { contradicts: 'older' } });
    await came(at('refunded', '2026-11-16T10:00:01Z'));
    expect(await heardOf('g')).toMatchObject({ state: 'refunded' });
  });
});

describe('a callback that could not be checked', () => {
  it('waits, changes nothing, and is applied once it was checked', async () => {
    await issueOne(log, 'w', UNKNOWN);
    const { seq } = await came({ read: { orderId: 'w', state: 'paid' }, verdict: 'not_checked' });
    expect(await heardOf('w')).toBeUndefined();
    expect(await log.waitingCallbacks(0, 10)).toEqual([{ seq, profileId }]);
    expect(await log.waitingCallbacks(seq, 10)).toEqual([]);
    const reading = (await shown(seq))?.reading;
    if (reading === undefined) throw new Error('no reading');
    await log.replayCallback({ seq, ...door, reading, verdict: 'verified', decidedBy: null });
    expect(await heardOf('w')).toMatchObject({ state: 'paid', isVerified: true });
    expect(await log.waitingCallbacks(0, 10)).toEqual([]);
  });
});

describe('a callback that could not be checked and came again', () => {
  it('waits no more once it is checked, though it says nothing new', async () => {
    await issueOne(log, 'x', UNKNOWN);
    const said = { orderId: 'x', state: 'paid' };
    const { seq } = await came({ read: said, verdict: 'not_checked' });
    await came({ read: said });
    expect(await heardOf('x')).toMatchObject({ state: 'paid', isVerified: true });
    const reading = (await shown(seq))?.reading;
    if (reading === undefined) throw new Error('no reading');
    const checked = { verdict: 'verified', ...signatureOf(JSON.stringify(said)) } as const;
    await log.replayCallback({ seq, ...door, reading, ...checked, decidedBy: null });
    expect(await log.waitingCallbacks(0, 10)).toEqual([]);
    expect(await heardOf('x')).toMatchObject({ state: 'paid', isVerified: true });
  });
});

describe('a message without a state', () => {
  it('takes no state back, and makes none verified', async () => {
    await issueOne(log, 'y', UNKNOWN);
    const amount = { orderId: 'y', amount: '5', amountUnit: 'minor' } as const;
    await came({ read: { ...amount, state: 'paid', notSigned: ['state'] }, signed: 'y 5' });
    await came({ read: amount, signed: 'y 5' });
    expect(await heardOf('y')).toMatchObject({ state: 'paid', isVerified: false });
  });
});

describe('a signed value at the key of another', () => {
  it('does not make the true message a repeat', async () => {
    await issueOne(log, 'z', UNKNOWN);
    const said = { orderId: 'z', state: 'underway', amount: '1450' };
    await came({ read: { ...said, amountUnit: 'minor' }, signed: 'z|underway|1450' });
    await came({ read: { ...said, amountUnit: 'major' }, signed: 'z|underway|1450' });
    expect((await log.find(intent('z')))?.paid).toMatchObject({ amount: '1450', unit: 'major' });
  });
});

describe('an order id', () => {
  it('that differs only by Unicode normalisation is suggested, and not taken for it', async () => {
    const composed = 'caf\u00e9';
    await log.prepare(preparedOf('u', { order_id: composed }));
    await log.settle(intent('u'), UNKNOWN, null);
    const { seq, intentId } = await came({ read: { orderId: 'cafe\u0301', state: 'paid' } });
    expect(intentId).toBeNull();
    expect(await shown(seq)).toMatchObject({
      match: { kind: 'apart', why: 'not_found', suggests: intent('u') },
    });
  });
});

describe('the digests', () => {
  it.each([
    ['is not there', 'DELETE FROM signed_text WHERE seq = (SELECT min(seq) FROM signed_text)'],
    ['is another', "UPDATE signed_text SET digest = x'00'"],
  ])('are reported by verifying where one %s', async (_how, sql) => {
    const own = temporaryDir();
    const other = await openTestLog(own);
    await issueOne(other, 'a', UNKNOWN);
    expect(await other.verify()).toMatchObject({ value: { verdict: 'holds' } });
    await other.close();
    const db = openDatabase(logPathsOf(own).file);
    db.exec(sql);
    db.close();
    const again = await openTestLog(own);
    expect(await again.verify()).toMatchObject({ value: { verdict: 'projection_differs' } });
    await again.close();
  });

  it('hold, with all that came here', async () => {
    expect(await log.verify()).toMatchObject({ value: { verdict: 'holds' } });
  });
});
