import type { CustomerSuggestion, PastRequest } from '#shared/domain/customer.ts';
import type { DaySpan } from '#shared/domain/merchantDays.ts';
import { type DepositRequest, isUnresolved } from '#shared/domain/request.ts';
import { fold } from '#shared/search/fold.ts';

import type { LogEvent } from '../../events.ts';
import { pastRequestOf } from '../../pastRequest.ts';
import type { Shift } from '../../port.ts';
import { project } from '../../project.ts';

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

/** The sums as `currency outcome` to count and amount. */
export type PlainShift = Omit<Shift, 'index' | 'sums'> & {
  readonly sums: Readonly<Record<string, readonly [count: number, cents: number]>>;
};

export function plainShift(
  events: readonly LogEvent[],
  profileId: string,
  { fromMs, toMs }: DaySpan,
): PlainShift {
  const requests = allRequests(events).filter((request) => request.profileId === profileId);
  const isToday = (at: string): boolean => Date.parse(at) >= fromMs && Date.parse(at) < toMs;
  const unknowns = requests.filter(isUnresolved);
  const flagged = requests.filter((request) => request.flagged === true);
  const notes = events.toReversed().flatMap((event) => {
    if (event.kind !== 'noted' || !isToday(event.at)) return [];
    const { intentId, operator, text } = event.body;
    const of = requests.find((request) => request.intentId === intentId)?.body.fields;
    if (of === undefined) return [];
    const { order_id: orderId, customer = null } = of;
    return [{ at: event.at, operator, text, intentId, orderId, customer }];
  });
  const sums: Record<string, readonly [number, number]> = {};
  for (const { outcome, createdAt, body } of requests) {
    if (!isToday(createdAt)) continue;
    const { currency, cents } = body.fields;
    const [count, sum] = sums[`${currency} ${outcome}`] ?? [0, 0];
    sums[`${currency} ${outcome}`] = [count + 1, sum + cents];
  }
  const totals = { unknownsTotal: unknowns.length, flaggedTotal: flagged.length };
  return { unknowns, flagged, notes, notesTotal: notes.length, ...totals, sums };
}
