import { isDeepStrictEqual } from 'node:util';

import {
  type Callback,
  type CallbackMatch,
  type CallbackReading,
  type Heard,
  MATCHED_BY,
  isCovered,
  namesIn,
  takenAs as takenOf,
  type RawCallback,
  type CallbackVerdict,
} from '#shared/domain/callback.ts';
import { spellingsOf } from '#shared/domain/customer.ts';
import { failure } from '#shared/domain/failure.ts';
import type { IntentId, ProfileId, MerchantId } from '#shared/domain/ids.ts';
import type { DepositRequest, Operator } from '#shared/domain/request.ts';
import { err, ok } from '#shared/domain/result.ts';
import { validUntil } from '#shared/domain/validity.ts';
import type { Profile } from '#shared/domain/profile.ts';

import {
  type Contradicted,
  matchCallback,
  momentOf,
  orderContradiction,
} from '../../callbacks/match.ts';
import { contentOf } from '../store/callbackRows.ts';
import type { FirstCallback, NewFirstCallback } from '../store/events.ts';
import { projectEvent } from '../store/projection.ts';
import { type Store, record, requestOf } from '../store/store.ts';
import { write } from '../call.ts';

/** A callback received at a profile's address. `merchant` and `mode` are the profile's. */
export type CallbackArrival = {
  readonly profileId: ProfileId;
  readonly merchant: MerchantId;
  readonly mode: Profile['mode'];
  readonly raw: RawCallback;
  readonly reading: CallbackReading;
  readonly verdict: CallbackVerdict;
  /** Where its signature is right: the SHA-256 of the text that the signature covers, in hexadecimal. */
  readonly signedText?: string;
  /** Of a verified callback: the SHA-256 of the signature itself, in hexadecimal. */
  readonly signature?: string;
  /** Where its state means paid: how long the profile's requisites hold, in minutes. */
  readonly paidWithinMin?: number;
};

export type RecordedCallback = {
  /** Of a repeat: the seq of the first. */
  readonly seq: number;
  readonly intentId: IntentId | null;
  /** The matched request before and after this callback; null for a repeat or without a match. */
  readonly changed: { readonly was: DepositRequest; readonly request: DepositRequest } | null;
};

/** A recorded callback, read again. `merchant` and `mode` are the profile's present ones. */
export type CallbackRereading = Pick<
  CallbackArrival,
  'merchant' | 'mode' | 'reading' | 'verdict' | 'signedText' | 'signature' | 'paidWithinMin'
> & {
  readonly seq: number;
  /** The operator who decided that it counts although it contradicts an earlier final state; null when it is only read again. */
  readonly decidedBy: Operator | null;
};

export const callbackWrites = {
  /**
   * Durable once it resolves. Changes no outcome: the request stores only what the provider said last. Matched in the transaction
   * that records it, so that it is compared with the log of that moment.
   */
  recordCallback: write((parts, at, arrival: CallbackArrival) => {
    const { callbacks } = parts.projection;
    const event = eventOf(parts, arrival, { at, arrived: null, decidedBy: null });
    const [first] = sameWords(event).flatMap((same) => callbacks.firstOf(contentOf(same)) ?? []);
    if (first === undefined) return ok(recordFirst(parts, at, event));
    const { profileId, raw } = arrival;
    const body = {
      profileId,
      ofSeq: first,
      headers: raw.headers,
      ...otherWords(parts, first, arrival),
    };
    const repeated = parts.events.append({ kind: 'callback_repeated', body }, at);
    projectEvent(parts.projection, repeated);
    const intentId = event.kind === 'callback' ? event.body.intentId : null;
    return ok({ seq: first, intentId, changed: null });
  }),
  /**
   * A new event beside the one that arrived, to which a replay of a replay goes back too. Not recorded where it says what the
   * log has already: the latest reading of that callback, or a later callback with the same words: then null.
   */
  replayCallback: write((parts, at, { seq, decidedBy, ...read }: CallbackRereading) => {
    const { callbacks } = parts.projection;
    const asked = parts.events.callbackAt(seq);
    const arrived =
      asked === null ? null : parts.events.callbackAt(asked.body.replayOf ?? asked.seq);
    if (arrived === null) return err(failure('request_not_found', `no callback ${seq}`));
    const { profileId, raw } = arrived.body;
    const event = eventOf(
      parts,
      { profileId, raw, ...read },
      { at: arrived.at, arrived, decidedBy },
    );
    const known = [arrived.seq, callbacks.firstOf(contentOf(event)) ?? arrived.seq];
    // A callback that waits for its check leaves the waiting list by the event recorded here.
    const isWaiting =
      parts.events.callbackAt(callbacks.readingOf(arrived.seq))?.body.verdict === 'not_checked';
    const isKnown = known
      .map((one) => parts.events.callbackAt(callbacks.readingOf(one)))
      .some((one) => one !== null && saysTheSame(one, event));
    return ok(isKnown && !isWaiting ? null : recordFirst(parts, at, event));
  }),
};

