import { CURRENCIES } from '#shared/domain/currency.ts';
import {
  type CustomerFigures,
  type CustomerSuggestion,
  type PastRequest,
  pastRequestOf,
} from '#shared/domain/customer.ts';
import { closedAs } from '#shared/domain/finalState.ts';
import type { DaySpan } from '#shared/domain/merchantDays.ts';
import { paidAmountOf } from '#shared/domain/paid.ts';
import { type DepositRequest, amountOf, isInFlight, isUnresolved } from '#shared/domain/request.ts';
import { isLateOpen } from '#shared/domain/saidLater.ts';
import { MOST_HANDED_OVER } from '#shared/domain/handOver.ts';
import { fold } from '#shared/search/fold.ts';

import type { LogEvent } from '../../log/store/events.ts';
import { project } from '../../log/store/project.ts';
import { scan } from './plainScan.ts';
import type { CustomerQuestion } from '../customerFigures.ts';
import type { HandOver } from '../handOver.ts';

/** Every request of the log, newest first, without any index. */
export function allRequests(events: readonly LogEvent[]): readonly DepositRequest[] {
  return [...project(events).values()].map(({ request }) => request).toReversed();
}

export function plainSuggestions(
  requests: readonly DepositRequest[],
  profileId: string,
  text: string,
): readonly CustomerSuggestion[] {
  const words = fold(Buffer.from(text).toString()).split(/\s+/u);
  const own = requests
    .filter((request) => request.profileId === profileId)
    .map(pastRequestOf)
    .filter(({ customer }) => words.every((word) => fold(customer ?? '').includes(word)));
  return [...new Set(own.flatMap(({ customer }) => customer ?? []))].slice(0, 8).flatMap((name) => {
    const theirs = own.filter(({ customer }) => customer === name);
    const [last] = theirs;
    return last === undefined ? [] : [{ customer: name, requests: theirs.length, last }];
  });
}

export function plainPast(
  requests: readonly DepositRequest[],
  profileId: string,
  isMeant: (request: PastRequest) => boolean,
): readonly PastRequest[] {
  return requests
    .filter((request) => request.profileId === profileId)
    .map(pastRequestOf)
    .filter(isMeant)
    .slice(0, 20);
}

/** Added up request by request. */
export function plainFigures(
  requests: readonly DepositRequest[],
  { profileId, customer, nowMs, validMinOf }: CustomerQuestion,
): Omit<CustomerFigures, 'index' | 'open'> & { readonly open: readonly string[] } {
  const own = requests.filter(
    (request) => request.profileId === profileId && request.body.fields.customer === customer,
  );
  const fromMs = nowMs - (validMinOf[profileId] ?? 1440) * 60_000;
  return {
    requests: own.length,
    sums: CURRENCIES.flatMap((currency) => {
      const accepted = own.filter(
        ({ outcome, body }) => outcome === 'accepted' && body.fields.currency === currency,
      );
      const paid = own.filter(
        (request) => closedAs(request) === 'paid' && request.body.fields.currency === currency,
      );
      if (accepted.length + paid.length === 0) return [];
      const cents = paid.map((request) => (paidAmountOf(request) ?? amountOf(request)).cents);
      return {
        currency,
        accepted: accepted.length,
        requestedCents: accepted.reduce((sum, { body }) => sum + body.fields.cents, 0),
        paid: paid.length,
        paidCents: cents.reduce<number>((sum, one) => sum + (one ?? 0), 0),
        unreadable: cents.filter((one) => one === null).length,
      };
    }),
    open: own
      .filter(
        (request) =>
          isInFlight(request) ||
          isUnresolved(request) ||
          (request.outcome === 'accepted' &&
            closedAs(request) === null &&
            Date.parse(request.createdAt) >= fromMs),
      )
      .slice(0, 50)
      .map(({ intentId }) => intentId),
  };
}

type Summed = Readonly<Record<string, readonly [count: number, cents: number, open: number]>>;

