import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';

import { partlyPaid } from '#shared/domain/message/followUp.ts';
import { isSentElsewhere } from '#shared/domain/orderUse.ts';
import { isPaidUnsettled, paidAmountOf } from '#shared/domain/paid.ts';
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
import { attentionBits, bitOf } from '../../search/attention.ts';

import type { LogPort } from '../openLog.ts';
afterAll(removeTemporaryDirs);

const MINUTE_MS = 60_000;

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
async function paid(
  name: string,
  amount: string | null,
  state = 'paid',
  { within, time }: { readonly within?: number; readonly time?: string } = {},
): Promise<number> {
  const { id: profileId, mode } = profileOf();
  const said = { id: null, orderId: name, merchant: null, state, amount, currency: null };
  const unit = amount === null ? {} : { amountUnit: 'major' as const };
  const at = time === undefined ? {} : { time };
  const reading = { format: 'json' as const, problem: null, ...said, ...unit, ...at };
  const body = JSON.stringify(said);
  const raw = { method: 'POST' as const, query: '', headers: [], body, encoding: 'utf8' as const };
  const until = within === undefined ? {} : { paidWithinMin: within };
  const arrival = { profileId, merchant: MERCHANT, mode, raw, reading, ...until };
  const recorded = await log.recordCallback({ ...arrival, verdict: 'unverified' });
  return recorded.ok ? recorded.value.seq : 0;
}

describe('another paid amount', () => {
  const settling = { note: 'bank fee' };

  it('is settled by one event with a note and the amount it is about', async () => {
    await issueOne(log, 'D-1', UNKNOWN);
    const paidSeq = await paid('D-1', '1450.00');
    const before = await log.find(intent('D-1'));
    expect(before !== null && isPaidUnsettled(before)).toBe(true);
    expect((await log.callbackPage(null, 1)).callbacks[0]?.isPaidUnsettled).toBe(true);
    const settled = await log['request.settleMismatch'](
      { intentId: intent('D-1'), ...settling, paidSeq },
      OPERATOR,
    );
    expect(settled).toMatchObject({ value: { mismatchSettled: { ...settling, paidSeq } } });
    expect(settled.ok && isPaidUnsettled(settled.value)).toBe(false);
    expect((await log.callbackPage(null, 1)).callbacks[0]?.isPaidUnsettled).toBe(false);
    const again = await log['request.settleMismatch'](
      { intentId: intent('D-1'), ...settling, paidSeq },
      OPERATOR,
    );
    const other = await log['request.settleMismatch'](
      { intentId: intent('D-1'), note: 'refund', paidSeq },
      OPERATOR,
    );
    expect([again, other].map(codeOf)).toEqual(['ok', 'no_mismatch']);
    const history = await log.history(intent('D-1'));
    expect(history?.events.filter(({ kind }) => kind === 'mismatch_settled')).toMatchObject([
      { note: 'bank fee', paid: '1450.00', operator: OPERATOR },
    ]);
  });

  it('is refused where no other amount was paid, or another one was named since', async () => {
    await issueOne(log, 'D-1', UNKNOWN);
    await issueOne(log, 'D-2', UNKNOWN);
    const seen = await paid('D-1', '1450.00');
    const exact = await paid('D-2', '1500.00');
    const now = await paid('D-1', '1450.01');
    const codes = [
      await log['request.settleMismatch'](
        { intentId: intent('D-1'), ...settling, paidSeq: seen },
        OPERATOR,
      ),
      await log['request.settleMismatch'](
        { intentId: intent('D-2'), ...settling, paidSeq: exact },
        OPERATOR,
      ),
      await log['request.settleMismatch'](
        { intentId: intent('nobody'), ...settling, paidSeq: 1 },
        OPERATOR,
      ),
    ].map(codeOf);
    expect(codes).toEqual(['no_mismatch', 'no_mismatch', 'request_not_found']);
    await log['request.settleMismatch'](
      { intentId: intent('D-1'), ...settling, paidSeq: now },
      OPERATOR,
    );
    // The same amount again may be another payment or the same one: the operator has to look.
    await paid('D-1', '1450.01', 'completed');
    const after = await log.find(intent('D-1'));
    expect(after !== null && isPaidUnsettled(after)).toBe(true);
    expect(await log.verify()).toMatchObject({ value: { verdict: 'holds' } });
  });
});

