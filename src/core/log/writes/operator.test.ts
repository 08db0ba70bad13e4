import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';

import { isPaidUnsettled } from '#shared/domain/paid.ts';
import type { SettledStage } from '#shared/domain/request.ts';

import {
  MERCHANT,
  OPERATOR,
  intent,
  manualClock,
  preparedOf,
  profileOf,
  removeTemporaryDirs,
  temporaryDir,
} from '../../testing/builders.ts';
import { NOT_SENT, SENT, UNKNOWN, acceptedAs, issueOne } from '../../testing/fillLog.ts';
import { openTestLog } from '../../testing/log.ts';
import type { LogPort } from '../port.ts';

afterAll(removeTemporaryDirs);

const QUARANTINED: SettledStage = {
  outcome: 'unknown',
  reason: { code: 'mismatched_answer', httpStatus: 200, detail: null },
};

const clock = manualClock();
let dataDir: string;
let log: LogPort;
beforeEach(async () => {
  dataDir = temporaryDir();
  log = await openTestLog(dataDir, { clock });
});
afterEach(() => log.close());

const codeOf = (reply: { ok: boolean; error?: { code: string } }): string =>
  reply.ok ? 'ok' : (reply.error?.code ?? '');

async function kindsOf(name: string): Promise<readonly string[]> {
  return (await log.history(intent(name)))?.events.map(({ kind }) => kind) ?? [];
}

/** An unknown whose customer paid this. */
async function paid(name: string, amount: string, state = 'paid'): Promise<number> {
  const { id: profileId, mode } = profileOf();
  const said = { id: null, orderId: name, merchant: null, state, amount, currency: null };
  const reading = { format: 'json' as const, problem: null, ...said, amountUnit: 'major' as const };
  const body = JSON.stringify(said);
  const raw = { method: 'POST' as const, query: '', headers: [], body, encoding: 'utf8' as const };
  const arrival = { profileId, merchant: MERCHANT, mode, raw, reading };
  const recorded = await log.recordCallback({ ...arrival, verdict: 'unverified' });
  return recorded.ok ? recorded.value.seq : 0;
}

describe('what was agreed about another paid amount', () => {
  const agreed = { kind: 'top_up_asked' as const, note: 'till Friday' };

  it('is an event with the amount it is about, once, and changed when it is agreed otherwise', async () => {
    await issueOne(log, 'D-1', UNKNOWN);
    const paidSeq = await paid('D-1', '1450.00');
    const before = await log.find(intent('D-1'));
    expect(before !== null && isPaidUnsettled(before)).toBe(true);
    expect((await log.callbackPage(null, 1)).callbacks[0]?.isPaidUnsettled).toBe(true);
    const disposed = await log.dispose(intent('D-1'), OPERATOR, { ...agreed, paidSeq });
    expect(disposed).toMatchObject({ ok: true, value: { disposition: { ...agreed, paidSeq } } });
    expect(disposed.ok && isPaidUnsettled(disposed.value)).toBe(false);
    expect((await log.callbackPage(null, 1)).callbacks[0]?.isPaidUnsettled).toBe(false);
    await log.dispose(intent('D-1'), OPERATOR, { ...agreed, paidSeq });
    const other = { kind: 'accepted' as const, note: '', paidSeq };
    await log.dispose(intent('D-1'), OPERATOR, other);
    const history = await log.history(intent('D-1'));
    expect(history?.events.filter(({ kind }) => kind === 'disposed')).toMatchObject([
      { disposition: 'top_up_asked', note: 'till Friday', paid: '1450.00', operator: OPERATOR },
      { disposition: 'accepted', note: '', paid: '1450.00' },
    ]);
  });

  it('is refused where no other amount was paid, or another one was named since', async () => {
    await issueOne(log, 'D-1', UNKNOWN);
    await issueOne(log, 'D-2', UNKNOWN);
    const seen = await paid('D-1', '1450.00');
    const exact = await paid('D-2', '1500.00');
    const now = await paid('D-1', '1450.01');
    const codes = [
      await log.dispose(intent('D-1'), OPERATOR, { ...agreed, paidSeq: seen }),
      await log.dispose(intent('D-2'), OPERATOR, { ...agreed, paidSeq: exact }),
      await log.dispose(intent('nobody'), OPERATOR, { ...agreed, paidSeq: 1 }),
    ].map(codeOf);
    expect(codes).toEqual(['not_disposable', 'not_disposable', 'request_not_found']);
    await log.dispose(intent('D-1'), OPERATOR, { ...agreed, paidSeq: now });
    // The same amount again may be another payment or the same one: the operator has to look.
    await paid('D-1', '1450.01', 'completed');
    const after = await log.find(intent('D-1'));
    expect(after !== null && isPaidUnsettled(after)).toBe(true);
    expect(await log.verify()).toMatchObject({ value: { verdict: 'holds' } });
  });
});

