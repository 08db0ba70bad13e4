import { closedAs } from '#shared/domain/finalState.ts';
import { sandboxOriginOf } from '#shared/domain/link.ts';
import { type DepositRequest, paymentDataOf } from '#shared/domain/request.ts';

import { useDesk } from '../../../client/deskContext.ts';

export type AcceptedRequest = Extract<DepositRequest, { outcome: 'accepted' }>;

export function useSandboxOrigin(request: DepositRequest): string | null {
  const { profiles } = useDesk();
  return sandboxOriginOf(request, profiles.find(({ id }) => id === request.profileId) ?? null);
}

/** Paid, refused or expired according to the provider: the customer must not be asked to pay it any more. */
export function useIsClosed(request: DepositRequest): boolean {
  const { profiles } = useDesk();
  const profile = profiles.find(({ id }) => id === request.profileId);
  return closedAs(request, profile?.stateWords) !== null;
}

export function billOf({ answer }: AcceptedRequest): string | null {
  return answer.flow === 'create' ? (answer.record.payment_bill_url ?? null) : null;
}

/** A picture needs a number or a link, or the customer would not know where to pay. */
export function isPayable({ answer }: AcceptedRequest, link: string | null): boolean {
  return link !== null || (paymentDataOf(answer).number ?? '').trim() !== '';
}

/** As many bytes as the largest QR code holds with redundancy M. */
const MOST_QR_BYTES = 2331;

export function fitsInQr(link: string): boolean {
  return new TextEncoder().encode(link).length <= MOST_QR_BYTES;
}
