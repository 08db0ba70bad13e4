import { randomUUID } from 'node:crypto';

import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';

import { type EyesRules, NO_EYES_RULES } from '#shared/domain/eyes.ts';
import { profileIdSchema } from '#shared/domain/ids.ts';
import { minorUnitsSchema } from '#shared/domain/money.ts';
import type { Approval, Operator } from '#shared/domain/operator.ts';

import {
  OPERATOR,
  intent,
  manualClock,
  preparedOf,
  reissueOf,
  removeTemporaryDirs,
  temporaryDir,
} from '../../testing/builders.ts';
import { UNKNOWN, issueOne } from '../../testing/fillLog.ts';
import { openTestLog } from '../../testing/log.ts';
import { preparedDigest, type W1Eyes } from './fourEyes.ts';
import type { LogPort } from '../openLog.ts';

afterAll(removeTemporaryDirs);

const AUTHOR: Operator = { ...OPERATOR, personId: randomUUID() };
const OTHER: Operator = { ...OPERATOR, name: 'Boris', personId: randomUUID() };
const BY = { origin: 'https://provider.example', digestKey: 'key of the run' };
const UNSEEN: W1Eyes = { ...BY, approval: null };
const DAY_MS = 24 * 60 * 60_000;
const prepared = { ...preparedOf('a'), operator: AUTHOR };
const { profileId } = prepared;

function eyesWith(more: Partial<Approval>): W1Eyes {
  const digest = preparedDigest(prepared, BY);
  const at = '2026-11-17T10:00:00.000Z';
  const own = { approvalId: randomUUID(), digest, by: OTHER, at, how: 'witnessed' as const };
  return { ...BY, approval: { ...own, ...more } };
}

function added({ personId = '', name }: Operator) {
  const pin = { salt: 's', hash: 'h', cost: { N: 2, r: 1, p: 1 }, pepper: 'p' };
  const body = { personId, operator: OPERATOR, name, pin, role: 'supervisor' as const };
  return { kind: 'person_added' as const, body };
}

let clock: ReturnType<typeof manualClock>;
let log: LogPort;
beforeEach(async () => {
  clock = manualClock();
  log = await openTestLog(temporaryDir(), { clock });
  const code = { operator: OPERATOR, code: { salt: 's', hash: 'h' } };
  await log.recordPeople([added(OTHER), { kind: 'supervisor_code', body: code }]);
  expect(await log.recordPeople([added({ ...AUTHOR, name: 'Anna' })])).toMatchObject({ ok: true });
});
afterEach(() => log.close());

async function setRules(rules: Partial<EyesRules>): Promise<void> {
  const set = await log.setEyesRules(OTHER, profileId, { ...NO_EYES_RULES, ...rules });
  expect(set).toMatchObject({ ok: true });
}
async function archive({ personId = '' }: Operator): Promise<void> {
  const body = { personId, operator: OPERATOR, isArchived: true };
  expect(await log.recordPeople([{ kind: 'person_changed', body }])).toMatchObject({ ok: true });
}
const ONE = { RUB: minorUnitsSchema.parse(1) };
const needed = (reason: string) => ({
  ok: false,
  error: { code: 'approval_needed', reasons: [reason] },
});

/** Core looks for an approval first; W1 must not rely on it. */
it('W1 itself refuses an approval of another body, by the author, or by no person', async () => {
  await setRules({ amountFrom: ONE });
  const otherBody = preparedDigest({ ...preparedOf('b'), operator: AUTHOR }, BY);
  expect(await log.prepare(prepared, '', UNSEEN)).toMatchObject(needed('amount'));
  for (const wrong of [{ digest: otherBody }, { by: AUTHOR }, { by: OPERATOR }]) {
    expect(await log.prepare(prepared, '', eyesWith(wrong))).toMatchObject(needed('amount'));
  }
  expect(await log.find(prepared.intentId)).toBeNull();
  expect(await log.prepare(prepared, '', eyesWith({}))).toMatchObject({ ok: true });
});

it('W1 refuses an approval whose approver was archived, locked or lost the permission since', async () => {
  await setRules({ amountFrom: ONE });
  const tried = { kind: 'pin_tried' as const, body: { personId: OTHER.personId ?? '' } };
  for (let at = 0; at < 5; at += 1) await log.recordPeople([tried]);
  expect(await log.prepare(prepared, '', eyesWith({}))).toMatchObject(needed('amount'));
  const unlocked = { personId: OTHER.personId ?? '', operator: OPERATOR };
  await log.recordPeople([{ kind: 'person_unlocked', body: unlocked }]);
  await log.recordPeople([{ kind: 'person_changed', body: { ...unlocked, role: 'senior' } }]);
  expect(await log.prepare(prepared, '', eyesWith({}))).toMatchObject(needed('amount'));
  await log.recordPeople([{ kind: 'person_changed', body: { ...unlocked, role: 'supervisor' } }]);
  await archive(OTHER);
  expect(await log.prepare(prepared, '', eyesWith({}))).toMatchObject(needed('amount'));
});

it('W1 records nothing in the name of a person who was archived since the call was let in', async () => {
  await archive(AUTHOR);
  expect(await log.prepare(prepared, '', UNSEEN)).toMatchObject({
    error: { code: 'person_not_found' },
  });
  expect(await log.find(prepared.intentId)).toBeNull();
});

