import type { Database } from 'better-sqlite3';

import { depositAnswerSchema, depositBodySchema } from '#shared/domain/deposit.ts';
import { type IntentId, profileIdSchema } from '#shared/domain/ids.ts';
import { type DepositRequest, type SettledStage, isInFlight } from '#shared/domain/request.ts';

import {
  buildFieldsOf,
  buildRecordOf,
  createFieldsOf,
  createRecordOf,
  intent,
  preparedOf,
} from '../../testing/builders.ts';
import { SENT } from '../../testing/fillLog.ts';
import { createDatabase, openDatabase } from '../../log/store/database.ts';
import type { FirstCallback, LogEvent, NewEvent } from '../../log/store/events.ts';
import type { LogPaths } from '../../log/store/paths.ts';
import { applyEvent, isRequestEvent } from '../../log/store/project.ts';
import { projectEvent } from '../../log/store/projection.ts';
import { createStore } from '../../log/store/store.ts';
import { callbackOf, comparedOf, mismatchSettledOf, strayEvent } from './randomCallbacks.ts';
import { OPERATORS, operatorOf } from './randomPeople.ts';

export type Dice = {
  readonly below: (count: number) => number;
  readonly one: <T>(of: readonly [T, ...T[]]) => T;
  readonly chance: (share: number) => boolean;
};

/** mulberry32: the same seed throws the same. */
export function diceOf(seed: number): Dice {
  let state = seed;
  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }
  const below = (count: number): number => Math.floor(next() * count);
  return {
    below,
    one: (of) => of[below(of.length)] ?? of[0],
    chance: (share) => next() < share,
  };
}

const CUSTOMERS = [
  'Иван П.',
  'иван',
  'ИВАНОВА',
  'cust-77',
  'CUST-7',
  'ﬁn',
  '😀 x',
  'a',
  'Ö',
] as const;
const PHONES = ['+998 90 123-45-67', '79990001122', '+7 (999) 000-11-22'] as const;
const STATES = ['created', 'paid', 'Paid', 'оплачен', 'expired'] as const;
const NUMBERS = [
  '2200 7008 1234 5675',
  '+7 999 000 11 22',
  '40817810000000001234',
  'ask @x',
] as const;
const PROFILES = ['shop', 'kassa', 'sandbox'] as const;
export const BATCHES = [
  '00000000-0000-4000-8000-00000000000a',
  '00000000-0000-4000-8000-00000000000b',
] as const;
const RECENT = 25;
/** Answers come within seconds, callbacks within minutes or hours. */
const PAUSES_MS = [600, 4000, 40_000, 1_800_000, 1_800_000] as const;
const START_MS = Date.parse('2026-03-01T00:00:00.000Z');

/** A log in which everything happens that can, in this process and through the real tables. */
export type RandomLog = {
  readonly db: Database;
  readonly nowMs: () => number;
  /** So many events more. */
  readonly grow: (events: number) => void;
  readonly events: () => readonly LogEvent[];
  readonly close: () => void;
};

export function openRandomLog(paths: LogPaths, dice: Dice): RandomLog {
  createDatabase(paths.file);
  const store = createStore(openDatabase(paths.file));
  // Nothing here outlives the process, and a flush takes longer than everything else.
  store.db.pragma('synchronous = OFF');
  const events: LogEvent[] = [];
  const callbacks: FirstCallback[] = [];
  const order: IntentId[] = [];
  const requests = new Map<IntentId, DepositRequest>();
  let ms = START_MS;
  let made = 0;
  function append(event: NewEvent): void {
    // Now and then a clock is set back.
    ms += dice.chance(0.03) ? -dice.below(7_200_000) : dice.below(dice.one(PAUSES_MS));
    const placed = store.events.append(event, new Date(ms).toISOString());
    projectEvent(store.projection, placed);
    events.push(placed);
    if (placed.kind === 'callback' || placed.kind === 'callback_apart') callbacks.push(placed);
    if (!isRequestEvent(placed)) return;
    const { intentId } = placed.body;
    if (placed.kind === 'prepared') order.push(intentId);
    requests.set(intentId, applyEvent(requests.get(intentId) ?? null, placed));
  }
  function step(): void {
    made += 1;
    const recent = order.slice(-RECENT).flatMap((intentId) => requests.get(intentId) ?? []);
    if (dice.chance(0.12)) {
      append(strayEvent(dice, callbacks, recent, made));
      return;
    }
    const about = dice.chance(0.35) ? null : dice.one([null, ...recent]);
    append(about === null ? preparedEvent(dice, made) : nextEvent(dice, about, made));
  }
  return {
    db: store.db,
    nowMs: () => ms,
    grow: (count) =>
      store.db.transaction(() => {
        for (let at = 0; at < count; at += 1) step();
      })(),
    events: () => events,
    close: () => store.db.close(),
  };
}