describe('a callback with an amount of zero', () => {
  const requestOf = async (name: string) => {
    const request = await log.find(intent(name));
    if (request === null) throw new Error('not there');
    return request;
  };

  it.each(['0', '0.00', '0,00'])('(%s) is no payment before the request is paid', async (zero) => {
    await issueOne(log, 'Z-1', acceptedAs('Z-1'));
    await paid('Z-1', zero, 'pending');
    const pending = await requestOf('Z-1');
    expect(pending).toMatchObject({ heard: { state: 'pending' } });
    expect(paidAmountOf(pending)).toBeNull();
    expect(isPaidUnsettled(pending)).toBe(false);
    expect(attentionBits(pending, { isContradicted: false, amount: zero })).toBe(
      attentionBits(pending, { isContradicted: false, amount: null }),
    );
  });

  it('takes no payment back, and is a difference where the request is called paid', async () => {
    await issueOne(log, 'Z-2', acceptedAs('Z-2'));
    await paid('Z-2', '500.00', 'pending');
    await paid('Z-2', '0', 'underway');
    expect(partlyPaid(await requestOf('Z-2'))).toMatchObject({ paid: 50_000 });
    await paid('Z-2', '0', 'paid');
    const called = await requestOf('Z-2');
    expect(isPaidUnsettled(called)).toBe(true);
    expect(partlyPaid(called)).toBeNull();
  });
});

describe('a payment after the requisites ended', () => {
  const attention = async (name: string) => {
    const request = await log.find(intent(name));
    if (request === null) throw new Error('not there');
    const facts = { isContradicted: false, amount: null };
    return (attentionBits(request, facts) & bitOf('paid_late')) !== 0;
  };

  it('needs attention until it is settled', async () => {
    await issueOne(log, 'L-1', acceptedAs('L-1'));
    clock.advance(31 * MINUTE_MS);
    const paidSeq = await paid('L-1', null, 'paid', { within: 30 });
    expect(await attention('L-1')).toBe(true);
    // What is said of it later is no second payment.
    await paid('L-1', null, 'completed', { within: 30 });
    const other = { note: 'the money arrived', paidSeq: paidSeq + 1 };
    expect(
      codeOf(await log['request.settleMismatch']({ intentId: intent('L-1'), ...other }, OPERATOR)),
    ).toBe('no_mismatch');
    expect(
      codeOf(
        await log['request.settleMismatch'](
          { intentId: intent('L-1'), ...other, paidSeq },
          OPERATOR,
        ),
      ),
    ).toBe('ok');
    expect(await attention('L-1')).toBe(false);
    expect(await log.verify()).toMatchObject({ value: { verdict: 'holds' } });
  });

  it('is none where it was paid in time, or the message says that it was', async () => {
    await issueOne(log, 'L-2', acceptedAs('L-2'));
    await issueOne(log, 'L-3', acceptedAs('L-3'));
    const issuedAt = clock.now().toISOString();
    clock.advance(29 * MINUTE_MS);
    await paid('L-2', '1500.00', 'paid', { within: 30 });
    clock.advance(60 * MINUTE_MS);
    await paid('L-2', '1500.00', 'completed', { within: 30 });
    expect(await attention('L-2')).toBe(false);
    await paid('L-3', null, 'paid', { within: 30, time: issuedAt });
    expect(await attention('L-3')).toBe(false);
  });

  it('needs it under every state that is said later', async () => {
    await issueOne(log, 'L-5', acceptedAs('L-5'));
    clock.advance(31 * MINUTE_MS);
    await paid('L-5', null, 'gone through', { within: 30 });
    await paid('L-5', null, 'in the archive');
    expect(await attention('L-5')).toBe(true);
  });

  it('is none of a state that is no payment', async () => {
    await issueOne(log, 'L-4', acceptedAs('L-4'));
    clock.advance(31 * MINUTE_MS);
    await paid('L-4', null, 'expired');
    expect(await attention('L-4')).toBe(false);
  });
});

it('a settled amount stays settled where the callback is read again for another state', async () => {
  await issueOne(log, 'D-1', UNKNOWN);
  const paidSeq = await paid('D-1', '1450.00', 'misread');
  await log['request.settleMismatch'](
    { intentId: intent('D-1'), note: 'bank fee', paidSeq },
    OPERATOR,
  );
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
    const revealed = await log['request.reveal']({ intentId: intent('A-1') }, OPERATOR);
    expect(revealed).toMatchObject({ ok: true, value: { updatedAt: clock.now().toISOString() } });
    await log['request.reveal']({ intentId: intent('A-1') }, OPERATOR);
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
      codeOf(await log['request.reveal']({ intentId: intent(name) }, OPERATOR)),
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
    expect(codeOf(await log['request.reveal']({ intentId: intent('Q-1') }, OPERATOR))).toBe('ok');
    expect(codeOf(await log['request.reveal']({ intentId: intent('Q-2') }, OPERATOR))).toBe(
      'not_resolvable',
    );
  });
});

