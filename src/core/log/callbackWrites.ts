import { isDeepStrictEqual } from 'node:util';

import type { Callback } from '#shared/domain/callback.ts';
import { type Failure, failure } from '#shared/domain/failure.ts';
import type { DepositRequest } from '#shared/domain/request.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';

import { matchCallback } from '../callbacks/match.ts';
import { contentOf } from './callbackRows.ts';
import type { FirstCallback, NewFirstCallback } from './events.ts';
import type { CallbackArrival, CallbackRereading, NotRecorded, RecordedCallback } from './port.ts';
import { projectEvent } from './projection.ts';
import { type WriteParts, record } from './recording.ts';

/** Matched in the transaction that records it, so that it is held against what the log has in that moment. */
export function recordCallback(
  parts: WriteParts,
  at: string,
  arrival: CallbackArrival,
): Result<RecordedCallback, NotRecorded> {
  const { callbacks } = parts.projection;
  const event = eventOf(parts, arrival, null);
  const [first] = sameWords(event).flatMap((same) => callbacks.firstOf(contentOf(same)) ?? []);
  if (first === undefined) return ok(recordFirst(parts, at, event));
  const { profileId, raw } = arrival;
  const body = { profileId, ofSeq: first, headers: raw.headers };
  const repeated = parts.events.append({ kind: 'callback_repeated', body }, at);
  projectEvent(parts.projection, repeated);
  const intentId = event.kind === 'callback' ? event.body.intentId : null;
  return ok({ seq: first, intentId, changed: null });
}

/**
 * By what it was matched makes no other callback of it: once the answer has told the id, what came before the answer and was
 * found by its order is found by that id. A retry of it would bring an old state back.
 */
function sameWords(event: NewFirstCallback): readonly NewFirstCallback[] {
  if (event.kind === 'callback_apart') return [event];
  const { body } = event;
  const by = body.by === 'remote_id' ? 'order_id' : 'remote_id';
  return [event, { kind: 'callback', body: { ...body, by } }];
}

/**
 * Beside the one it came with, which a replay of a replay goes back to. Not recorded where it says what is in the log already:
 * of that one as it was read last, or of the same words that came later and were taken so.
 */
export function replayCallback(
  parts: WriteParts,
  at: string,
  { seq, merchant, mode, reading, verdict }: CallbackRereading,
): Result<RecordedCallback | null, Failure> {
  const { callbacks } = parts.projection;
  const asked = firstCallback(parts, seq);
  const arrived = asked === null ? null : firstCallback(parts, asked.body.replayOf ?? asked.seq);
  if (arrived === null) return err(failure('request_not_found', `no callback ${seq}`));
  const { profileId, raw } = arrived.body;
  const said = { profileId, merchant, mode, raw, reading, verdict };
  const event = eventOf(parts, said, arrived);
  const known = [arrived.seq, callbacks.firstOf(contentOf(event)) ?? arrived.seq];
  const isKnown = known
    .map((one) => firstCallback(parts, callbacks.readingOf(one)))
    .some((one) => one !== null && saysTheSame(one, event));
  return ok(isKnown ? null : recordFirst(parts, at, event));
}

function firstCallback({ events }: WriteParts, seq: number): FirstCallback | null {
  const event = events.bySeq(seq);
  return event?.kind === 'callback' || event?.kind === 'callback_apart' ? event : null;
}

/** By what it was matched is no difference: an id that was learned since finds the request that the order found before. */
function saysTheSame(one: NewFirstCallback, other: NewFirstCallback): boolean {
  return isDeepStrictEqual(takenAs(one), takenAs(other));
}

function takenAs({ kind, body }: NewFirstCallback): readonly unknown[] {
  const { verdict, reading } = body;
  const taken = 'why' in body ? [body.why] : [body.intentId, body.contradicts];
  return [kind, verdict, reading, ...taken];
}

function recordFirst(parts: WriteParts, at: string, event: NewFirstCallback): RecordedCallback {
  if (event.kind === 'callback_apart') {
    const placed = parts.events.append(event, at);
    projectEvent(parts.projection, placed);
    return { seq: placed.seq, intentId: null, changed: null };
  }
  const { intentId } = event.body;
  const was = parts.inHand.get(intentId) ?? parts.projection.rows.find(intentId);
  const request = record(parts, at, was, event);
  const changed = was === null ? null : { was, request };
  return { seq: parts.events.head().seq, intentId, changed };
}

/** `arrived`: read again. What the very same callback was taken for before does not speak against it. */
function eventOf(
  { projection }: WriteParts,
  arrival: CallbackArrival,
  arrived: FirstCallback | null,
): NewFirstCallback {
  const { rows } = projection;
  const replayOf = arrived?.seq ?? null;
  const { merchant, mode, ...said } = arrival;
  const { id, orderId } = said.reading;
  const byRemoteId = id === null ? null : rows.findByRemoteId(merchant, id);
  const ofOrder = orderId === null ? [] : rows.ofOrder(merchant, orderId);
  const match: Callback['match'] = matchCallback({
    ...said,
    merchant,
    mode,
    byRemoteId: byRemoteId === null ? null : withoutHeard(byRemoteId, replayOf),
    ofOrder: ofOrder.map((request) => withoutHeard(request, replayOf)),
  });
  const replay = arrived === null ? {} : { replayOf: arrived.seq, arrivedAt: arrived.at };
  if (match.kind === 'apart') {
    return { kind: 'callback_apart', body: { ...said, ...replay, why: match.why } };
  }
  const { intentId, by, contradicts } = match;
  return { kind: 'callback', body: { intentId, ...said, ...replay, by, contradicts } };
}

function withoutHeard(request: DepositRequest, arrivedSeq: number | null): DepositRequest {
  const { heard, ...unheard } = request;
  if (heard === undefined || arrivedSeq === null) return request;
  return (heard.arrivedSeq ?? heard.seq) === arrivedSeq ? unheard : request;
}
