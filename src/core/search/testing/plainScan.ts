import type { LogRow } from '#shared/domain/logSearch.ts';
import { Money } from '#shared/domain/money.ts';
import {
  type AnswerTime,
  type CallbackTime,
  answerTimeOf,
  callbackTimeOf,
} from '#shared/domain/requestTimes.ts';
import type { DepositRequest } from '#shared/domain/request.ts';
import { numberToCopy } from '#shared/domain/requisites.ts';
import { fold, isMatch } from '#shared/search/fold.ts';

import type { LogEvent } from '../../log/store/events.ts';
import { isRequestEvent, project } from '../../log/store/project.ts';
import type { CallbackFacts } from '../attention.ts';
import { entryOf } from '../entry.ts';
import type { Moment, ResolvedQuery } from '../query.ts';
import { logRowOf } from '../rows.ts';

type Scanned = {
  readonly place: number;
  readonly row: LogRow;
  readonly fields: readonly string[];
  readonly answerTime: AnswerTime | null;
  readonly callbackTime: CallbackTime | null;
  readonly batchId: string | null;
  readonly operator: DepositRequest['operator'];
};

/** A row shows none of them; `timesIn` says how long things took. */
const NO_MOMENTS = { sentMs: null, settledMs: null, calledMs: null };

/** The log without any index: every event is read, every request looked at. */
export function scan(events: readonly LogEvent[], moment: Moment): readonly Scanned[] {
  const byIntent = new Map<string, LogEvent[]>();
  for (const event of events.filter(isRequestEvent)) {
    const own = byIntent.get(event.body.intentId) ?? [];
    own.push(event);
    byIntent.set(event.body.intentId, own);
  }
  const atOf = new Map(events.map(({ seq, at }) => [seq, Date.parse(at)]));
  return [...project(events).values()].map(({ request }, place) => {
    const own = byIntent.get(request.intentId) ?? [];
    const story = { facts: factsIn(own), moments: NO_MOMENTS };
    const entry = entryOf(own[0]?.seq ?? 0, request, story);
    const row = logRowOf(entry, moment);
    const batchId = request.batch?.batchId ?? null;
    const { operator } = request;
    const fields = fieldsOf(request);
    return { place, row, fields, batchId, operator, ...timesIn(own, request, atOf) };
  });
}

/** The places of what matches, in its order. */
export function plainSearch(all: readonly Scanned[], query: ResolvedQuery): readonly number[] {
  const wanted = all.filter(
    (one) =>
      isMatch(one.fields, query.words) &&
      isWanted(one.row, query) &&
      isTimed(one, query) &&
      isOfBatch(one, query) &&
      isOfPerson(one, query),
  );
  return inOrder(wanted, query).map(({ place }) => place);
}

function isWanted(row: LogRow, { filter, fromMs, toMs }: ResolvedQuery): boolean {
  const isIn = <T>(list: readonly T[], one: T): boolean => list.length === 0 || list.includes(one);
  const ms = Date.parse(row.createdAt);
  return (
    isIn(filter.outcomes, row.outcome) &&
    isIn<string | null>(filter.states, row.state) &&
    isIn(filter.flows, row.flow) &&
    isIn(filter.currencies, row.currency) &&
    isIn(filter.paymentTypes, row.paymentType) &&
    isIn(filter.profileIds, row.profileId) &&
    isIn(filter.operators, row.operator) &&
    isIn<string | null>(filter.customers, row.customer) &&
    (!filter.needsAttention || row.attention.length > 0) &&
    (!filter.withoutSamples || !row.isSample) &&
    (filter.attention.length === 0 ||
      filter.attention.some((reason) => row.attention.includes(reason))) &&
    ms >= (fromMs ?? Number.NEGATIVE_INFINITY) &&
    ms < (toMs ?? Number.POSITIVE_INFINITY)
  );
}

function isOfBatch({ batchId }: Scanned, { filter }: ResolvedQuery): boolean {
  if (filter.fromBatches && batchId === null) return false;
  return filter.batches.length === 0 || (batchId !== null && filter.batches.includes(batchId));
}

function isOfPerson({ operator }: Scanned, { filter }: ResolvedQuery): boolean {
  const isIn = (list: readonly string[], id = ''): boolean =>
    list.length === 0 || list.includes(id);
  return isIn(filter.people, operator.personId);
}

function isTimed(
  { row, answerTime, callbackTime }: Scanned,
  { filter: { answerTimes, callbackTimes, between } }: ResolvedQuery,
): boolean {
  const isIn = <T>(list: readonly T[], one: T | null): boolean =>
    list.length === 0 || (one !== null && list.includes(one));
  const isBetween =
    between === null || (row.createdAt >= between.from && row.createdAt < between.to);
  return isBetween && isIn(answerTimes, answerTime) && isIn(callbackTimes, callbackTime);
}