describe('notes and flags', () => {
  it('stay with the request over a restart and change no outcome', async () => {
    await issueOne(log, 'A-1', UNKNOWN);
    await log['request.note']({ intentId: intent('A-1'), text: 'Клиент перезвонит' }, OPERATOR);
    await log['request.flag']({ intentId: intent('A-1'), flagged: true }, OPERATOR);
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
      const reply = await log['request.flag'](
        { intentId: intent('A-1'), flagged: flagged },
        OPERATOR,
      );
      expect(reply.ok && (reply.value.flagged ?? false)).toBe(flagged);
    }
    expect((await kindsOf('A-1')).filter((kind) => kind === 'flagged')).toHaveLength(2);
  });

  it('are possible while the request is on its way, whose outcome then keeps them', async () => {
    await log.prepare(preparedOf('A-1'));
    await log.markSending(intent('A-1'), SENT);
    await log['request.flag']({ intentId: intent('A-1'), flagged: true }, OPERATOR);
    await log['request.note']({ intentId: intent('A-1'), text: 'slow today' }, OPERATOR);
    await log.settle(intent('A-1'), acceptedAs('A-1'), null);
    expect(await log.find(intent('A-1'))).toMatchObject({ outcome: 'accepted', flagged: true });
  });

  it('need a request', async () => {
    expect(
      codeOf(await log['request.note']({ intentId: intent('nobody'), text: 'x' }, OPERATOR)),
    ).toBe('request_not_found');
    expect(
      codeOf(await log['request.flag']({ intentId: intent('nobody'), flagged: true }, OPERATOR)),
    ).toBe('request_not_found');
    expect(
      codeOf(await log['request.flag']({ intentId: intent('nobody'), flagged: false }, OPERATOR)),
    ).toBe('request_not_found');
  });
});

describe('an order that other desks sent, too', () => {
  const TEAM = ['night', 'back'] as const;
  /** What the team's server lists is told again at every start of the desk, the newest first. */
  async function tell(): Promise<number> {
    let changed = 0;
    for (const desk of TEAM) {
      const told = await log.noteSentElsewhere(intent('A-1'), desk);
      if (told.ok && told.value !== null) changed += 1;
    }
    return changed;
  }
  const found = () => log.find(intent('A-1'));

  it('names each of them once, and what was dealt with stays so over a restart', async () => {
    await issueOne(log, 'A-1', acceptedAs('A-1'));
    expect(await tell()).toBe(2);
    expect(await found()).toMatchObject({ flagged: true, sentElsewhere: { desks: TEAM } });
    await log['request.flag']({ intentId: intent('A-1'), flagged: false }, OPERATOR);
    await log.close();
    log = await openTestLog(dataDir, { clock });
    expect(await tell()).toBe(0);
    const request = await found();
    expect(request?.flagged).toBeUndefined();
    expect(request?.sentElsewhere).toMatchObject({ desks: TEAM, isDealtWith: true });
    expect(await kindsOf('A-1')).toHaveLength(6);
  });

  it('needs attention again once one more desk turns out to have sent it', async () => {
    await issueOne(log, 'A-1', acceptedAs('A-1'));
    await log.noteSentElsewhere(intent('A-1'), 'back');
    await log['request.flag']({ intentId: intent('A-1'), flagged: false }, OPERATOR);
    await log.noteSentElsewhere(intent('A-1'), 'night');
    const request = await found();
    if (request === null) throw new Error('there is no request');
    expect(isSentElsewhere(request)).toBe(true);
    expect(request.flagged).toBe(true);
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
    expect(
      codeOf(await log['request.take']({ intentId: intent('T-2'), taken: true }, OPERATOR)),
    ).toBe('not_resolvable');
    expect(
      codeOf(await log['request.take']({ intentId: intent('T-9'), taken: true }, OPERATOR)),
    ).toBe('request_not_found');
    await log['request.take']({ intentId: intent('T-1'), taken: true }, OPERATOR);
    await log['request.take']({ intentId: intent('T-1'), taken: true }, OPERATOR);
    expect(await holderOf('T-1')).toBe(OPERATOR.name);
    await log['request.take']({ intentId: intent('T-1'), taken: true }, boris);
    expect(await holderOf('T-1')).toBe('Boris');
    await log['request.take']({ intentId: intent('T-1'), taken: false }, OPERATOR);
    expect(await holderOf('T-1')).toBeUndefined();
    expect((await kindsOf('T-1')).filter((kind) => kind === 'taken')).toHaveLength(3);
    await log['request.take']({ intentId: intent('T-1'), taken: true }, boris);
    const resolved = await log.resolve([intent('T-1')], { kind: 'absent' }, OPERATOR, '');
    expect(codeOf(resolved)).toBe('ok');
    expect(await log.verify()).toMatchObject({ ok: true, value: { verdict: 'holds' } });
  });
});