/** Values that the signature does not cover may differ from the first callback: those are recorded too. */
function otherWords(
  parts: Store,
  first: number,
  { raw }: CallbackArrival,
): { readonly query?: string; readonly body?: string } {
  const was = parts.events.callbackAt(first)?.body.raw;
  return {
    ...(was?.query === raw.query ? {} : { query: raw.query }),
    ...(was?.body === raw.body ? {} : { body: raw.body }),
  };
}

/**
 * The same callback under every way of matching it. A callback that came before the answer was matched by its order; its
 * retry after the answer is matched by the id, and would bring an old state back if it counted as another callback.
 */
function sameWords(event: NewFirstCallback): readonly NewFirstCallback[] {
  if (event.kind === 'callback_apart') return [event];
  const { body } = event;
  return MATCHED_BY.map((by) => ({ kind: 'callback', body: { ...body, by } }));
}

/** The way of matching is left out: the id may have become known since the request was matched by its order. */
function saysTheSame(one: NewFirstCallback, other: NewFirstCallback): boolean {
  return isDeepStrictEqual(takenAs(one), takenAs(other));
}

function takenAs({ kind, body }: NewFirstCallback): readonly unknown[] {
  const { verdict } = body;
  // The same value at another path says the same.
  const { paths: _, ...reading } = body.reading;
  const taken = 'why' in body ? [body.why] : [body.intentId, body.contradicts];
  return [kind, verdict, reading, ...taken];
}

function recordFirst(parts: Store, at: string, event: NewFirstCallback): RecordedCallback {
  if (event.kind === 'callback_apart') {
    const placed = parts.events.append(event, at);
    projectEvent(parts.projection, placed);
    return { seq: placed.seq, intentId: null, changed: null };
  }
  const { intentId } = event.body;
  const was = requestOf(parts, intentId);
  const request = record(parts, at, was, event);
  const changed = was === null ? null : { was, request };
  return { seq: parts.events.head().seq, intentId, changed };
}

type Again = {
  /** When it arrived. */
  readonly at: string;
  /** The event with which a callback that is read again arrived; what was concluded from it before is ignored. */
  readonly arrived: FirstCallback | null;
  readonly decidedBy: Operator | null;
};

function eventOf(
  parts: Store,
  arrival: CallbackArrival,
  { at, arrived, decidedBy }: Again,
): NewFirstCallback {
  const { merchant, mode, paidWithinMin, ...said } = unlessOwnRequest(parts, arrival);
  const match = matchOf(parts, { merchant, mode, ...said }, arrived);
  const replay = arrived === null ? {} : { replayOf: arrived.seq, arrivedAt: arrived.at };
  if (match.kind === 'apart') {
    const { why, suggests } = match;
    const hint = suggests === undefined ? {} : { suggests };
    return { kind: 'callback_apart', body: { ...said, ...replay, why, ...hint } };
  }
  const { kind: _, ...matched } = match;
  const late = lateContradiction(parts, said, match, arrived);
  const isDecided =
    decidedBy !== null && (late?.contradicts === 'final' || late?.contradicts === 'older');
  const decision = isDecided ? { decidedBy } : late;
  const request = requestOf(parts, match.intentId);
  const lateness =
    paidWithinMin === undefined || request === null
      ? {}
      : { isLate: isLate(withoutHeard(request, arrived), said.reading, paidWithinMin, at) };
  return { kind: 'callback', body: { ...said, ...replay, ...matched, ...decision, ...lateness } };
}

/** By the message's own time, where it has a credible one: it may have been held up on its way. */
function isLate(
  request: DepositRequest,
  reading: CallbackReading,
  withinMin: number,
  at: string,
): boolean {
  const until = validUntil(request, withinMin);
  // Paid in time, and said again.
  if (until === null || request.heard?.lateSeq === null) return false;
  const said = isCovered(reading, 'time') ? momentOf(reading.time) : null;
  const isCredible = said !== null && said >= Date.parse(request.createdAt);
  const paidMs = isCredible ? Math.min(said, Date.parse(at)) : Date.parse(at);
  return paidMs > Date.parse(until);
}

