import { type IntentId, intentIdSchema, limitsSnapshotIdSchema } from '#shared/domain/ids.ts';
import type { LimitsSnapshot } from '#shared/domain/limits.ts';
import { formatOrderId } from '#shared/domain/orderPattern.ts';
import type { Profile } from '#shared/domain/profile.ts';

import { newSnapshot } from '../../limits/reading.ts';
import type { NewEvent, PreparedBody } from '../store/events.ts';
import { orderSeriesOf } from '../store/orderId.ts';
import { type Agenda, createAgenda } from './agenda.ts';
import { type Dice, type Weighted, createDice, createDraw } from './dice.ts';
import { EVERY_FATE, type Fate, drawFate } from './fates.ts';
import { EVERY_ASK, LIMITS_ANSWER, type Merchant, TAUGHT, merchantOf } from './merchants.ts';
import { OPERATORS, customerOf } from './people.ts';
import { moments } from './rhythm.ts';
import { type Agreed, type Beginning, bodyOf, storyOf } from './story.ts';

export type SampleEvent = { readonly at: string; readonly event: NewEvent };

export type SamplePlan = {
  readonly seed: number;
  readonly rows: number;
  readonly fromMs: number;
  /** Nothing happens after it, except that what was sent is settled. */
  readonly toMs: number;
  readonly merchants: Weighted<Merchant>;
  /** The number that the log will give to the first event. */
  readonly firstSeq: number;
  /** Labelled as a sample; every way in which a request can end is among them. */
  readonly isSample: boolean;
};

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const LIMITS_LAST_MS = 10 * HOUR_MS;
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
      const { event, atMs, againMs, agreed } = item;
      if (atMs > plan.toMs && event.kind !== 'sending' && event.kind !== 'settled') continue;
      seq += 1;
      yield { at: new Date(atMs).toISOString(), event };
      if (againMs !== undefined && event.kind === 'callback') {
        const { profileId, raw } = event.body;
        const body = { profileId, ofSeq: seq, headers: raw.headers };
        agenda.add({ atMs: againMs, event: { kind: 'callback_repeated', body } });
      }
      if (agreed !== undefined) {
        const disposed = disposedOf(event, seq, agreed);
        if (disposed !== null) agenda.add({ atMs: agreed.atMs, event: disposed });
      }
    }
  }
  for (const atMs of moments(createDice(plan.seed), withCount(plan))) {
    yield* due(atMs);
    desk.begin(atMs, agenda);
  }
  yield* due(Number.POSITIVE_INFINITY);
}

/** Null: the callback says nothing that would count. */
function disposedOf(event: NewEvent, paidSeq: number, agreed: Agreed): NewEvent | null {
  if (event.kind !== 'callback' || event.body.contradicts !== null) return null;
  const { intentId, reading } = event.body;
  const { atMs: _, ...said } = agreed;
  return { kind: 'disposed', body: { intentId, ...said, paidSeq, paid: reading.amount ?? '' } };
}

function withCount({ rows: count, fromMs, toMs }: SamplePlan) {
  return { count, fromMs, toMs };
}

type Desk = { readonly begin: (atMs: number, agenda: Agenda) => void };
type Reissue = { readonly of: Beginning; readonly dueMs: number };
type Drafted = Omit<Beginning, 'limitsSnapshotId' | 'willBeReissued'>;

