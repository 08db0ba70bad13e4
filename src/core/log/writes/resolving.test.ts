import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';

import { remoteIdSchema } from '#shared/domain/ids.ts';
import { type SettledStage, amountOf, isCopyLocked } from '#shared/domain/request.ts';

import { exportEntryOf } from '../../search/exportEntry.ts';
import {
  MERCHANT,
  OPERATOR,
  intent,
  manualClock,
  preparedOf,
  profileOf,
  readingOf,
  reissueOf,
  removeTemporaryDirs,
  temporaryDir,
} from '../../testing/builders.ts';
import { NOT_SENT, SENT, UNKNOWN, acceptedAs, issueOne } from '../../testing/fillLog.ts';
import { openTestLog } from '../../testing/log.ts';

import type { LogPort } from '../openLog.ts';
const REMOTE_ID = 'aaaaaaaa-2222-4333-8444-555555555555';
const ANSWER = { httpStatus: 200, headers: [], body: '{}', elapsedMs: 1 };
const ABSENT = { kind: 'absent' } as const;
const REFUSED = { code: 'refused_by_provider', httpStatus: 422, detail: null } as const;
const ENDS = {
  not_sent: NOT_SENT,
  rejected: { outcome: 'rejected', reason: { ...REFUSED, retryAfter: null, wording: null } },
  absent: UNKNOWN,
} as const;
const INTERRUPTED: SettledStage = {
  outcome: 'unknown',
  reason: { code: 'interrupted_after_sending', httpStatus: null, detail: null },
};

afterAll(removeTemporaryDirs);