function preparedEvent(dice: Dice, made: number): NewEvent {
  const orderId = `${dice.one(['A', 'b', 'Ж'])}-${dice.below(30)}-${dice.one(['x', 'X', made])}`;
  const customer = dice.chance(0.2) ? undefined : dice.one(CUSTOMERS);
  const cents = dice.one([150_000, 100, 1, 99_999_999, dice.below(1000) * 100]);
  const body = depositBodySchema.parse(
    dice.chance(0.3)
      ? {
          flow: 'build',
          fields: buildFieldsOf({
            order_id: orderId,
            cents,
            ...(customer === undefined ? {} : { customer }),
          }),
        }
      : {
          flow: 'create',
          fields: createFieldsOf({
            order_id: orderId,
            cents,
            customer: customer ?? 'nobody',
            currency: dice.one(['RUB', 'UZS', 'KZT', 'TJS']),
            payment_type: dice.one(['sbp', 'any_bank', 'Банк']),
            ...(dice.chance(0.4) ? { customer_phone_number: dice.one(PHONES) } : {}),
          }),
        },
  );
  const id = dice.one(PROFILES);
  return {
    kind: 'prepared',
    body: {
      ...preparedOf('any'),
      body,
      intentId: intent(`random ${made}`),
      profileId: profileIdSchema.parse(id),
      // Its name may change between two requests.
      profileName: `${id} ${dice.below(2)}`,
      mode: id === 'sandbox' ? 'sandbox' : 'live',
      operator: operatorOf(dice.one(OPERATORS)),
      ...(dice.chance(0.1) ? { sample: true as const } : {}),
      ...(dice.chance(0.3) ? { batch: { batchId: dice.one(BATCHES), row: made } } : {}),
    },
  };
}

function nextEvent(dice: Dice, request: DepositRequest, made: number): NewEvent {
  const { intentId, operator } = request;
  if (request.outcome === 'prepared' && dice.chance(0.5)) {
    return { kind: 'sending', body: { intentId, sent: SENT } };
  }
  const settled = dice.chance(0.3) ? mismatchSettledOf(request) : null;
  if (settled !== null) return settled;
  if (isInFlight(request) && dice.chance(0.8)) {
    return { kind: 'settled', body: { intentId, stage: stageOf(dice, request), answer: null } };
  }
  if (request.outcome === 'accepted' && dice.chance(0.4)) {
    return dice.chance(0.3)
      ? { kind: 'amount_acknowledged', body: { intentId, operator } }
      : { kind: 'copied', body: { intentId, operator, ...copyOf(dice) } };
  }
  if (request.outcome === 'unknown' && request.late === undefined && dice.chance(0.2)) {
    const stage = stageOf(dice, request);
    const answer = { httpStatus: 200, headers: [], body: '{}', elapsedMs: 1 };
    if (stage.outcome !== 'not_sent') {
      return { kind: 'late_answer', body: { intentId, stage, answer } };
    }
  }
  if (request.outcome === 'unknown' && request.resolution === null && dice.chance(0.5)) {
    return { kind: 'resolved', body: { intentId, resolution: resolutionOf(dice, made) } };
  }
  const found = request.outcome === 'unknown' ? request.resolution : null;
  if (found?.kind === 'found' && dice.chance(0.3)) {
    const body = { intentId, operator, before: found.typedByHand };
    return { kind: 'corrected', body: { ...body, typedByHand: { number: dice.one(NUMBERS) } } };
  }
  return dice.one<() => NewEvent>([
    () => ({ kind: 'revealed', body: { intentId, operator } }),
    () => ({ kind: 'noted', body: { intentId, operator, text: 'called' } }),
    () => ({ kind: 'flagged', body: { intentId, operator, flagged: dice.chance(0.6) } }),
    () => comparedOf(dice, request),
    () => callbackOf(dice, request, made),
    () => callbackOf(dice, request, made),
  ])();
}

function copyOf(dice: Dice) {
  const part = dice.one(['number', 'message', 'support'] as const);
  const readBack = dice.one(['same', 'different', null] as const);
  return { part, text: '1', ...(readBack === null ? {} : { readBack }) };
}

function stageOf(dice: Dice, { body: { flow, fields } }: DepositRequest): SettledStage {
  const reason = { httpStatus: null, detail: null };
  const accepted = (): SettledStage => {
    const data = {
      number: dice.one(NUMBERS),
      name: 'N',
      ...(dice.chance(0.2) ? { number: null } : {}),
    };
    const changed = dice.chance(0.3) ? fields.cents + 100 : fields.cents;
    const record =
      flow === 'create'
        ? createRecordOf(fields, {
            state: dice.one(STATES),
            amount_cents: changed,
            payment_data: data,
          })
        : buildRecordOf(fields, { state: dice.one(STATES) });
    return { outcome: 'accepted', answer: depositAnswerSchema.parse({ flow, record }) };
  };
  return dice.one<() => SettledStage>([
    accepted,
    accepted,
    accepted,
    () => ({ outcome: 'unknown', reason: { code: 'mismatched_answer', ...reason } }),
    () => ({ outcome: 'unknown', reason: { code: 'connection_lost', ...reason } }),
    () => ({ outcome: 'not_sent', reason: { code: 'connection_failed', ...reason } }),
    () => ({
      outcome: 'rejected',
      reason: { code: 'no_requisites', ...reason, retryAfter: null, wording: null },
    }),
  ])();
}

function resolutionOf(dice: Dice, made: number) {
  const by = {
    at: new Date(START_MS).toISOString(),
    operator: { account: 'a', name: 'b' },
    note: '',
  };
  if (dice.chance(0.4)) return { kind: 'absent' as const, ...by };
  const typedByHand = dice.chance(0.7) ? { number: dice.one(NUMBERS) } : null;
  return { kind: 'found' as const, ...by, remoteId: `Remote-${made}`, typedByHand };
}