it('a request that was recorded with the clock set back does not begin the sum anew', async () => {
  const { cents } = prepared.body.fields;
  await setRules({ sumFrom: { RUB: minorUnitsSchema.parse(cents + 2) } });
  expect(await log.prepare(prepared, '', UNSEEN)).toMatchObject({ ok: true });
  const small = (name: string) => ({ ...preparedOf(name, { cents: 1 }), operator: AUTHOR });
  clock.advance(-3 * DAY_MS);
  // After the clock is set back, today's requests still count.
  expect(await log.prepare(small('back'), '', UNSEEN)).toMatchObject({ ok: true });
  clock.advance(3 * DAY_MS);
  expect(await log.prepare(small('b'), '', UNSEEN)).toMatchObject({ ok: true });
  expect(await log.prepare(small('c'), '', UNSEEN)).toMatchObject(needed('sum'));
});

/** `from` hands over to the person who accepts. */
function handOver(from: Operator, { personId = '', name }: Operator) {
  const left = { unknown: 0, flagged: 0, mismatched: 0, callbacks: 0, batches: 0 };
  const body = { operator: from, to: { personId, name }, left };
  return log.recordPeople([{ kind: 'handed_over' as const, body }]);
}

/** The clock goes on to this hour of the system's zone, on the next day where it is past already. */
function until(hour: number): void {
  const next = clock.now();
  next.setHours(hour, 0, 0, 0);
  const ms = next.getTime() - clock.now().getTime();
  clock.advance(ms > 0 ? ms : ms + DAY_MS);
}

describe('the sum of a person who took over', () => {
  const small = (name: string) =>
    log.prepare({ ...preparedOf(name, { cents: 1 }), operator: AUTHOR }, '', UNSEEN);
  /** A whole sum but for one minor unit, at eleven in the evening of a night that began at ten. */
  beforeEach(async () => {
    await setRules({ sumFrom: { RUB: minorUnitsSchema.parse(prepared.body.fields.cents + 1) } });
    until(22);
    expect(await handOver(OTHER, AUTHOR)).toMatchObject({ ok: true });
    until(23);
    expect(await log.prepare(prepared, '', UNSEEN)).toMatchObject({ ok: true });
  });

  it('goes on over midnight, whatever text they leave, until they hand over', async () => {
    until(1);
    expect(await small('night')).toMatchObject(needed('sum'));
    await log['handOver.write']({ text: 'Gone home' }, AUTHOR);
    expect(await small('text')).toMatchObject(needed('sum'));
    await handOver(AUTHOR, OTHER);
    expect(await small('after')).toMatchObject({ ok: true });
  });

  it('is not begun anew by handing over and back the same day', async () => {
    await handOver(AUTHOR, OTHER);
    clock.advance(60_000);
    await handOver(OTHER, AUTHOR);
    expect(await small('back')).toMatchObject(needed('sum'));
  });

  it('is not begun anew by a clock that is set back, nor by a hand-over meanwhile', async () => {
    const third = { ...OPERATOR, name: 'Vera', personId: randomUUID() };
    await log.recordPeople([added(third)]);
    until(1);
    clock.advance(-3 * DAY_MS);
    expect(await small('set back')).toMatchObject(needed('sum'));
    await handOver(OTHER, third);
    clock.advance(3 * DAY_MS);
    expect(await small('set right')).toMatchObject(needed('sum'));
  });

  it('begins at midnight again after a day without a hand-over', async () => {
    until(1);
    until(21);
    expect(await small('in the evening')).toMatchObject(needed('sum'));
    until(22);
    clock.advance(60_000);
    expect(await small('a day later')).toMatchObject({ ok: true });
  });
});

it('a hand-over is recorded with the sign-in of the next person, or neither of them is', async () => {
  const entering = { personId: OTHER.personId ?? '', operator: OTHER };
  const failures = async (): Promise<number | undefined> =>
    (await log.people())?.people.find(({ personId }) => personId === OTHER.personId)?.failures;
  await log.recordPeople([{ kind: 'pin_tried', body: { personId: entering.personId } }]);
  const left = { unknown: 0, flagged: 0, mismatched: 0, callbacks: 0, batches: 0 };
  const both = (from: Operator) =>
    log.recordPeople([
      { kind: 'signed_in', body: entering },
      {
        kind: 'handed_over',
        body: { operator: from, to: { personId: entering.personId, name: 'Boris' }, left },
      },
    ]);
  expect(await both(OTHER)).toMatchObject({ error: { code: 'hand_over_same_person' } });
  expect(await both(OPERATOR)).toMatchObject({ error: { code: 'person_not_found' } });
  await archive(AUTHOR);
  expect(await both(AUTHOR)).toMatchObject({ error: { code: 'person_not_found' } });
  expect(await failures()).toBe(1);
  expect(await log.opening(entering.personId, clock.now().toISOString())).not.toBe(
    clock.now().toISOString(),
  );
});

it('an unknown is not issued again unseen under another profile of its merchant', async () => {
  await issueOne(log, 'lost', UNKNOWN);
  await setRules({ kinds: ['reissue'] });
  const copy = profileIdSchema.parse('copy');
  const own = { profileId: copy, mode: 'sandbox' as const };
  const again = { ...reissueOf('lost', 'again'), ...own };
  expect(await log.prepare(again, '', UNSEEN)).toMatchObject(needed('reissue'));
  expect(await log.find(intent('lost'))).toMatchObject({ resolution: null });
});