/** The sums as `currency outcome` to count, amount and what is still open. */
export type PlainHandOver = Omit<HandOver, 'index' | 'sums' | 'profiles'> & {
  readonly sums: Summed;
  readonly profiles: Readonly<Record<string, PlainProfile>>;
};
type PlainProfile = Omit<HandOver['profiles'][number], 'profileId' | 'name' | 'sums'> & {
  readonly sums: Summed;
};

function plainLate(
  all: readonly DepositRequest[],
  fromMs: number,
): Pick<PlainHandOver, 'late' | 'lateTotal'> {
  const late = all.filter(
    (request) =>
      isLateOpen(request) &&
      (isUnresolved(request) || Date.parse(request.createdAt) >= fromMs - 86_400_000),
  );
  return { late: late.slice(0, MOST_HANDED_OVER), lateTotal: late.length };
}

function plainNotes(
  events: readonly LogEvent[],
  requests: readonly DepositRequest[],
): PlainHandOver['notes'] {
  return events.toReversed().flatMap((event) => {
    if (event.kind !== 'noted') return [];
    const { intentId, operator, text } = event.body;
    const of = requests.find((request) => request.intentId === intentId)?.body.fields;
    if (of === undefined) return [];
    const { order_id: orderId, customer = null } = of;
    return [{ at: event.at, operator, text, intentId, orderId, customer }];
  });
}

function plainSums(requests: readonly DepositRequest[]): Summed {
  const sums: Record<string, readonly [number, number, number]> = {};
  for (const request of requests) {
    const { currency, cents } = request.body.fields;
    const key = `${currency} ${request.outcome}`;
    const [count, sum, open] = sums[key] ?? [0, 0, 0];
    sums[key] = [count + 1, sum + cents, open + (isUnresolved(request) ? 1 : 0)];
  }
  return sums;
}

const MOMENT = { nowMs: 0, validMinOf: {} };

export function plainHandOver(
  events: readonly LogEvent[],
  profileId: string,
  { fromMs, toMs }: DaySpan,
  profileIds: readonly string[],
  isOfAll: boolean,
): PlainHandOver {
  const all = allRequests(events);
  const differs = new Set(
    scan(events, MOMENT)
      .filter(({ row }) => row.attention.includes('paid_differs'))
      .map(({ row }) => row.intentId),
  );
  const requests = all.filter((request) => request.profileId === profileId);
  const isToday = (at: string): boolean => Date.parse(at) >= fromMs && Date.parse(at) < toMs;
  const listed = isOfAll ? all : requests;
  const unknowns = listed.filter(isUnresolved);
  const isFlagged = (request: DepositRequest): boolean => request.flagged === true;
  const flagged = listed.filter(isFlagged);
  const mismatched = listed.filter(({ intentId }) => differs.has(intentId));
  const apart = events
    .toReversed()
    .flatMap((event) => (event.kind === 'callback_apart' && isToday(event.at) ? [event] : []));
  const notes = plainNotes(
    events.filter(({ at }) => isToday(at)),
    requests,
  );
  const summed = (own: readonly DepositRequest[]): Summed =>
    plainSums(own.filter(({ createdAt }) => isToday(createdAt)));
  const profiles = profileIds.map((id) => {
    const own = all.filter((request) => request.profileId === id);
    const counts = {
      unknown: own.filter(isUnresolved).length,
      waiting: own.filter(isInFlight).length,
      mismatched: own.filter(({ intentId }) => differs.has(intentId)).length,
      flagged: own.filter(isFlagged).length,
      callbacks: apart.filter(({ body }) => body.profileId === id).length,
    };
    return [id, { ...counts, sums: summed(own) }] as const;
  });
  return {
    unknowns,
    unknownsTotal: unknowns.length,
    flagged,
    flaggedTotal: flagged.length,
    mismatched,
    mismatchedTotal: mismatched.length,
    apartSeqs: apart.map(({ seq }) => seq).slice(0, MOST_HANDED_OVER),
    ...plainLate(all, fromMs),
    notes,
    notesTotal: notes.length,
    sums: summed(requests),
    profiles: Object.fromEntries(profiles),
  };
}
