import { type IntentId, intentIdSchema } from '#shared/domain/ids.ts';
import { formatOrderId } from '#shared/domain/orderPattern.ts';
import type { Profile } from '#shared/domain/profile.ts';

import { newSnapshot } from '#core/limits/reading.ts';
import { LIMITS_ANSWER } from '#core/log/sample/asks.ts';
import { type Dice, type Weighted, createDice, createDraw } from '#core/log/sample/dice.ts';
import { drawFate } from '#core/log/sample/fates.ts';
import { OPERATORS } from '#core/log/sample/later.ts';
import type { SampleEvent } from '#core/log/sample/sampleDay.ts';
import {
  type Beginning,
  bodyOf,
  followUps,
  isSettling,
  reissuedAs,
  storyOf,
} from '#core/log/sample/story.ts';
import type { PreparedBody } from '#core/log/store/events.ts';
import { orderSeriesOf } from '#core/log/store/orderId.ts';

import { type Agenda, createAgenda } from './agenda.ts';
import { customerOf } from './people.ts';
import { moments } from './rhythm.ts';
import type { SeededMerchant } from './seededMerchants.ts';

export type SamplePlan = {
  readonly seed: number;
  readonly rows: number;
  readonly fromMs: number;
  /** Nothing happens after it, except that what was sent is settled. */
  readonly toMs: number;
  readonly merchants: Weighted<SeededMerchant>;
  /** The number that the log will give to the first event. */
  readonly firstSeq: number;
};

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** On average: customers come back. */
const REQUESTS_PER_CUSTOMER = 14;
const FEWEST_CUSTOMERS = 12;
const REISSUED_SHARE = 0.12;

/** The events of `plan.rows` requests, in order of time. The same plan gives the same events, to the last digit. */
export function* sampleEvents(plan: SamplePlan): Generator<SampleEvent> {
  const desk = createDesk(plan);
  const agenda = createAgenda();
  let seq = plan.firstSeq - 1;
  function* due(untilMs: number): Generator<SampleEvent> {
    for (let item = agenda.takeDue(untilMs); item !== null; item = agenda.takeDue(untilMs)) {
      const { event, atMs } = item;
      if (atMs > plan.toMs && !isSettling(event)) continue;
      seq += 1;
      yield { at: new Date(atMs).toISOString(), event };
      for (const next of followUps(item, seq)) agenda.add(next);
    }
  }
  for (const atMs of moments(createDice(plan.seed), withCount(plan))) {
    yield* due(atMs);
    desk.begin(atMs, agenda);
  }
  yield* due(Number.POSITIVE_INFINITY);
}

function withCount({ rows: count, fromMs, toMs }: SamplePlan) {
  return { count, fromMs, toMs };
}

type Desk = { readonly begin: (atMs: number, agenda: Agenda) => void };
type Reissue = { readonly of: Beginning; readonly dueMs: number };
type Drafted = Omit<Beginning, 'limitsSnapshotId' | 'willBeReissued'>;

