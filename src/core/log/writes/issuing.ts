import { isDeepStrictEqual } from 'node:util';

import { pastRequestOf } from '#shared/domain/customer.ts';
import { type Failure, failure } from '#shared/domain/failure.ts';
import type { IntentId } from '#shared/domain/ids.ts';
import { askedFor, isRepeat, merchantModeOf } from '#shared/domain/orderUse.ts';
import { type DepositRequest, isUnresolved, type SettledStage } from '#shared/domain/request.ts';
import { err, ok } from '#shared/domain/result.ts';
import type { TravelledRequest, TravelledAnswer } from '#shared/domain/history.ts';
import type { SentClaim } from '#shared/domain/team.ts';

import type { PreparedBody } from '../store/events.ts';
import { type Store, record, requestOf, withoutReusedId } from '../store/store.ts';
import { seenByTwo, type W1Eyes } from './fourEyes.ts';
import { confirmedBefore, type W1Asked } from './issuedBefore.ts';
import { reopenReissued, resolveAsReissued, tellReissued } from './resolving.ts';
import { write, type NotRecorded } from '../call.ts';

/** W1, W2 and W3 of a request. */
export const issuingWrites = {
  /**
   * W1. The same intent with the same content returns the recorded request (`fresh: false`); with other content it is refused,
   * and so is an order of this merchant that is still open: `prepared`, `sending`, or `unknown` and unresolved. With
   * `reissueOf` the old request is resolved as `reissued` in the same transaction, the only way past its block; it is
   * `not_resolvable` unless it is an unresolved unknown. A row of a batch is `batch_not_possible` unless its plan is whole, not
   * stopped, and the intent is the row's newest. `note`: recorded with it. `approval_needed` where a four-eyes rule of the profile
   * asks for a second person and `eyes` has no approval of exactly this request; an approval is used up by being recorded with it.
   * `asked`: of a typed request. `issued_before` where the operator was not asked about the newest request that this one resembles.
   */
  prepare: write(
    (
      parts,
      at,
      prepared: PreparedBody,
      note: string = '',
      eyes?: W1Eyes,
      asked: W1Asked | null = null,
    ) => {
      const { rows } = parts.projection;
      const existing = rows.find(prepared.intentId);
      if (existing !== null) {
        return isSameContent(existing, prepared)
          ? ok({ request: existing, fresh: false })
          : err(failure('intent_conflict'));
      }
      const reissued = prepared.reissueOf === null ? null : rows.find(prepared.reissueOf);
      if (prepared.reissueOf !== null && (reissued === null || !isUnresolved(reissued))) {
        return err(failure('not_resolvable', prepared.reissueOf));
      }
      if (reissued !== null && !isForSame(prepared, reissued)) {
        return err(failure('not_resolvable', 'another customer or amount'));
      }
      const refused =
        notOfRow(parts, prepared) ??
        archivedAuthor(parts, prepared) ??
        openOrder(parts, prepared) ??
        heldOrder(parts, prepared) ??
        refusedRepeat(parts, prepared);
      if (refused !== null) return err(refused);
      const askedAbout = confirmedBefore(parts, at, prepared, asked);
      if (!askedAbout.ok) return askedAbout;
      const seen = seenByTwo(parts, at, { ...prepared, ...askedAbout.value }, eyes);
      if (!seen.ok) return seen;
      if (reissued !== null) {
        resolveAsReissued(parts, at, reissued, prepared.operator, prepared.intentId);
      }
      const request = record(parts, at, null, { kind: 'prepared', body: seen.value });
      const told = reissued === null ? request : tellReissued(parts, at, request, reissued);
      if (note === '') return ok({ request: told, fresh: true });
      const { intentId, operator } = prepared;
      const noted = record(parts, at, told, {
        kind: 'noted',
        body: { intentId, operator, text: note },
      });
      return ok({ request: noted, fresh: true });
    },
    { needsHealthyLog: true },
  ),
  /** W2. */
  markSending: write((parts, at, intentId: IntentId, sent: TravelledRequest, claim?: SentClaim) => {
    const before = requestOf(parts, intentId);
    if (before === null) return err(noLongerThere(intentId));
    return ok(
      record(parts, at, before, {
        kind: 'sending',
        body: { intentId, sent, ...(claim === undefined ? {} : { claim }) },
      }),
    );
  }),
  /**
   * W3. An accepted answer whose id already belongs to another request of the merchant is recorded as unknown. On a full disk
   * the reserve is released and the write tried again before the answer is `not_recorded`.
   */
  settle: write(
    (parts, at, intentId: IntentId, stage: SettledStage, answer: TravelledAnswer | null) => {
      const before = requestOf(parts, intentId);
      if (before === null) return err(noLongerThere(intentId));
      const body = { intentId, stage: withoutReusedId(parts, before, stage), answer };
      const settled = record(parts, at, before, { kind: 'settled', body });
      reopenReissued(parts, at, settled);
      return ok(settled);
    },
    { mayUseReserve: true },
  ),
};