it('what was agreed stays agreed where the callback is read again for another state', async () => {
  await issueOne(log, 'D-1', UNKNOWN);
  const paidSeq = await paid('D-1', '1450.00', 'misread');
  const agreed = { kind: 'accepted' as const, note: '', paidSeq };
  await log.dispose(intent('D-1'), OPERATOR, agreed);
  const replay = async (amount: string) => {
    const said = { id: null, orderId: 'D-1', merchant: null, state: 'paid', currency: null };
    const format = { format: 'json' as const, problem: null, amountUnit: 'major' as const };
    const reading = { ...format, ...said, amount };
    const { mode } = profileOf();
    const reread = {
      seq: paidSeq,
      merchant: MERCHANT,
      mode,
      reading,
      verdict: 'unverified',
      decidedBy: null,
    } as const;
    await log.replayCallback(reread);
    const request = await log.find(intent('D-1'));
    return { state: request?.heard?.state, isOpen: request !== null && isPaidUnsettled(request) };
  };
  expect(await replay('1450.00')).toEqual({ state: 'paid', isOpen: false });
  expect(await replay('1450.10')).toEqual({ state: 'paid', isOpen: true });
  expect(await log.verify()).toMatchObject({ value: { verdict: 'holds' } });
});

describe('revealing', () => {
  it('is an event each time, with who it was', async () => {
    await issueOne(log, 'A-1', acceptedAs('A-1'));
    clock.advance(5);
    const revealed = await log.reveal(intent('A-1'), OPERATOR);
    expect(revealed).toMatchObject({ ok: true, value: { updatedAt: clock.now().toISOString() } });
    await log.reveal(intent('A-1'), OPERATOR);
    const history = await log.history(intent('A-1'));
    expect(history?.events.slice(-2)).toMatchObject([
      { kind: 'revealed', operator: OPERATOR },
      { kind: 'revealed', operator: OPERATOR },
    ]);
  });

  it('is refused where there is nothing that may be shown', async () => {
    await issueOne(log, 'Q-1', QUARANTINED);
    await issueOne(log, 'U-1', UNKNOWN);
    await issueOne(log, 'N-1', NOT_SENT);
    await log.prepare(preparedOf('P-1'));
    const codes = ['Q-1', 'U-1', 'N-1', 'P-1', 'nobody'].map(async (name) =>
      codeOf(await log.reveal(intent(name), OPERATOR)),
    );
    expect(await Promise.all(codes)).toEqual([
      'copy_locked',
      'not_resolvable',
      'not_resolvable',
      'not_resolvable',
      'request_not_found',
    ]);
    expect(await kindsOf('Q-1')).not.toContain('revealed');
  });

  it('shows what somebody typed by hand for a quarantined one, once it is resolved', async () => {
    await issueOne(log, 'Q-1', QUARANTINED);
    await issueOne(log, 'Q-2', QUARANTINED);
    const typedByHand = { number: '2200700812345675' };
    const found = { kind: 'found', remoteId: 'r-1', typedByHand } as const;
    await log.resolve([intent('Q-1')], found, OPERATOR, '');
    await log.resolve([intent('Q-2')], { kind: 'absent' }, OPERATOR, '');
    expect(codeOf(await log.reveal(intent('Q-1'), OPERATOR))).toBe('ok');
    expect(codeOf(await log.reveal(intent('Q-2'), OPERATOR))).toBe('not_resolvable');
  });
});