/** Requests and callbacks may share a key: a text that this desk signed for a request verifies no callback. */
function unlessOwnRequest(
  { events, projection }: Store,
  arrival: CallbackArrival,
): CallbackArrival {
  const { signedText, signature: _signature, ...said } = arrival;
  if (signedText === undefined) return arrival;
  const signers = projection.signed.seqsOf(signedText).map((seq) => events.bySeq(seq)?.kind);
  if (!signers.includes('prepared')) return arrival;
  const { notSigned: _, ...reading } = said.reading;
  return { ...said, reading, verdict: 'bad_signature' };
}

function matchOf(
  { projection: { rows } }: Store,
  arrival: CallbackArrival,
  arrived: FirstCallback | null,
): CallbackMatch {
  const { merchant, mode, reading } = arrival;
  const { id, orderId } = namesIn(reading);
  const byRemoteId = id === null ? null : rows.findByRemoteId(merchant, id);
  const ofOrder = orderId === null ? [] : rows.ofOrder(merchant, orderId);
  const match: Callback['match'] = matchCallback({
    ...arrival,
    byRemoteId: byRemoteId === null ? null : withoutHeard(byRemoteId, arrived),
    ofOrder: ofOrder.map((request) => withoutHeard(request, arrived)),
  });
  if (match.kind !== 'apart' || match.why !== 'not_found' || orderId === null) return match;
  const alike = spellingsOf(orderId)
    .filter((other) => other !== orderId)
    .flatMap((other) => rows.ofOrder(merchant, other))
    .filter((request) => request.mode === mode);
  const [suggested] = alike;
  return suggested === undefined || alike.length > 1
    ? match
    : { ...match, suggests: suggested.intentId };
}

/** The callback matches this request but came too late: after a newer state, after a final one, or as a copy of itself. */
function lateContradiction(
  parts: Store,
  said: Omit<CallbackArrival, 'merchant' | 'mode'>,
  { intentId, contradicts }: Extract<CallbackMatch, { kind: 'request' }>,
  arrived: FirstCallback | null,
): Contradicted | { readonly contradicts: 'replayed' | 'other_request' } | null {
  const { reading, verdict } = said;
  if (takenOf(verdict, contradicts) !== 'applied') return null;
  const known = requestOf(parts, intentId);
  if (known === null) return null;
  const request = withoutHeard(known, arrived);
  const { heard, paid } = request;
  const applied = appliedBefore(parts, said, arrived);
  if (applied.some((other) => other !== intentId)) return { contradicts: 'other_request' };
  // A callback that arrived later stays the newer one.
  if (arrived !== null && heard !== undefined && arrivalOf(heard) > arrived.seq) return null;
  const late = orderContradiction(reading, verdict, heard);
  if (late !== null || !applied.includes(intentId)) return late;
  const { state, amount } = reading;
  const bringsBack =
    (state !== null && isCovered(reading, 'state') && state !== heard?.state) ||
    (amount !== null && isCovered(reading, 'amount') && amount !== paid?.amount);
  return bringsBack ? { contradicts: 'replayed' } : null;
}

/**
 * The requests that this very signature has changed before. Of a callback that was read again its newest reading counts, because
 * the older one may have been about another request by mistake.
 */
function appliedBefore(
  { events, projection: { signed, callbacks } }: Store,
  { signature }: Pick<CallbackArrival, 'signature'>,
  arrived: FirstCallback | null,
): readonly IntentId[] {
  if (signature === undefined) return [];
  return signed.seqsOf(signature).flatMap((seq) => {
    const event = events.bySeq(seq);
    if (event?.kind !== 'callback' || event.body.contradicts !== null) return [];
    const arrival = event.body.replayOf ?? seq;
    const counts = arrival !== arrived?.seq && callbacks.readingOf(arrival) === seq;
    return counts ? [event.body.intentId] : [];
  });
}

function withoutHeard(request: DepositRequest, arrived: FirstCallback | null): DepositRequest {
  const { heard, ...unheard } = request;
  if (heard === undefined || arrived === null) return request;
  return arrivalOf(heard) === arrived.seq ? unheard : request;
}

function arrivalOf({ seq, arrivedSeq = seq }: Heard): number {
  return arrivedSeq;
}