/** Who comes, what is asked for and how it ends. */
function createDesk(plan: SamplePlan): Desk {
  const { seed, merchants } = plan;
  const dice = createDice(seed ^ 0x5bd1_e995);
  const drawMerchant = createDraw(merchants);
  const comers = createComers(dice, plan);
  const orders = createOrders(dice);
  const limits = createLimits(dice);
  const reissues: Reissue[] = [];

  function fresh(atMs: number): Drafted {
    const merchant = drawMerchant(dice);
    const ask = merchant.draw(dice);
    const customer = customerOf(seed, merchant.country, comers(atMs));
    const orderId = orders(merchant.profile, ask.flow, atMs);
    const body = bodyOf(dice, merchant, ask, customer, orderId);
    const fate = drawFate(dice);
    return { ...newOne(dice), merchant, body, atMs, fate, reissueOf: null, isSample: false };
  }

  /** The oldest of the unknowns that an operator decided to issue again, or null. */
  function again(atMs: number, agenda: Agenda): Drafted | null {
    const [waiting] = reissues;
    if (waiting === undefined || waiting.dueMs > atMs) return null;
    reissues.shift();
    const reissueOf = waiting.of.intentId;
    const own = { ...waiting.of, ...newOne(dice), atMs, reissueOf, fate: drawFate(dice) };
    agenda.add(reissuedAs(waiting.of, own));
    return own;
  }

  return {
    begin(atMs, agenda) {
      const own = again(atMs, agenda) ?? fresh(atMs);
      const limitsSnapshotId = limits(own.merchant.profile, atMs, agenda);
      const willBeReissued = own.fate.outcome === 'unknown' && dice.isHit(REISSUED_SHARE);
      const beginning = { ...own, limitsSnapshotId, willBeReissued };
      for (const item of storyOf(dice, beginning)) agenda.add(item);
      const dueMs = atMs + dice.between(2 * MINUTE_MS, HOUR_MS);
      if (willBeReissued) reissues.push({ of: beginning, dueMs });
    },
  };
}

function newOne(dice: Dice): Pick<Beginning, 'intentId' | 'operator'> {
  const intentId: IntentId = intentIdSchema.parse(dice.uuid());
  return { intentId, operator: dice.pick(OPERATORS) };
}

/** Which customer comes at a time: there are more of them from month to month. */
function createComers(dice: Dice, { rows, fromMs, toMs }: SamplePlan): (atMs: number) => number {
  const inAll = Math.max(FEWEST_CUSTOMERS, Math.round(rows / REQUESTS_PER_CUSTOMER));
  return (atMs) => {
    const share = (atMs - fromMs + HOUR_MS) / (toMs - fromMs + HOUR_MS);
    const known = Math.max(FEWEST_CUSTOMERS, inAll * share);
    // A customer who came lately comes again sooner; some come all the time.
    return Math.floor(known * (dice.isHit(0.7) ? 1 - dice.roll() ** 2 / 2 : dice.roll()));
  };
}

/** By each profile's pattern, with a counter of the desk as the log has one. */
function createOrders(
  dice: Dice,
): (profile: Profile, flow: 'create' | 'build', atMs: number) => string {
  const counters = new Map<string, number>();
  return ({ orderPattern }, flow, atMs) => {
    const date = new Date(atMs).toISOString();
    const day = { year: date.slice(0, 4), month: date.slice(5, 7), day: date.slice(8, 10) };
    const series = `${flow} ${orderSeriesOf(orderPattern, day)}`;
    const counter = (counters.get(series) ?? 0) + 1;
    counters.set(series, counter);
    return formatOrderId(orderPattern, { flow, day, counter, random: randomOf(dice) });
  };
}

const RANDOM_CHARACTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
function randomOf(dice: Dice): string {
  return Array.from({ length: 8 }, () =>
    RANDOM_CHARACTERS.charAt(dice.below(RANDOM_CHARACTERS.length)),
  ).join('');
}

/** The answer is always the same, so that it is recorded once; each request names it. */
function createLimits(
  dice: Dice,
): (profile: Profile, atMs: number, agenda: Agenda) => PreparedBody['limitsSnapshotId'] {
  const inHand = new Map<string, PreparedBody['limitsSnapshotId']>();
  const chance = { uuid: dice.uuid, bytes: (count: number) => new Uint8Array(count) };
  return (profile, atMs, agenda) => {
    const known = inHand.get(profile.id);
    if (known !== undefined) return known;
    const clock = { now: () => new Date(atMs) };
    const snapshot = newSnapshot(profile, LIMITS_ANSWER, { clock, chance });
    const source = `${profile.baseUrl} ${profile.merchant}`;
    agenda.add({ atMs, event: { kind: 'limits', body: { source, snapshot } } });
    inHand.set(profile.id, snapshot.id);
    return snapshot.id;
  };
}
