import { type IntentId, intentIdSchema } from '#shared/domain/ids.ts';
import { formatOrderId } from '#shared/domain/orderPattern.ts';
import type { Profile } from '#shared/domain/profile.ts';

import { newSnapshot } from '../../limits/reading.ts';
import type { NewEvent } from '../store/events.ts';
import { EVERY_ASK, LIMITS_ANSWER } from './asks.ts';
import { type Dice, createDice, createDraw } from './dice.ts';
import { EVERY_FATE, drawFate } from './fates.ts';
import { OPERATORS } from './later.ts';
import {
  type Beginning,
  type Customer,
  type Timed,
  bodyOf,
  followUps,
  isSettling,
  reissuedAs,
  storyOf,
  taughtMerchant,
} from './story.ts';

export type SampleEvent = { readonly at: string; readonly event: NewEvent };

export type SampleDay = {
  readonly nowMs: number;
  /** The Sandbox profile. */
  readonly profile: Profile;
  /** The number that the log will give to the first event. */
  readonly firstSeq: number;
};

const ROWS = 300;
const SEED = 5;
const MINUTE_MS = 60_000;
const HOURS = 18;
/** Nothing happens in the last five minutes: the longest wait for an answer is over. */
const ENDS_BEFORE_MS = 5 * MINUTE_MS;
/** One request in this many gets the next fate of the list, so that the day shows every fate. */
const ROWS_PER_FATE = Math.floor(ROWS / EVERY_FATE.length) - 1;
const REISSUED_SHARE = 0.25;

/** As operators type them, with numbers that no phone has: no area code begins with 0. */
const CUSTOMERS: readonly Customer[] = [
  { customer: 'cust-10021', phone: '+70004812205' },
  { customer: 'cust-10043', phone: null },
  { customer: 'cust-10077', phone: '+7 (000) 731-50-12' },
  { customer: 'cust-10102', phone: '+70006640391' },
  { customer: 'anna.morozov@example.com', phone: null },
  { customer: 'pavel.lebedev@example.com', phone: '+70002957716' },
  { customer: '@maria_sokolov41', phone: '+70008103345' },
  { customer: '@sergey_novikov7', phone: null },
  { customer: 'player_402917', phone: '+70005519082' },
  { customer: 'player_118264', phone: null },
  { customer: 'Щербак Пётр', phone: '+7 (000) 264-09-88' },
  { customer: 'Иван Кузнецов 58', phone: '+70003376150' },
  { customer: 'Новикова Елена', phone: '+70009920463' },
  { customer: 'Olga S. (5120)', phone: null },
  { customer: 'Dmitry Petrov 33', phone: '+70001448097' },
  { customer: 'Мария Л. (7734)', phone: '+70007285514' },
];

/** Yesterday's evening and today so far at the Sandbox profile, labelled, with every outcome and reason. */
export function sampleDay({ nowMs, profile, firstSeq }: SampleDay): readonly SampleEvent[] {
  const fromMs = nowMs - HOURS * 60 * MINUTE_MS;
  const toMs = nowMs - ENDS_BEFORE_MS;
  const dice = createDice(SEED);
  const clock = { now: () => new Date(fromMs) };
  const chance = { uuid: dice.uuid, bytes: (count: number) => new Uint8Array(count) };
  const snapshot = newSnapshot(profile, LIMITS_ANSWER, { clock, chance });
  const items: Timed[] = [
    { atMs: fromMs, event: { kind: 'limits', body: { source: 'sample', snapshot } } },
  ];
  const fates = [...EVERY_FATE];
  let waiting: { readonly of: Beginning; readonly dueMs: number } | null = null;
  for (let row = 0; row < ROWS; row += 1) {
    const atMs = fromMs + Math.floor(((row + dice.roll()) / ROWS) * (toMs - fromMs));
    const due = row % ROWS_PER_FATE === 0 ? fates.shift() : undefined;
    const fate = due ?? drawFate(dice);
    const of = waiting !== null && waiting.dueMs <= atMs ? waiting.of : null;
    if (of !== null) waiting = null;
    const willBeReissued =
      waiting === null && fate.outcome === 'unknown' && dice.isHit(REISSUED_SHARE);
    const beginning: Beginning = {
      ...(of ?? newRequest(dice, profile, row, atMs)),
      intentId: newIntent(dice),
      operator: dice.pick(OPERATORS),
      atMs,
      fate,
      limitsSnapshotId: snapshot.id,
      reissueOf: of?.intentId ?? null,
      willBeReissued,
      isSample: true,
    };
    if (of !== null) items.push(reissuedAs(of, beginning));
    items.push(...storyOf(dice, beginning));
    if (willBeReissued) waiting = { of: beginning, dueMs: atMs + dice.between(5, 45) * MINUTE_MS };
  }
  return inOrder(items, toMs, firstSeq);
}

function newIntent(dice: Dice): IntentId {
  return intentIdSchema.parse(dice.uuid());
}

const drawAsk = createDraw(EVERY_ASK);

function newRequest(
  dice: Dice,
  profile: Profile,
  row: number,
  atMs: number,
): Pick<Beginning, 'merchant' | 'body'> {
  const merchant = taughtMerchant(profile);
  const ask = drawAsk(dice);
  const [year = '', month = '', day = ''] = new Date(atMs).toISOString().slice(0, 10).split('-');
  const orderId = formatOrderId(profile.orderPattern, {
    flow: ask.flow,
    day: { year, month, day },
    counter: row + 1,
    random: dice.digits(8),
  });
  return { merchant, body: bodyOf(dice, merchant, ask, dice.pick(CUSTOMERS), orderId) };
}

/** By time, with what follows from events that now have their number. After `untilMs` only what was sent is settled. */
function inOrder(
  items: readonly Timed[],
  untilMs: number,
  firstSeq: number,
): readonly SampleEvent[] {
  const waiting = items.toSorted((a, b) => a.atMs - b.atMs);
  const day: SampleEvent[] = [];
  for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
    const { atMs, event } = item;
    if (atMs > untilMs && !isSettling(event)) continue;
    day.push({ at: new Date(atMs).toISOString(), event });
    for (const next of followUps(item, firstSeq + day.length - 1)) {
      const later = waiting.findIndex((one) => one.atMs > next.atMs);
      waiting.splice(later < 0 ? waiting.length : later, 0, next);
    }
  }
  return day;
}