describe('what follows an outcome', () => {
  const clock = manualClock();
  let dataDir: string;
  let log: LogPort;
  beforeEach(async () => {
    dataDir = temporaryDir();
    log = await openTestLog(dataDir, { clock });
  });
  afterEach(() => log.close());

  const again = (name: string, orderId = name) => ({
    ...preparedOf(orderId),
    intentId: intent(`${name} again`),
  });

  it('refuses the same for a customer without an answer, recorded before or after the log was opened', async () => {
    const refused = { error: { code: 'unanswered_before', past: { orderId: 'A-1' } } };
    const same = preparedOf('A-2', { customer: 'cust-A-1' });
    await log.prepare(preparedOf('A-0'));
    await issueOne(log, 'A-1', UNKNOWN);
    expect(await log.prepare(same)).toMatchObject(refused);
    await log.close();
    log = await openTestLog(dataDir, { clock });
    expect(await log.prepare(same)).toMatchObject(refused);
    await log.resolve([intent('A-1')], ABSENT, OPERATOR, '');
    expect(await log.prepare(same)).toMatchObject({ ok: true });
  });

  describe('resolving', () => {
    it('keeps the outcome, closes it, and frees the order', async () => {
      await issueOne(log, 'A-1', UNKNOWN);
      expect(await log.prepare(again('A-1'))).toMatchObject({ error: { code: 'order_open' } });
      const resolved = await log.resolve([intent('A-1')], ABSENT, OPERATOR, 'asked by phone');
      expect(resolved).toMatchObject({
        ok: true,
        value: [
          {
            outcome: 'unknown',
            resolution: { kind: 'absent', note: 'asked by phone', operator: OPERATOR },
          },
        ],
      });
      expect(await log.prepare(again('A-1'))).toMatchObject({ ok: true, value: { fresh: true } });
      const history = await log.history(intent('A-1'));
      expect(history?.events.at(-1)).toMatchObject({
        kind: 'resolved',
        resolution: { kind: 'absent' },
      });
      expect(history?.related.map(({ intentId }) => intentId)).toEqual([intent('A-1 again')]);
    });

    it('as found takes the provider’s id, so that no other request can', async () => {
      await issueOne(log, 'A-1', UNKNOWN);
      const typedByHand = { number: '1234' };
      const found = { kind: 'found', remoteId: REMOTE_ID.toUpperCase(), typedByHand } as const;
      expect(await log.resolve([intent('A-1')], found, OPERATOR, '')).toMatchObject({ ok: true });
      const owner = await log.findByRemoteId(MERCHANT, remoteIdSchema.parse(REMOTE_ID));
      expect(owner).toMatchObject({ intentId: intent('A-1'), resolution: { typedByHand } });
      await issueOne(log, 'A-2', acceptedAs('A-2', { id: REMOTE_ID }));
      expect(await log.find(intent('A-2'))).toMatchObject({ reason: { code: 'id_already_used' } });
      expect(await log.resolve([intent('A-2')], found, OPERATOR, '')).toMatchObject({
        error: { code: 'not_resolvable' },
      });
    });

    it('many at once is all or none', async () => {
      await issueOne(log, 'A-1', UNKNOWN);
      await issueOne(log, 'A-2', UNKNOWN);
      await issueOne(log, 'A-3', acceptedAs('A-3'));
      const ids = ['A-1', 'A-2', 'A-3'].map(intent);
      expect(await log.resolve(ids, ABSENT, OPERATOR, '')).toMatchObject({
        error: { code: 'not_resolvable', detail: intent('A-3') },
      });
      expect(await log.find(intent('A-1'))).toMatchObject({ resolution: null });
      expect(await log.resolve(ids.slice(0, 2), ABSENT, OPERATOR, '')).toMatchObject({ ok: true });
      expect(await log.resolve(ids.slice(0, 1), ABSENT, OPERATOR, '')).toMatchObject({
        error: { code: 'not_resolvable' },
      });
      expect(await log.resolve([intent('none')], ABSENT, OPERATOR, '')).toMatchObject({
        error: { code: 'request_not_found' },
      });
    });

    it('leaves Now once it is closed', async () => {
      await issueOne(log, 'A-1', UNKNOWN);
      for (let at = 0; at < 10; at += 1) {
        clock.advance(1);
        await issueOne(log, `N-${at}`, acceptedAs(`N-${at}`));
      }
      const orders = async () =>
        (await log.now(profileOf().id)).map(({ body }) => body.fields.order_id);
      expect(await orders()).toContain('A-1');
      await log.resolve([intent('A-1')], ABSENT, OPERATOR, '');
      expect(await orders()).not.toContain('A-1');
    });
  });

  describe('correcting requisites that were typed by hand', () => {
    const found = (typedByHand: { number: string } | null) =>
      ({ kind: 'found', remoteId: REMOTE_ID, typedByHand }) as const;

    it('is an event, with what they were before, and shows the corrected ones and by whom', async () => {
      await issueOne(log, 'A-1', UNKNOWN);
      await log.resolve([intent('A-1')], found({ number: '4111 1111 1111 1112' }), OPERATOR, 'n');
      clock.advance(60_000);
      const boris = { account: 'desk', name: 'Boris' };
      const right = { number: '4111 1111 1111 1111', bank_name: 'Bank X' };
      const resolution = {
        kind: 'found',
        note: 'n',
        operator: OPERATOR,
        typedByHand: right,
        corrected: { at: clock.now().toISOString(), operator: boris },
      };
      expect(await log.correct(intent('A-1'), boris, right)).toMatchObject({
        ok: true,
        value: { outcome: 'unknown', resolution },
      });
      // The same once more is no correction.
      expect(await log.correct(intent('A-1'), boris, right)).toMatchObject({ ok: true });
      const events = (await log.history(intent('A-1')))?.events ?? [];
      expect(events.slice(-2)).toMatchObject([
        { kind: 'resolved', resolution: { typedByHand: { number: '4111 1111 1111 1112' } } },
        {
          kind: 'corrected',
          operator: boris,
          before: { number: '4111 1111 1111 1112' },
          typedByHand: right,
        },
      ]);
      await log.close();
      log = await openTestLog(dataDir, { clock });
      expect(await log.find(intent('A-1'))).toMatchObject({ resolution });
      expect(await log.verify()).toMatchObject({ ok: true, value: { verdict: 'holds' } });
    });

    it('also types them in where none were, and takes them away', async () => {
      await issueOne(log, 'A-1', UNKNOWN);
      await log.resolve([intent('A-1')], found(null), OPERATOR, '');
      const typed = { number: '1' };
      await log.correct(intent('A-1'), OPERATOR, typed);
      expect(await log.correct(intent('A-1'), OPERATOR, null)).toMatchObject({
        value: { resolution: { typedByHand: null } },
      });
      const history = await log.history(intent('A-1'));
      expect(history?.events.slice(-2)).toMatchObject([
        { before: null, typedByHand: typed },
        { before: typed, typedByHand: null },
      ]);
    });

    it('is refused of everything that was not found', async () => {
      await issueOne(log, 'A-1', acceptedAs('A-1'));
      await issueOne(log, 'A-2', UNKNOWN);
      await issueOne(log, 'A-3', UNKNOWN);
      await log.resolve([intent('A-3')], ABSENT, OPERATOR, '');
      for (const name of ['A-1', 'A-2', 'A-3']) {
        expect(await log.correct(intent(name), OPERATOR, { number: '1' })).toMatchObject({
          error: { code: 'not_resolvable' },
        });
      }
      expect(await log.correct(intent('nobody'), OPERATOR, null)).toMatchObject({
        error: { code: 'request_not_found' },
      });
    });
  });

  describe('issuing again', () => {
    it('resolves the old one in the same transaction and links both', async () => {
      await issueOne(log, 'A-1', UNKNOWN);
      const reissue = reissueOf('A-1', 'again', 'A-1b');
      expect(await log.prepare(reissue)).toMatchObject({
        ok: true,
        value: { fresh: true, request: { reissueOf: intent('A-1') } },
      });
      expect(await log.find(intent('A-1'))).toMatchObject({
        outcome: 'unknown',
        resolution: { kind: 'reissued', asIntentId: reissue.intentId },
      });
      // A double click is the same request, not a second reissue.
      expect(await log.prepare(reissue)).toMatchObject({ ok: true, value: { fresh: false } });
      const related = (await log.history(intent('A-1')))?.related;
      expect(related?.map(({ intentId }) => intentId)).toEqual([reissue.intentId]);
      const back = (await log.history(reissue.intentId))?.related;
      expect(back?.map(({ intentId }) => intentId)).toEqual([intent('A-1')]);
    });

    it('is the only way past the block on the same order id', async () => {
      await issueOne(log, 'A-1', UNKNOWN);
      expect(await log.prepare(again('A-1'))).toMatchObject({ error: { code: 'order_open' } });
      const reissue = reissueOf('A-1', 'again', 'A-1');
      expect(await log.prepare(reissue)).toMatchObject({ ok: true });
    });

    it('is refused unless the old one is an unresolved unknown, and then nothing is written', async () => {
      await issueOne(log, 'A-1', acceptedAs('A-1'));
      await issueOne(log, 'A-2', UNKNOWN);
      await log.resolve([intent('A-2')], ABSENT, OPERATOR, '');
      for (const of of ['A-1', 'A-2', 'never']) {
        const reissue = reissueOf(of, 'X-1');
        expect(await log.prepare(reissue)).toMatchObject({ error: { code: 'not_resolvable' } });
        expect(await log.find(reissue.intentId)).toBeNull();
      }
    });

    it.each(['not_sent', 'rejected', 'absent'] as const)(
      'that ends as %s reopens the old one, whose order is blocked again',
      async (end) => {
        await issueOne(log, 'A-1', UNKNOWN);
        const reissue = reissueOf('A-1', 'again', 'A-2');
        await log.prepare(reissue);
        await log.settle(reissue.intentId, ENDS[end], null);
        if (end === 'absent') await log.resolve([reissue.intentId], ABSENT, OPERATOR, '');
        expect(await log.find(intent('A-1'))).toMatchObject({ resolution: null });
        expect(await log.prepare(again('same', 'A-1'))).toMatchObject({
          error: { code: 'order_open' },
        });
        const history = await log.history(intent('A-1'));
        expect(history?.events.at(-1)).toMatchObject({ kind: 'reopened' });
        expect(await log.verify()).toMatchObject({ value: { verdict: 'holds' } });
        // The operator tries once more.
        const third = reissueOf('A-1', 'third', 'A-3');
        expect(await log.prepare(third)).toMatchObject({ ok: true });
        await log.settle(third.intentId, acceptedAs('A-3'), null);
        expect(await log.find(intent('A-1'))).toMatchObject({
          resolution: { kind: 'reissued', asIntentId: third.intentId },
        });
      },
    );

    it('that is not there by the operator’s finding reopens the old one, whatever a callback named', async () => {
      await issueOne(log, 'A-1', UNKNOWN);
      const reissue = reissueOf('A-1', 'again', 'A-2');
      await log.prepare(reissue);
      await log.settle(reissue.intentId, UNKNOWN, null);
      const { id: profileId, mode } = profileOf();
      const reading = readingOf({ orderId: 'A-2', state: 'created' });
      const raw = { method: 'POST', query: '', headers: [], body: '{}', encoding: 'utf8' } as const;
      const arrival = { profileId, merchant: MERCHANT, mode, raw, reading };
      await log.recordCallback({ ...arrival, verdict: 'unverified' });
      expect(await log.find(reissue.intentId)).toMatchObject({ heard: { state: 'created' } });
      await log.resolve([reissue.intentId], ABSENT, OPERATOR, '');
      expect(await log.find(intent('A-1'))).toMatchObject({ resolution: null });
    });

    it('for an order that another open request has leaves the old one unresolved', async () => {
      await issueOne(log, 'A-1', UNKNOWN);
      await issueOne(log, 'A-2', UNKNOWN);
      const reissue = reissueOf('A-1', 'again', 'A-2');
      expect(await log.prepare(reissue)).toMatchObject({ error: { code: 'order_open' } });
      expect(await log.find(intent('A-1'))).toMatchObject({ resolution: null });
    });
  });

  describe('a late answer that returns another amount', () => {
    const late = acceptedAs('A-1', { id: REMOTE_ID, amount_cents: 150_037 });
    const found = { kind: 'found', remoteId: REMOTE_ID, typedByHand: null } as const;
    const read = async () => {
      const request = await log.find(intent('A-1'));
      if (request === null) throw new Error('not recorded');
      const { cents } = amountOf(request);
      const { returned_cents: exported } = exportEntryOf(request);
      return { cents, exported, isLocked: isCopyLocked(request) };
    };
    const SEEN = { cents: 150_037, exported: 150_037 };

    it.each(['confirmed', 'typed by hand', 'by a callback before it'] as const)(
      'counts once the request is found (%s), and locks copying until it is acknowledged',
      async (how) => {
        await issueOne(log, 'A-1', UNKNOWN);
        if (how === 'by a callback before it') {
          await log.resolve([intent('A-1')], found, OPERATOR, '');
        }
        const recorded = await log.recordLateAnswer(intent('A-1'), late, ANSWER);
        const [first] = recorded.ok ? recorded.value : [];
        const lateSeq = first?.late?.seq ?? 0;
        if (how !== 'by a callback before it') {
          expect(await read()).toEqual({ cents: 150_000, exported: null, isLocked: false });
          const finding = how === 'confirmed' ? { ...found, lateSeq } : found;
          await log.resolve([intent('A-1')], finding, OPERATOR, '');
        }
        expect(await read()).toEqual({ ...SEEN, isLocked: true });
        expect(
          await log['request.acknowledgeAmount']({ intentId: intent('A-1') }, OPERATOR),
        ).toMatchObject({ ok: true });
        expect(await read()).toEqual({ ...SEEN, isLocked: false });
        expect(await log.verify()).toMatchObject({ value: { verdict: 'holds' } });
      },
    );

    it('says nothing about a request that was found under another id', async () => {
      await issueOne(log, 'A-1', UNKNOWN);
      await log.recordLateAnswer(intent('A-1'), late, ANSWER);
      await log.resolve([intent('A-1')], { ...found, remoteId: 'other' }, OPERATOR, '');
      expect(await read()).toEqual({ cents: 150_000, exported: null, isLocked: false });
    });
  });

  it('acknowledges a changed amount once', async () => {
    await issueOne(log, 'A-1', acceptedAs('A-1', { amount_cents: 149_900 }));
    const first = await log['request.acknowledgeAmount']({ intentId: intent('A-1') }, OPERATOR);
    expect(first).toMatchObject({ value: { amountAcknowledgedAt: clock.now().toISOString() } });
    clock.advance(1000);
    expect(await log['request.acknowledgeAmount']({ intentId: intent('A-1') }, OPERATOR)).toEqual(
      first,
    );
    const kinds = (await log.history(intent('A-1')))?.events.map(({ kind }) => kind);
    expect(kinds).toEqual(['prepared', 'sending', 'settled', 'amount_acknowledged']);
    expect(
      await log['request.acknowledgeAmount']({ intentId: intent('none') }, OPERATOR),
    ).toMatchObject({
      error: { code: 'request_not_found' },
    });
  });

  it('lists what was interrupted until somebody has acknowledged it, over restarts', async () => {
    await issueOne(log, 'A-1', INTERRUPTED);
    await issueOne(log, 'A-2', UNKNOWN);
    await log.close();
    log = await openTestLog(dataDir, { clock });
    const listed = async () =>
      (await log['recovery.report']()).value.map(({ intentId }) => intentId);
    expect(await listed()).toEqual([intent('A-1')]);
    expect(await log['recovery.acknowledge']({}, OPERATOR)).toEqual({ ok: true, value: {} });
    expect(await listed()).toEqual([]);
    await issueOne(log, 'A-3', INTERRUPTED);
    await log.close();
    log = await openTestLog(dataDir, { clock });
    expect(await listed()).toEqual([intent('A-3')]);
  });

  it('commits together what comes together, and one that is refused does not undo its neighbours', async () => {
    const names = Array.from({ length: 32 }, (_, at) => `C-${at}`);
    const prepared = await Promise.all([
      ...names.map((name) => log.prepare(preparedOf(name))),
      log.prepare(again('C-3')),
      log.prepare(preparedOf('C-4', { cents: 1 })),
    ]);
    expect(prepared.slice(0, 32).every(({ ok }) => ok)).toBe(true);
    expect(prepared.at(-2)).toMatchObject({ error: { code: 'order_open' } });
    expect(prepared.at(-1)).toMatchObject({ error: { code: 'intent_conflict' } });
    const rejected = log.settle(intent('C-0'), UNKNOWN, null);
    const twice = expect(log.settle(intent('C-0'), UNKNOWN, null)).rejects.toThrow('cannot follow');
    const sent = await Promise.all(
      names.slice(1).map((name) => log.markSending(intent(name), SENT)),
    );
    expect(await rejected).toMatchObject({ ok: true });
    await twice;
    expect(sent.every(({ ok }) => ok)).toBe(true);
    expect(await log.verify()).toMatchObject({ value: { verdict: 'holds' } });
  });
});
