import type { PaymentData } from '#shared/domain/deposit.ts';
import { numberToCopy } from '#shared/domain/requisites.ts';
import type { Operator } from '#shared/domain/request.ts';

import { callbackAbout, callbackApart } from './calls.ts';
import { type Dice, createDraw } from './dice.ts';
import { requisitesFor } from './requisites.ts';
import type { Agreed, Story, Timed } from './story.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const OFTEN_IN_SAMPLE = 5;

export const OPERATORS: readonly Operator[] = [
  { account: 'anna', name: 'Anna' },
  { account: 'dilshod', name: 'Dilshod' },
  { account: 'i.petrova', name: 'Ирина' },
  { account: 'rustam', name: 'Rustam' },
  { account: 'm.volkov', name: 'Михаил В.' },
  { account: 'aigerim', name: 'Айгерим' },
  { account: 'olga', name: 'Ольга' },
  { account: 'desk-3', name: 'Timur' },
  { account: 'desk-3', name: 'Sabina' },
  { account: 'farid', name: 'Фарид' },
];

/** What happens to a request once it rests. */
export function laterEvents(dice: Dice, story: Story): readonly Timed[] {
  const { stage } = story.settled;
  const own =
    stage.outcome === 'accepted'
      ? acceptedEvents(dice, story)
      : stage.outcome === 'unknown'
        ? unknownEvents(dice, story)
        : [];
  return [...own, ...rareEvents(dice, story)];
}

function acceptedEvents(dice: Dice, story: Story): readonly Timed[] {
  const { beginning, settled, settledMs } = story;
  const { stage } = settled;
  if (stage.outcome !== 'accepted') return [];
  const { intentId, operator, body } = beginning;
  const { answer } = stage;
  const events: Timed[] = [];
  const isChanged = answer.flow === 'create' && answer.record.amount_cents !== body.fields.cents;
  let atMs = settledMs + dice.between(2 * SECOND, 25 * SECOND);
  if (isChanged) {
    if (dice.isHit(0.15)) return [...events, ...callbacks(dice, story)];
    events.push({ atMs, event: { kind: 'amount_acknowledged', body: { intentId, operator } } });
    atMs += dice.between(SECOND, 8 * SECOND);
  }
  if (dice.isHit(0.93)) {
    events.push(...copies(dice, story, operator, atMs, answer.record.payment_data));
  }
  return [...events, ...callbacks(dice, story)];
}

function copies(
  dice: Dice,
  { beginning: { intentId } }: Story,
  operator: Operator,
  atMs: number,
  data: PaymentData,
): readonly Timed[] {
  const { number, name, url } = data;
  const parts: (readonly ['number' | 'name' | 'url', string])[] = [];
  if (typeof number === 'string') parts.push(['number', numberToCopy(number)]);
  else if (typeof url === 'string') parts.push(['url', url]);
  if (typeof name === 'string' && dice.isHit(0.12)) parts.push(['name', name]);
  return parts.map(([part, text], at) => ({
    atMs: atMs + at * dice.between(2 * SECOND, 6 * SECOND),
    event: { kind: 'copied', body: { intentId, operator, part, text } },
  }));
}

type Hears = 'paid' | 'rejected' | 'expired' | 'canceled' | 'nothing';
const drawHeard = createDraw<Hears>([
  ['paid', 52],
  ['rejected', 5],
  ['expired', 6],
  ['canceled', 3],
  ['nothing', 34],
]);

function callbacks(dice: Dice, story: Story): readonly Timed[] {
  const heard = drawHeard(dice);
  const { beginning, settled, settledMs } = story;
  const { stage } = settled;
  if (heard === 'nothing' || stage.outcome !== 'accepted') return [];
  const { answer } = stage;
  const { body, merchant, intentId } = beginning;
  const id = answer.flow === 'create' ? answer.record.id : answer.record.uuid;
  const cents = answer.flow === 'create' ? answer.record.amount_cents : body.fields.cents;
  const paidCents =
    heard === 'paid' && dice.isHit(beginning.isSample ? 0.03 : 0.006)
      ? cents - dice.between(1, 500)
      : cents;
  const say = (state: string, atMs: number, facts: { isForged?: boolean } = {}): Timed => ({
    atMs,
    event: callbackAbout(dice, merchant, intentId, {
      id,
      about: body.fields,
      state,
      cents: Math.max(1, paidCents),
      isContradicting: dice.isHit(beginning.isSample ? 0.01 : 0.001),
      isForged: facts.isForged === true,
    }),
    ...(dice.isHit(0.015) ? { againMs: atMs + dice.between(MINUTE, HOUR) } : {}),
  });
  const atMs = settledMs + dice.between(MINUTE, heard === 'paid' ? 25 * MINUTE : 3 * HOUR);
  const events: Timed[] = [];
  if (dice.isHit(0.05))
    events.push(say('processing', settledMs + dice.between(20 * SECOND, MINUTE)));
  const isSigned = merchant.signCallback !== undefined;
  if (isSigned && dice.isHit(0.0007))
    events.push(say('paid', settledMs + 30 * SECOND, { isForged: true }));
  const agreed = paidCents === cents ? null : agreementOn(paidCents, beginning.operator, atMs);
  events.push({ ...say(heard, atMs), ...(agreed === null ? {} : { agreed }) });
  return events;
}