const UNUSED: ReadonlySet<string> = new Set(['bad_signature', 'not_checked']);

/** Straight from what the two lists of classes say. */
function timesIn(
  own: readonly LogEvent[],
  { outcome, createdAt }: DepositRequest,
  atOf: ReadonlyMap<number, number>,
): Pick<Scanned, 'answerTime' | 'callbackTime'> {
  const [sent, settled] = ['sending', 'settled'].map((kind) =>
    own.find((event) => event.kind === kind),
  );
  const isAnswered = outcome === 'accepted' || outcome === 'rejected';
  const arrivals = lastRead(own).flatMap(([cameWith, { contradicts, verdict }]) =>
    contradicts === null && !UNUSED.has(verdict) ? [cameWith] : [],
  );
  const came = atOf.get(Math.min(...arrivals));
  const uncalled = outcome === 'accepted' ? 'none' : null;
  return {
    answerTime:
      isAnswered && sent !== undefined && settled !== undefined
        ? answerTimeOf(Date.parse(settled.at) - Date.parse(sent.at))
        : null,
    callbackTime: came === undefined ? uncalled : callbackTimeOf(came - Date.parse(createdAt)),
  };
}

function inOrder(found: readonly Scanned[], { sort }: ResolvedQuery): readonly Scanned[] {
  const sign = sort.descending ? -1 : 1;
  return found.toSorted((a, b) => {
    const [one, other] = [keyOf(a.row, sort.by), keyOf(b.row, sort.by)];
    if ((one === null) !== (other === null)) return one === null ? 1 : -1;
    const byKey = compare(one, other);
    return sign * (byKey === 0 ? a.place - b.place : byKey);
  });
}

type Key = readonly (string | number)[] | null;

function keyOf(row: LogRow, by: ResolvedQuery['sort']['by']): Key {
  switch (by) {
    case 'time':
      return [0];
    case 'amount':
      return [row.cents];
    case 'customer':
      return row.customer === null ? null : [fold(row.customer)];
    case 'order':
      return [fold(row.orderId)];
    case 'state':
      return row.state === null ? null : [fold(row.state), row.state];
  }
}

function compare(a: Key, b: Key): number {
  for (const [at, one] of (a ?? []).entries()) {
    const other = b?.[at] ?? 0;
    const order =
      typeof one === 'number' && typeof other === 'number'
        ? one - other
        : Buffer.compare(Buffer.from(String(one)), Buffer.from(String(other)));
    if (order !== 0) return order;
  }
  return 0;
}

type CallbackBody = Extract<LogEvent, { kind: 'callback' }>['body'];

/** By the event that it came with, the first to come first: what was read again counts as it was read last. */
function lastRead(own: readonly LogEvent[]): readonly (readonly [number, CallbackBody])[] {
  const read = own.flatMap((event) =>
    event.kind === 'callback' ? [[event.body.replayOf ?? event.seq, event.body] as const] : [],
  );
  return [...new Map(read)].toSorted(([a], [b]) => a - b);
}

function factsIn(own: readonly LogEvent[]): CallbackFacts {
  let [isContradicted, amount]: [boolean, string | null] = [false, null];
  for (const [, { contradicts, verdict, reading }] of lastRead(own)) {
    if (contradicts !== null) isContradicted ||= contradicts !== 'older' || verdict !== 'verified';
    else if (!UNUSED.has(verdict)) amount = reading.amount ?? amount;
  }
  return { isContradicted, amount };
}

/** The brief's list, spelled out once more. */
function fieldsOf(request: DepositRequest): readonly string[] {
  const { fields } = request.body;
  const phone = 'customer_phone_number' in fields ? (fields.customer_phone_number ?? '') : '';
  const texts = [
    fields.order_id,
    fields.customer ?? '',
    phone,
    phone.replaceAll(/\D/gu, ''),
    Money.plain(fields.cents, 'RUB'),
  ];
  if (request.outcome === 'accepted') {
    const { flow, record } = request.answer;
    texts.push(flow === 'create' ? record.id : record.uuid);
    texts.push(numberToCopy(record.payment_data.number ?? ''));
    if (flow === 'create') texts.push(Money.plain(record.amount_cents, 'RUB'));
  }
  if (request.outcome === 'unknown' && request.resolution?.kind === 'found') {
    texts.push(request.resolution.remoteId);
    texts.push(numberToCopy(request.resolution.typedByHand?.number ?? ''));
  }
  return texts.map(fold);
}
