import type { DepositAnswer, PaymentData } from '#shared/domain/deposit.ts';
import { numberToCopy } from '#shared/domain/requisites.ts';
import { type Operator, answeredIdOf } from '#shared/domain/request.ts';

import type { NewEvent } from '../store/events.ts';
import { callbackAbout, callbackApart } from './calls.ts';
import { type Dice, createDraw } from './dice.ts';
import { requisitesFor } from './requisites.ts';
import type { Story, Timed } from './story.ts';

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
  return [...outcomeEvents(dice, story), ...rareEvents(dice, story)];
}

function outcomeEvents(dice: Dice, story: Story): readonly Timed[] {
  const { stage } = story.settled;
  if (stage.outcome === 'unknown') return unknownEvents(dice, story);
  if (stage.outcome !== 'accepted') return [];
  return [...handedOver(dice, story, stage.answer), ...callbacksAbout(dice, story, stage.answer)];
}

/** The operator acknowledges another amount, and copies what the customer needs. */
function handedOver(dice: Dice, story: Story, answer: DepositAnswer): readonly Timed[] {
  const { beginning, settledMs } = story;
  const { intentId, operator, body } = beginning;
  const events: Timed[] = [];
  const isChanged = answer.flow === 'create' && answer.record.amount_cents !== body.fields.cents;
  let atMs = settledMs + dice.between(2 * SECOND, 25 * SECOND);
  if (isChanged) {
    if (dice.isHit(0.15)) return [];
    events.push({ atMs, event: { kind: 'amount_acknowledged', body: { intentId, operator } } });
    atMs += dice.between(SECOND, 8 * SECOND);
  }
  const parts = dice.isHit(0.93) ? copiedParts(dice, answer.record.payment_data) : [];
  const copies = parts.map(([part, text], at): Timed => {
    const event = { kind: 'copied' as const, body: { intentId, operator, part, text } };
    return { atMs: atMs + at * dice.between(2 * SECOND, 6 * SECOND), event };
  });
  return [...events, ...copies];
}

type CopiedPart = readonly [part: 'number' | 'name' | 'url', text: string];

function copiedParts(dice: Dice, { number, name, url }: PaymentData): readonly CopiedPart[] {
  const parts: CopiedPart[] = [];
  if (typeof number === 'string') parts.push(['number', numberToCopy(number)]);
  else if (typeof url === 'string') parts.push(['url', url]);
  if (typeof name === 'string' && dice.isHit(0.12)) parts.push(['name', name]);
  return parts;
}

const drawHeard = createDraw<'paid' | 'rejected' | 'expired' | 'canceled' | 'nothing'>([
  ['paid', 52],
  ['rejected', 5],
  ['expired', 6],
  ['canceled', 3],
  ['nothing', 34],
]);

function callbacksAbout(dice: Dice, story: Story, answer: DepositAnswer): readonly Timed[] {
  const heard = drawHeard(dice);
  if (heard === 'nothing') return [];
  const { beginning, settledMs } = story;
  const { body, merchant, intentId, operator, isSample } = beginning;
  const asked = answer.flow === 'create' ? answer.record.amount_cents : body.fields.cents;
  const isOtherAmount = heard === 'paid' && dice.isHit(isSample ? 0.03 : 0.006);
  const cents = isOtherAmount ? Math.max(1, asked - dice.between(1, 500)) : asked;
  const say = (state: string, atMs: number, isForged = false): Timed => ({
    atMs,
    event: callbackAbout(dice, merchant, intentId, {
      id: answeredIdOf(answer),
      about: body.fields,
      state,
      cents,
      isContradicting: dice.isHit(isSample ? 0.01 : 0.001),
      isForged,
    }),
    ...(dice.isHit(0.015) ? { againMs: atMs + dice.between(MINUTE, HOUR) } : {}),
  });
  const events: Timed[] = [];
  if (dice.isHit(0.05)) {
    events.push(say('processing', settledMs + dice.between(20 * SECOND, MINUTE)));
  }
  if (merchant.signCallback !== undefined && dice.isHit(0.0007)) {
    events.push(say('paid', settledMs + 30 * SECOND, true));
  }
  const atMs = settledMs + dice.between(MINUTE, heard === 'paid' ? 25 * MINUTE : 3 * HOUR);
  const note = isOtherAmount ? dice.pick(SETTLED_WITH) : null;
  const settlingMs = atMs + dice.between(MINUTE, 30 * MINUTE);
  const settling = note === null ? {} : { settling: { note, operator, atMs: settlingMs } };
  return [...events, { ...say(heard, atMs), ...settling }];
}