type Agreement = Pick<Agreed, 'disposition' | 'note'> | null;
const AGREEMENTS: readonly Agreement[] = [
  { disposition: 'accepted', note: '' },
  { disposition: 'top_up_asked', note: 'Клиент доплатит сегодня' },
  null,
  { disposition: 'accepted', note: 'within the fee' },
  { disposition: 'refund_asked', note: 'Customer wants it back' },
];

/** By the amount and not by the dice, so that everything else stays as it was before there were agreements. */
function agreementOn(cents: number, operator: Operator, paidMs: number): Agreed | null {
  const agreement = AGREEMENTS[cents % AGREEMENTS.length] ?? null;
  if (agreement === null) return null;
  return { ...agreement, operator, atMs: paidMs + MINUTE + Math.floor((cents % HOUR) / 2) };
}

/** An operator looks it up in the provider's cabinet, or the provider calls back about it first. */
function unknownEvents(dice: Dice, story: Story): readonly Timed[] {
  const { beginning, settledMs } = story;
  const { intentId, body, merchant, willBeReissued } = beginning;
  const events: Timed[] = [];
  const remoteId = dice.uuid();
  if (dice.isHit(0.2)) {
    const said = { id: null, about: body.fields, state: 'paid', cents: body.fields.cents };
    events.push({
      atMs: settledMs + dice.between(MINUTE, 20 * MINUTE),
      event: callbackAbout(dice, merchant, intentId, {
        ...said,
        isContradicting: false,
        isForged: false,
      }),
    });
  }
  const atMs = settledMs + dice.between(2 * MINUTE, 30 * HOUR);
  const facts = { at: new Date(atMs).toISOString(), operator: dice.pick(OPERATORS) };
  if (!willBeReissued && dice.isHit(0.999)) {
    const resolution = dice.isHit(0.45)
      ? {
          kind: 'found' as const,
          ...facts,
          note: dice.isHit(0.3) ? 'Есть в кабинете' : '',
          remoteId,
          typedByHand: typedByHand(dice, story),
        }
      : { kind: 'absent' as const, ...facts, note: dice.pick(['', 'not in the cabinet', '']) };
    events.push({ atMs, event: { kind: 'resolved', body: { intentId, resolution } } });
  }
  return events;
}

function typedByHand(dice: Dice, { beginning: { body, merchant } }: Story): PaymentData | null {
  if (dice.isHit(0.4)) return null;
  const { order_id: orderId, payment_type: type } = body.fields;
  return requisitesFor(dice, type, orderId, `${merchant.profile.baseUrl}/pay/by-hand`);
}

const NOTES: readonly string[] = [
  'Клиент перезвонит',
  'Customer paid from another card',
  'Asked support, waiting',
  'Проверено, всё в порядке',
  'To‘lov kech keldi',
];

function rareEvents(dice: Dice, story: Story): readonly Timed[] {
  const { beginning, settledMs } = story;
  const { intentId, merchant, body } = beginning;
  const operator = dice.pick(OPERATORS);
  const events: Timed[] = [];
  // A day of 300 has to show what a year has.
  const often = beginning.isSample ? OFTEN_IN_SAMPLE : 1;
  const later = (): number => settledMs + dice.between(MINUTE, 8 * HOUR);
  if (dice.isHit(0.015 * often)) {
    events.push({ atMs: later(), event: { kind: 'revealed', body: { intentId, operator } } });
  }
  if (dice.isHit(0.01 * often)) {
    const text = dice.pick(NOTES);
    events.push({ atMs: later(), event: { kind: 'noted', body: { intentId, operator, text } } });
  }
  if (dice.isHit(0.004 * often)) {
    const atMs = later();
    const flag = (flagged: boolean, when: number): Timed => ({
      atMs: when,
      event: { kind: 'flagged', body: { intentId, operator, flagged } },
    });
    events.push(flag(true, atMs));
    if (dice.isHit(0.6)) events.push(flag(false, atMs + dice.between(HOUR, 24 * HOUR)));
  }
  if (dice.isHit(0.0015 * often)) {
    events.push({ atMs: later(), event: callbackApart(dice, merchant, body) });
  }
  const { fate } = beginning;
  if ('code' in fate && fate.code.startsWith('interrupted_')) {
    const atMs = settledMs + dice.between(MINUTE, 10 * MINUTE);
    events.push({ atMs, event: { kind: 'recovery_acknowledged', body: { operator } } });
  }
  return events;
}