/** Who comes, what is asked for and how it ends. */
function createDesk(plan: SamplePlan): Desk {
  const { seed, merchants, isSample } = plan;
  const dice = createDice(seed ^ 0x5bd1_e995);
  const drawMerchant = createDraw(merchants);
  const comers = createComers(dice, plan);
  const orders = createOrders(dice);
  const limits = createLimits(dice);
  const fates = isSample ? createEveryFate(dice, plan.rows) : drawFate;
  const reissues: Reissue[] = [];

  function fresh(atMs: number): Drafted {
    const merchant = drawMerchant(dice);
    const ask = merchant.draw(dice);
    const customer = customerOf(seed, merchant.country, comers(atMs));
    const orderId = orders(merchant.profile, ask.flow, atMs);
    const body = bodyOf(dice, merchant, ask, customer, orderId);
    const fate = fates(dice);
    return { ...newOne(dice), merchant, body, atMs, fate, reissueOf: null, isSample };
  }

  /** The oldest of the unknowns that an operator decided to issue again, or null. */
  function again(atMs: number, agenda: Agenda): Drafted | null {
    const [waiting] = reissues;
    if (waiting === undefined || waiting.dueMs > atMs) return null;
    reissues.shift();
    const { intentId: oldId } = waiting.of;
    const own = { ...waiting.of, ...newOne(dice), atMs, reissueOf: oldId, fate: drawFate(dice) };
    const { operator, intentId: asIntentId } = own;
    const at = new Date(atMs).toISOString();
    const resolution = { kind: 'reissued' as const, at, operator, note: '', asIntentId };
    agenda.add({ atMs, event: { kind: 'resolved', body: { intentId: oldId, resolution } } });
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

/** Limits are read now and then; a request names what was in hand. */
function createLimits(
  dice: Dice,
): (profile: Profile, atMs: number, agenda: Agenda) => PreparedBody['limitsSnapshotId'] {
  type InHand = { readonly snapshot: LimitsSnapshot; readonly untilMs: number };
  const inHand = new Map<string, InHand>();
  const chance = { uuid: dice.uuid, bytes: (count: number) => new Uint8Array(count) };
  return (profile, atMs, agenda) => {
    const known = inHand.get(profile.id);
    if (known !== undefined && known.untilMs > atMs) return known.snapshot.id;
    const clock = { now: () => new Date(atMs) };
    // The answer is always the same, so that it is read once.
    const snapshot =
      known === undefined
        ? newSnapshot(profile, LIMITS_ANSWER, { clock, chance })
        : { ...known.snapshot, ...newNames(dice, atMs) };
    const source = `${profile.baseUrl} ${profile.merchant}`;
    agenda.add({ atMs, event: { kind: 'limits', body: { source, snapshot } } });
    inHand.set(profile.id, { snapshot, untilMs: atMs + LIMITS_LAST_MS });
    return snapshot.id;
  };
}

function newNames(dice: Dice, atMs: number): Pick<LimitsSnapshot, 'id' | 'readAt'> {
  return { id: limitsSnapshotIdSchema.parse(dice.uuid()), readAt: new Date(atMs).toISOString() };
}

/** Each once, spread over the rows; the others as usual. */
function createEveryFate(dice: Dice, rows: number): (dice: Dice) => Fate {
  const step = Math.max(1, Math.floor(rows / EVERY_FATE.length));
  const first = dice.below(step);
  let turn = -1;
  return (own) => {
    turn += 1;
    const due = turn % step === first ? EVERY_FATE[Math.floor(turn / step)] : undefined;
    return due ?? drawFate(own);
  };
}

export type SampleDay = {
  readonly nowMs: number;
  /** The Sandbox profile. */
  readonly profile: Profile;
  readonly firstSeq: number;
};

const SAMPLE_ROWS = 300;
const SAMPLE_SEED = 5;
const SAMPLE_HOURS = 18;
/** Nothing happens in the last five minutes: the longest wait for an answer is over. */
const SAMPLE_ENDS_BEFORE_MS = 5 * MINUTE_MS;

/** Yesterday's evening and today so far at the Sandbox profile, labelled, with every outcome and reason. */
export function* sampleDay({ nowMs, profile, firstSeq }: SampleDay): Generator<SampleEvent> {
  const { refusals, ...dialect } = profile.dialect;
  const taught = { ...dialect, refusals: [...refusals, ...TAUGHT.refusals] };
  const merchant = merchantOf({ ...profile, dialect: taught }, 'RU', EVERY_ASK);
  yield* sampleEvents({
    seed: SAMPLE_SEED,
    rows: SAMPLE_ROWS,
    fromMs: nowMs - SAMPLE_HOURS * HOUR_MS,
    toMs: nowMs - SAMPLE_ENDS_BEFORE_MS,
    merchants: [[merchant, 1]],
    firstSeq,
    isSample: true,
  });
}
