import { isDeepStrictEqual } from 'node:util';

import { pastRequestOf } from '#shared/domain/customer.ts';
import { type Failure, failure } from '#shared/domain/failure.ts';
import type { IntentId } from '#shared/domain/ids.ts';
import { type DepositRequest, isUnresolved } from '#shared/domain/request.ts';
import { err, ok } from '#shared/domain/result.ts';
import { isSameAmount } from '#shared/domain/secondLook.ts';

import type { PreparedBody } from '../store/events.ts';
import type { Writes } from '../operations.ts';
import type { NotRecorded } from '../port.ts';
import { type Store, record, requestOf, withoutReusedId } from '../store/store.ts';
import { seenByTwo } from './fourEyes.ts';
import { resolveAsReissued, tellReissued } from './resolving.ts';

/** W1, W2 and W3 of a request. */
export const issuingWrites = {
  /** One intent is one request. An open order, or an unknown that would be repeated, is issued again only when the operator asked for it. */
  prepare(parts, at, prepared, note = '', eyes) {
    const { rows } = parts.projection;
    const existing = rows.findSameIntent(prepared.intentId);
    if (existing !== null) {
      return isSameContent(existing, prepared)
        ? ok({ request: existing, fresh: false })
        : err(failure('intent_conflict'));
    }
    const reissued = prepared.reissueOf === null ? null : rows.find(prepared.reissueOf);
    if (prepared.reissueOf !== null && (reissued === null || !isUnresolved(reissued))) {
      return err(failure('not_resolvable', prepared.reissueOf));
    }
    const { batch } = prepared;
    if (batch !== undefined && !parts.projection.batches.mayIssue(batch, prepared.intentId)) {
      return err(failure('batch_not_possible', 'stopped, or the row has another intent'));
    }
    const refused =
      archivedAuthor(parts, prepared) ??
      openOrder(parts, prepared) ??
      refusedRepeat(parts, prepared);
    if (refused !== null) return err(refused);
    const seen = seenByTwo(parts, at, prepared, eyes);
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
  markSending(parts, at, intentId, sent, claim) {
    const before = requestOf(parts, intentId);
    if (before === null) return err(noLongerThere(intentId));
    return ok(
      record(parts, at, before, {
        kind: 'sending',
        body: { intentId, sent, ...(claim === undefined ? {} : { claim }) },
      }),
    );
  },
  settle(parts, at, intentId, stage, answer) {
    const before = requestOf(parts, intentId);
    if (before === null) return err(noLongerThere(intentId));
    const body = { intentId, stage: withoutReusedId(parts, before, stage), answer };
    return ok(record(parts, at, before, { kind: 'settled', body }));
  },
} satisfies Partial<Writes>;

/** Between the call that was let in and its W1 limits are read, for a second or more: its person may have been archived since. */
function archivedAuthor({ projection }: Store, { operator }: PreparedBody): Failure | null {
  if (operator.personId === undefined) return null;
  const isArchived = projection.people.find(operator.personId)?.isArchived === true;
  return isArchived ? failure('person_not_found', 'archived meanwhile') : null;
}

function openOrder({ projection }: Store, prepared: PreparedBody): Failure | null {
  const { merchant, order_id: orderId } = prepared.body.fields;
  const open = projection.rows.findOpenOrder(merchant, orderId, prepared.reissueOf);
  if (open === null || !isOpenOutcome(open.outcome)) return null;
  const { intentId: openIntentId, outcome: openOutcome } = open;
  return { code: 'order_open', orderId, openIntentId, openOutcome };
}

/**
 * The rule of `deposits/repeating.ts` again, inside the transaction: an outcome may have been recorded since the first check,
 * and another window may be repeating the same unknown. Null when the request may be written.
 */
function refusedRepeat({ projection, inHand }: Store, prepared: PreparedBody): Failure | null {
  const { profileId, repeats, reissueOf, body } = prepared;
  const { customer } = body.fields;
  if (reissueOf !== null || customer === undefined) return null;
  const isSame = (other: DepositRequest): boolean => isSameAmount(body.fields, other.body.fields);
  const unanswered = projection.rows.unansweredFor(profileId, customer).find(isSame);
  if (unanswered !== undefined && unanswered.intentId !== repeats) {
    return { code: 'unanswered_before', past: pastRequestOf(unanswered) };
  }
  if (repeats === undefined) return null;
  const underWay = [...inHand.values()].find(
    (other) =>
      other.profileId === profileId && other.body.fields.customer === customer && isSame(other),
  );
  if (underWay === undefined) return null;
  const { intentId: openIntentId, outcome } = underWay;
  const openOutcome = outcome === 'prepared' ? outcome : 'sending';
  return { code: 'order_open', orderId: underWay.body.fields.order_id, openIntentId, openOutcome };
}

/** The log was restored from a backup that is older than the request. */
function noLongerThere(intentId: IntentId): NotRecorded {
  return { code: 'not_recorded', detail: `No request ${intentId} in the log.` };
}

function isOpenOutcome(
  outcome: DepositRequest['outcome'],
): outcome is 'prepared' | 'sending' | 'unknown' {
  return outcome === 'prepared' || outcome === 'sending' || outcome === 'unknown';
}

function isSameContent(request: DepositRequest, prepared: PreparedBody): boolean {
  return (
    request.profileId === prepared.profileId &&
    request.reissueOf === prepared.reissueOf &&
    isDeepStrictEqual(request.body, prepared.body)
  );
}
