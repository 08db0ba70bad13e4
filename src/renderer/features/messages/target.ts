import { type IntentId, intentIdSchema } from '#shared/domain/ids.ts';
import type { DepositRequest } from '#shared/domain/request.ts';

/** One press of Issue that is not recorded yet, or could not be. */
export type Attempt = {
  readonly customer: string;
  readonly status: 'pending' | 'error';
  readonly atMs: number;
};

export type Target =
  | { readonly kind: 'request'; readonly request: DepositRequest }
  /** Its request is on the way into the log, or did not get there: an older customer's message is not what was asked for. */
  | { readonly kind: 'attempt'; readonly attempt: Attempt }
  | { readonly kind: 'none' };

export type NoTarget = Exclude<Target, { kind: 'request' }>;

/** The newest request issued here. A sample was issued by nobody. */
export function newestTarget(
  requests: readonly DepositRequest[],
  attempts: readonly Attempt[],
): Target {
  const request = newestOf(requests);
  const issuedAtMs = request === undefined ? 0 : Date.parse(request.createdAt);
  const attempt = attempts
    .filter(({ status, atMs }) => status === 'pending' || atMs > issuedAtMs)
    .toSorted((left, right) => right.atMs - left.atMs)[0];
  if (attempt !== undefined) return { kind: 'attempt', attempt };
  return request === undefined ? { kind: 'none' } : { kind: 'request', request };
}

/** They are listed newest first, by when they were recorded: a clock that was set back makes nobody older. */
export function newestOf(requests: readonly DepositRequest[]): DepositRequest | undefined {
  return requests.find(({ sample }) => sample !== true);
}

/** The request in whose card the keyboard is. */
export function requestInFocus(): IntentId | null {
  const card = document.activeElement?.closest<HTMLElement>('[data-intent]');
  const parsed = intentIdSchema.safeParse(card?.dataset['intent']);
  return parsed.success ? parsed.data : null;
}
