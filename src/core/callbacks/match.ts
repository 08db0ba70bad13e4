import type { CallbackMatch, CallbackReading, CallbackVerdict } from '#shared/domain/callback.ts';
import type { MerchantId } from '#shared/domain/ids.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { type DepositRequest, remoteIdOf } from '#shared/domain/request.ts';

type Matching = {
  readonly reading: CallbackReading;
  readonly verdict: CallbackVerdict;
  /** Of the profile whose address it came to. */
  readonly merchant: MerchantId;
  readonly mode: Profile['mode'];
  /** What the merchant's log has under the id and under the order that it names. */
  readonly byRemoteId: DepositRequest | null;
  readonly ofOrder: readonly DepositRequest[];
};

type Contradiction = Extract<CallbackMatch, { kind: 'request' }>['contradicts'];

/** By the provider's id, then by the order within the merchant. Where two requests could be meant, neither is. */
export function matchCallback(matching: Matching): CallbackMatch {
  const { reading, mode } = matching;
  if (reading.format === null) return { kind: 'apart', why: 'unreadable' };
  if (reading.id === null && reading.orderId === null) {
    return { kind: 'apart', why: 'names_nothing' };
  }
  const { byRemoteId } = matching;
  if (byRemoteId?.mode === mode) return found(matching, byRemoteId, 'remote_id');
  const ofOrder = meantByOrder(matching);
  if (ofOrder === 'ambiguous') return { kind: 'apart', why: 'ambiguous' };
  return ofOrder === null
    ? { kind: 'apart', why: 'not_found' }
    : found(matching, ofOrder, 'order_id');
}

function found(
  matching: Matching,
  request: DepositRequest,
  by: 'remote_id' | 'order_id',
): CallbackMatch {
  const { intentId } = request;
  return { kind: 'request', intentId, by, contradicts: contradictionOf(matching, request) };
}

/** An order can stand in the log more than once: refused and issued again, or issued again for an unknown. */
function meantByOrder({
  ofOrder,
  mode,
  reading,
  verdict,
}: Matching): DepositRequest | 'ambiguous' | null {
  const own = ofOrder.filter((request) => request.mode === mode);
  const possible = own.filter(mayExist);
  const meant = possible.length > 0 ? possible : own;
  // The id was looked for before: whoever has another one is not meant.
  const open =
    meant.length > 1 && reading.id !== null
      ? meant.filter((request) => knownIdOf(request, verdict) === null)
      : meant;
  if (open.length > 1) return 'ambiguous';
  return open[0] ?? (meant.length > 1 ? 'ambiguous' : null);
}

function contradictionOf(
  { reading, verdict, merchant }: Matching,
  request: DepositRequest,
): Contradiction {
  const { fields } = request.body;
  if (differs(reading.merchant, merchant)) return 'merchant';
  if (differs(reading.currency, fields.currency)) return 'currency';
  if (reading.orderId !== null && reading.orderId !== fields.order_id) return 'order';
  const known = knownIdOf(request, verdict);
  return known !== null && differs(reading.id, known) ? 'id' : null;
}

/** UUIDs and currency codes are the same whatever the case of their letters. */
function differs(said: string | null, known: string): boolean {
  return said !== null && said.toLowerCase() !== known.toLowerCase();
}

function mayExist(request: DepositRequest): boolean {
  if (request.outcome === 'unknown') return request.resolution?.kind !== 'absent';
  return request.outcome !== 'rejected' && request.outcome !== 'not_sent';
}

/** As answered, as found, or as called back before; what anybody can have sent does not stand against a signature. */
function knownIdOf(request: DepositRequest, verdict: CallbackVerdict): string | null {
  if (request.outcome === 'accepted') return remoteIdOf(request.answer);
  if (request.outcome === 'unknown' && request.resolution?.kind === 'found') {
    return request.resolution.remoteId;
  }
  const { heard } = request;
  if (heard === undefined) return null;
  return heard.isVerified || verdict !== 'verified' ? heard.remoteId : null;
}
