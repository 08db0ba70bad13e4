import {
  type CallbackMatch,
  type CallbackReading,
  type CallbackVerdict,
  type Contradiction,
  type Heard,
  isCovered,
  namesIn,
} from '#shared/domain/callback.ts';
import { finalMeaning, meaningOf } from '#shared/domain/finalState.ts';
import type { MerchantId } from '#shared/domain/ids.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { mayExist } from '#shared/domain/orderUse.ts';
import { type DepositRequest, remoteIdOf } from '#shared/domain/request.ts';

type Matching = {
  readonly reading: CallbackReading;
  readonly verdict: CallbackVerdict;
  /** Of the profile whose address it came to. */
  readonly merchant: MerchantId;
  readonly mode: Profile['mode'];
  /** What the merchant's log has under the id and under the order by which it may choose, see `namesIn`. */
  readonly byRemoteId: DepositRequest | null;
  readonly ofOrder: readonly DepositRequest[];
};

/**
 * By the provider's id, then by the order within the merchant. Where two requests could be meant, neither is. What stands beside a
 * signature without being signed can contradict, and chooses nothing.
 */
export function matchCallback(matching: Matching): CallbackMatch {
  const { reading, mode } = matching;
  if (reading.format === null) return { kind: 'apart', why: 'unreadable' };
  const { id, orderId } = namesIn(reading);
  if (id === null && orderId === null) return { kind: 'apart', why: 'names_nothing' };
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
  const contradiction = contradictionOf(matching, request);
  return { kind: 'request', intentId, by, ...(contradiction ?? { contradicts: null }) };
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
  // The id was looked up before: a request with another id is not the one.
  const open =
    meant.length > 1 && namesIn(reading).id !== null
      ? meant.filter((request) => knownIdOf(request, verdict) === null)
      : meant;
  if (open.length > 1) return 'ambiguous';
  return open[0] ?? (meant.length > 1 ? 'ambiguous' : null);
}

/** What contradicts, and what is known here instead. */
export type Contradicted = { readonly contradicts: Contradiction; readonly known: string };

function contradictionOf(
  { reading, verdict, merchant }: Matching,
  request: DepositRequest,
): Contradicted | null {
  const { currency, order_id: order } = request.body.fields;
  if (differs(reading.merchant, merchant)) return { contradicts: 'merchant', known: merchant };
  if (differs(reading.currency, currency)) return { contradicts: 'currency', known: currency };
  if (reading.orderId !== null && reading.orderId !== order) {
    return { contradicts: 'order', known: order };
  }
  const known = knownIdOf(request, verdict);
  return known !== null && differs(reading.id, known) ? { contradicts: 'id', known } : null;
}

/** UUIDs and currency codes are the same whatever the case of their letters. */
function differs(said: string | null, known: string): boolean {
  return said !== null && said.toLowerCase() !== known.toLowerCase();
}

/** As answered, as found, or as called back before. An unsigned value never overrules a signed one. */
function knownIdOf(request: DepositRequest, verdict: CallbackVerdict): string | null {
  const own = remoteIdOf(request);
  if (own !== null) return own;
  const { heard } = request;
  if (heard === undefined) return null;
  const isKnown = heard.isVerified || heard.isSigned === true || verdict !== 'verified';
  return isKnown ? heard.remoteId : null;
}

/**
 * Compares a message with the last one that counted. Messages can arrive out of order, and an attacker can resend old ones. The
 * newer `time` wins. Without times a final state stays until an operator decides.
 */
export function orderContradiction(
  reading: CallbackReading,
  verdict: CallbackVerdict,
  heard: Heard | undefined,
): Contradicted | null {
  // What was not verified does not stand against a signature.
  if (heard === undefined || (verdict === 'verified' && !heard.isVerified)) return null;
  const time = isCovered(reading, 'time') ? momentOf(reading.time) : null;
  const lastTime = plausibleMoment(heard);
  if (time !== null && lastTime !== null && time !== lastTime) {
    return time < lastTime ? { contradicts: 'older', known: heard.time ?? '' } : null;
  }
  const { state } = heard;
  if (reading.state === null || state === null || finalMeaning(state) === null) return null;
  const isAnother = finalMeaning(reading.state) !== finalMeaning(state);
  return isAnother ? { contradicts: 'final', known: state } : null;
}

/** Ahead of its arrival by a time zone and a wrong clock, at most: one forged message must not make every later one older. */
const MOST_AHEAD_MS = 24 * 60 * 60 * 1000;

function plausibleMoment({ time, at }: Heard): number | null {
  const ms = momentOf(time);
  return ms === null || ms > Date.parse(at) + MOST_AHEAD_MS ? null : ms;
}

/** Unix seconds, milliseconds or microseconds, or ISO 8601; without a zone it is taken as UTC, which orders just as well. */
export function momentOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  const unix = /^(?<digits>\d{9,17})(?:\.\d+)?$/u.exec(text);
  if (unix !== null) {
    const { length } = unix.groups?.['digits'] ?? '';
    const perMs = length <= 11 ? 0.001 : length <= 14 ? 1 : 1000;
    return Number(text) / perMs;
  }
  if (!/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/u.test(text)) return null;
  const iso = text.replace(' ', 'T');
  const ms = Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/iu.test(iso) ? iso : `${iso}Z`);
  return Number.isNaN(ms) ? null : ms;
}

/** How long the requisites of a payment hold, where the callback says that the request is paid and the profile how long. */
export function paidWithin(
  { stateWords, requisitesValidMin }: Pick<Profile, 'stateWords' | 'requisitesValidMin'>,
  { state }: CallbackReading,
): { readonly paidWithinMin?: number } {
  const isPaid = state !== null && meaningOf(state, stateWords) === 'paid';
  return isPaid && requisitesValidMin !== null ? { paidWithinMin: requisitesValidMin } : {};
}
