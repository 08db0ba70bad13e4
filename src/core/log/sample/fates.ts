import type {
  NOT_SENT_REASONS,
  REJECTED_REASONS,
  UNKNOWN_REASONS,
} from '#shared/domain/request.ts';

import { type Weighted, createDraw } from './dice.ts';

/** How a request ends, by the reason the log will give. */
export type Fate =
  | { readonly outcome: 'accepted' }
  | { readonly outcome: 'rejected'; readonly code: (typeof REJECTED_REASONS)[number] }
  | { readonly outcome: 'not_sent'; readonly code: (typeof NOT_SENT_REASONS)[number] }
  | { readonly outcome: 'unknown'; readonly code: (typeof UNKNOWN_REASONS)[number] };

/** Of ten thousand requests. */
const REJECTED: Readonly<Record<(typeof REJECTED_REASONS)[number], number>> = {
  refused_by_provider: 180,
  rate_limited: 70,
  no_requisites: 420,
  customer_blocked: 60,
};
const NOT_SENT: Readonly<Record<(typeof NOT_SENT_REASONS)[number], number>> = {
  interrupted_before_sending: 10,
  vault_unavailable: 15,
  secret_missing: 8,
  secret_unusable: 5,
  name_not_resolved: 45,
  connection_failed: 90,
  connection_timed_out: 60,
  proxy_failed: 12,
  tls_failed: 15,
  not_recorded: 5,
  cancelled: 65,
};
const UNKNOWN: Readonly<Record<(typeof UNKNOWN_REASONS)[number], number>> = {
  interrupted_after_sending: 15,
  cancelled_after_sending: 20,
  machine_slept: 12,
  no_answer_in_time: 95,
  connection_lost: 70,
  not_http: 6,
  unexpected_status: 50,
  redirect: 5,
  order_exists: 18,
  unreadable_answer: 14,
  answer_too_large: 3,
  incomplete_answer: 10,
  mismatched_answer: 6,
  id_already_used: 4,
  state_not_accepted: 8,
  answer_not_recorded: 4,
  secret_in_answer: 0,
};
const ACCEPTED = 8600;

function entriesOf<K extends string>(
  weights: Readonly<Record<K, number>>,
  fateOf: (code: K) => Fate,
): Weighted<Fate> {
  const codes = Object.keys(weights).filter((code): code is K => code in weights);
  return codes.map((code) => [fateOf(code), weights[code]]);
}

const FATES: Weighted<Fate> = [
  [{ outcome: 'accepted' }, ACCEPTED],
  ...entriesOf(REJECTED, (code) => ({ outcome: 'rejected', code })),
  ...entriesOf(NOT_SENT, (code) => ({ outcome: 'not_sent', code })),
  ...entriesOf(UNKNOWN, (code) => ({ outcome: 'unknown', code })),
];

export const EVERY_FATE: readonly Fate[] = FATES.map(([fate]) => fate);
export const drawFate = createDraw(FATES);