/** How an amount that differs was settled; null: it is not settled yet. */
const SETTLED_WITH: readonly (string | null)[] = [
  'accepted as paid',
  'Клиент доплатил',
  null,
  'within the fee',
  'Customer wants it back, refund asked',
];

/** An operator looks it up in the provider's cabinet, or the provider calls back about it first. */
function unknownEvents(dice: Dice, { beginning, settledMs }: Story): readonly Timed[] {
  const { intentId, body, merchant, willBeReissued } = beginning;
  const events: Timed[] = [];
  if (dice.isHit(0.2)) {
    const event = callbackAbout(dice, merchant, intentId, {
      id: null,
      about: body.fields,
      state: 'paid',
      cents: body.fields.cents,
      isContradicting: false,
      isForged: false,
    });
    events.push({ atMs: settledMs + dice.between(MINUTE, 20 * MINUTE), event });
  }
  if (willBeReissued || !dice.isHit(0.999)) return events;
  const atMs = settledMs + dice.between(2 * MINUTE, 30 * HOUR);
  const facts = { at: new Date(atMs).toISOString(), operator: dice.pick(OPERATORS) };
  const resolution = dice.isHit(0.45)
    ? {
        kind: 'found' as const,
        ...facts,
        note: dice.isHit(0.3) ? 'Есть в кабинете' : '',
        remoteId: dice.uuid(),
        typedByHand: typedByHand(dice, beginning),
      }
    : { kind: 'absent' as const, ...facts, note: dice.pick(['', 'not in the cabinet', '']) };
  return [...events, { atMs, event: { kind: 'resolved', body: { intentId, resolution } } }];
}

function typedByHand(dice: Dice, { body, merchant }: Story['beginning']): PaymentData | null {
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

function rareEvents(dice: Dice, { beginning, settledMs }: Story): readonly Timed[] {
  const { intentId, merchant, body, fate, isSample } = beginning;
  const operator = dice.pick(OPERATORS);
  const events: Timed[] = [];
  const add = (atMs: number, event: NewEvent): void => void events.push({ atMs, event });
  // A day of 300 has to show what a year has.
  const isHit = (share: number): boolean => dice.isHit(isSample ? share * OFTEN_IN_SAMPLE : share);
  const later = (): number => settledMs + dice.between(MINUTE, 8 * HOUR);
  if (isHit(0.015)) add(later(), { kind: 'revealed', body: { intentId, operator } });
  if (isHit(0.01)) {
    add(later(), { kind: 'noted', body: { intentId, operator, text: dice.pick(NOTES) } });
  }
  if (isHit(0.004)) {
    const atMs = later();
    add(atMs, { kind: 'flagged', body: { intentId, operator, flagged: true } });
    const untilMs = atMs + dice.between(HOUR, 24 * HOUR);
    if (dice.isHit(0.6)) {
      add(untilMs, { kind: 'flagged', body: { intentId, operator, flagged: false } });
    }
  }
  if (isHit(0.0015)) add(later(), callbackApart(dice, merchant, body));
  if ('code' in fate && fate.code.startsWith('interrupted_')) {
    const atMs = settledMs + dice.between(MINUTE, 10 * MINUTE);
    add(atMs, { kind: 'recovery_acknowledged', body: { operator } });
  }
  return events;
}
