import { webOriginOf } from '#shared/domain/link.ts';
import { type DepositRequest, paymentDataOf } from '#shared/domain/request.ts';

import { useDesk } from '../../client/deskContext.ts';

export type AcceptedRequest = Extract<DepositRequest, { outcome: 'accepted' }>;

/** Plain http may be opened only at the exact origin of the sandbox that answered. */
export function useSandboxOrigin(request: AcceptedRequest): string | null {
  const { profiles } = useDesk();
  if (request.mode !== 'sandbox') return null;
  const profile = profiles.find((candidate) => candidate.id === request.profileId);
  return profile?.mode === 'sandbox' ? webOriginOf(profile.baseUrl) : null;
}

export function billOf({ answer }: AcceptedRequest): string | null {
  return answer.flow === 'create' ? (answer.record.payment_bill_url ?? null) : null;
}

/** A picture without a number and without a link would tell nobody where to pay. */
export function isPayable({ answer }: AcceptedRequest, link: string | null): boolean {
  return link !== null || (paymentDataOf(answer).number ?? '').trim() !== '';
}