describe('notes and flags', () => {
  it('stay with the request over a restart and change no outcome', async () => {
    await issueOne(log, 'A-1', UNKNOWN);
    await log.note(intent('A-1'), OPERATOR, 'Клиент перезвонит');
    await log.flag(intent('A-1'), OPERATOR, true);
    await log.close();
    log = await openTestLog(dataDir, { clock });
    expect(await log.find(intent('A-1'))).toMatchObject({ outcome: 'unknown', flagged: true });
    const history = await log.history(intent('A-1'));
    expect(history?.events.slice(-2)).toMatchObject([
      { kind: 'noted', text: 'Клиент перезвонит', operator: OPERATOR },
      { kind: 'flagged', flagged: true, operator: OPERATOR },
    ]);
    expect(await log.verify()).toMatchObject({ value: { verdict: 'holds' } });
  });

  it('a flag that is there already is no second event', async () => {
    await issueOne(log, 'A-1', NOT_SENT);
    for (const flagged of [false, true, true, false, false]) {
      const reply = await log.flag(intent('A-1'), OPERATOR, flagged);
      expect(reply.ok && (reply.value.flagged ?? false)).toBe(flagged);
    }
    expect((await kindsOf('A-1')).filter((kind) => kind === 'flagged')).toHaveLength(2);
  });

  it('are possible while the request is on its way, whose outcome then keeps them', async () => {
    await log.prepare(preparedOf('A-1'));
    await log.markSending(intent('A-1'), SENT);
    await log.flag(intent('A-1'), OPERATOR, true);
    await log.note(intent('A-1'), OPERATOR, 'slow today');
    await log.settle(intent('A-1'), acceptedAs('A-1'), null);
    expect(await log.find(intent('A-1'))).toMatchObject({ outcome: 'accepted', flagged: true });
  });

  it('need a request', async () => {
    expect(codeOf(await log.note(intent('nobody'), OPERATOR, 'x'))).toBe('request_not_found');
    expect(codeOf(await log.flag(intent('nobody'), OPERATOR, true))).toBe('request_not_found');
    expect(codeOf(await log.flag(intent('nobody'), OPERATOR, false))).toBe('request_not_found');
  });
});

it('an export is an event of the log itself, and verifies', async () => {
  await issueOne(log, 'A-1', UNKNOWN);
  const sha256 = 'a'.repeat(64);
  const exported = { operator: OPERATOR, file: 'log.csv', rows: 1, sha256 } as const;
  expect(await log.recordExport({ ...exported, requisites: 'whole' })).toEqual({ ok: true });
  expect(await log.verify()).toMatchObject({ value: { verdict: 'holds' } });
});

describe('an unknown', () => {
  it('is taken, taken over and released by operators, and resolved whoever has it', async () => {
    const boris = { account: 'b', name: 'Boris' };
    const holderOf = async (name: string): Promise<string | undefined> =>
      (await log.find(intent(name)))?.takenBy?.operator.name;
    await issueOne(log, 'T-1', UNKNOWN);
    await issueOne(log, 'T-2', acceptedAs('T-2'));
    expect(codeOf(await log.take(intent('T-2'), OPERATOR, true))).toBe('not_resolvable');
    expect(codeOf(await log.take(intent('T-9'), OPERATOR, true))).toBe('request_not_found');
    await log.take(intent('T-1'), OPERATOR, true);
    await log.take(intent('T-1'), OPERATOR, true);
    expect(await holderOf('T-1')).toBe(OPERATOR.name);
    await log.take(intent('T-1'), boris, true);
    expect(await holderOf('T-1')).toBe('Boris');
    await log.take(intent('T-1'), OPERATOR, false);
    expect(await holderOf('T-1')).toBeUndefined();
    expect((await kindsOf('T-1')).filter((kind) => kind === 'taken')).toHaveLength(3);
    await log.take(intent('T-1'), boris, true);
    const resolved = await log.resolve([intent('T-1')], { kind: 'absent' }, OPERATOR, '');
    expect(codeOf(resolved)).toBe('ok');
    expect(await log.verify()).toMatchObject({ ok: true, value: { verdict: 'holds' } });
  });
});
