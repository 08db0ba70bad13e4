import type { Callback } from '#shared/domain/callback.ts';
import type { DepositRequest } from '#shared/domain/request.ts';
import { type Result, ok } from '#shared/domain/result.ts';

import { matchCallback } from '../callbacks/match.ts';
import { contentOf } from './callbackRows.ts';
import type { NewFirstCallback } from './events.ts';
import type { CallbackArrival, NotRecorded, RecordedCallback } from './port.ts';
import { projectEvent } from './projection.ts';
import { type WriteParts, record } from './recording.ts';

/** Matched in the transaction that records it, so that it is held against what the log has in that moment. */
export function recordCallback(
  parts: WriteParts,
  at: string,
  arrival: CallbackArrival,
): Result<RecordedCallback, NotRecorded> {
  const { rows, callbacks } = parts.projection;
  const event = eventOf(parts, arrival);
  const first = callbacks.firstOf(contentOf(event));
  if (first !== null) {
    const { profileId, raw } = arrival;
    const body = { profileId, ofSeq: first, headers: raw.headers };
    const repeated = parts.events.append({ kind: 'callback_repeated', body }, at);
    projectEvent(parts.projection, repeated);
    const intentId = event.kind === 'callback' ? event.body.intentId : null;
    return ok({ seq: first, intentId, changed: null });
  }
  if (event.kind === 'callback_apart') {
    const placed = parts.events.append(event, at);
    projectEvent(parts.projection, placed);
    return ok({ seq: placed.seq, intentId: null, changed: null });
  }
  const { intentId } = event.body;
  const before = parts.inHand.get(intentId) ?? rows.find(intentId);
  const changed: DepositRequest = record(parts, at, before, event);
  return ok({ seq: parts.events.head().seq, intentId, changed });
}

function eventOf({ projection }: WriteParts, arrival: CallbackArrival): NewFirstCallback {
  const { rows } = projection;
  const { merchant, mode, ...said } = arrival;
  const { id, orderId } = said.reading;
  const match: Callback['match'] = matchCallback({
    ...said,
    merchant,
    mode,
    byRemoteId: id === null ? null : rows.findByRemoteId(merchant, id),
    ofOrder: orderId === null ? [] : rows.ofOrder(merchant, orderId),
  });
  if (match.kind === 'apart') return { kind: 'callback_apart', body: { ...said, why: match.why } };
  const { intentId, by, contradicts } = match;
  return { kind: 'callback', body: { intentId, ...said, by, contradicts } };
}