/** Pages see the intents of rows. What becomes of a row is read by its intent, so that only the row itself may use it. */
function notOfRow(
  { projection: { batches } }: Store,
  { batch, intentId }: PreparedBody,
): Failure | null {
  if (batch === undefined) return batches.hasIntent(intentId) ? failure('intent_conflict') : null;
  return batches.mayIssue(batch, intentId)
    ? null
    : failure('batch_not_possible', 'stopped, or the row has another intent');
}

/** Only this is the same again: another customer or amount has questions of its own, and closes no unknown. */
function isForSame({ body }: PreparedBody, reissued: DepositRequest): boolean {
  return askedFor(body.fields) === askedFor(reissued.body.fields);
}

/** Between the call that was let in and its W1 limits are read, for a second or more: its person may have been archived since. */
function archivedAuthor({ projection }: Store, { operator }: PreparedBody): Failure | null {
  if (operator.personId === undefined) return null;
  const isArchived = projection.people.find(operator.personId)?.isArchived === true;
  return isArchived ? failure('person_not_found', 'archived meanwhile') : null;
}

function openOrder({ projection }: Store, prepared: PreparedBody): Failure | null {
  const { order_id: orderId } = prepared.body.fields;
  const open = projection.rows.findOpenOrder(merchantModeOf(prepared), orderId, prepared.reissueOf);
  return open === null ? null : orderOpen(open);
}

/** A batch never takes an order id twice. A typed request may: the operator was asked. */
function heldOrder({ heldOrders }: Store, prepared: PreparedBody): Failure | null {
  if (prepared.batch === undefined) return null;
  const { order_id: orderId } = prepared.body.fields;
  const { batchId } = prepared.batch;
  const holder = heldOrders.holderOf(merchantModeOf(prepared), orderId, batchId);
  return holder === null ? null : failure('order_held', orderId);
}

/**
 * The rule of `core/issuing/repeating.ts` again, inside the transaction: an outcome may have been recorded since the first check,
 * and another window may be repeating the same unknown. Null when the request may be written.
 */
function refusedRepeat({ projection }: Store, prepared: PreparedBody): Failure | null {
  const { repeats, reissueOf, body } = prepared;
  const { rows } = projection;
  const whose = merchantModeOf(prepared);
  const { customer } = body.fields;
  if (reissueOf !== null || customer === undefined) return null;
  const isSame = (other: DepositRequest): boolean => isRepeat(body.fields, other.body.fields);
  const unanswered = rows.unansweredFor(whose, customer).find(isSame);
  if (unanswered !== undefined && unanswered.intentId !== repeats) {
    return { code: 'unanswered_before', past: pastRequestOf(unanswered) };
  }
  if (repeats === undefined) return null;
  const underWay = rows.underWayFor(whose, customer).find(isSame);
  return underWay === undefined ? null : orderOpen(underWay);
}

/** The log was restored from a backup that is older than the request. */
function noLongerThere(intentId: IntentId): NotRecorded {
  return { code: 'not_recorded', detail: `No request ${intentId} in the log.` };
}

function orderOpen({ intentId, outcome, body: { fields } }: DepositRequest): Failure {
  const openOutcome = outcome === 'prepared' || outcome === 'sending' ? outcome : 'unknown';
  return { code: 'order_open', orderId: fields.order_id, openIntentId: intentId, openOutcome };
}

function isSameContent(request: DepositRequest, prepared: PreparedBody): boolean {
  return (
    request.profileId === prepared.profileId &&
    request.reissueOf === prepared.reissueOf &&
    isDeepStrictEqual(request.body, prepared.body)
  );
}
