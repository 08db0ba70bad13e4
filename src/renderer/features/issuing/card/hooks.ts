import { useLocation } from 'wouter';

import type { DepositBody } from '#shared/domain/deposit.ts';
import { closedAs } from '#shared/domain/finalState.ts';
import { sandboxOriginOf } from '#shared/domain/link.ts';
import type { MinorUnits } from '#shared/domain/money.ts';
import type { DepositRequest } from '#shared/domain/request.ts';
import { validUntil } from '#shared/domain/validity.ts';

import { useDesk, useProfileOf } from '../../../client/deskContext.ts';
import { type RefillHow, useRefill } from '../../../client/refill.ts';
import { useNow } from '../../../ui/hooks.ts';
import { type Validity, type WhyNotRepeat, validityAt, whyNotRepeat } from './rules.ts';

export function useSandboxOrigin(request: DepositRequest): string | null {
  return sandboxOriginOf(request, useProfileOf(request));
}

/** Paid, refused or expired according to the provider: the customer must not be asked to pay it any more. */
export function useIsClosed(request: DepositRequest): boolean {
  return closedAs(request, useProfileOf(request)?.stateWords) !== null;
}

/** How long the requisites of a request still hold. Null when its profile sets no time. */
export function useValidity(request: DepositRequest): Validity | null {
  const until = validUntil(request, useProfileOf(request)?.requisitesValidMin ?? null);
  const nowMs = useNow(until === null ? null : 1000);
  return until === null ? null : validityAt(until, nowMs);
}

type Repeat = {
  /** The same customer and type, for what is missing of the amount. */
  readonly topUp: (request: DepositRequest, missing: MinorUnits) => void;
  readonly repeat: (request: DepositRequest, how: RefillHow) => void;
  readonly whyNot: (request: DepositRequest) => WhyNotRepeat | null;
};

/** Puts the fields of a request into the form. The operator issues the new request by a press of their own. */
export function useRepeat(): Repeat {
  const { profile } = useDesk();
  const { want } = useRefill();
  const [, navigate] = useLocation();
  const repeat: Repeat['repeat'] = (request, how) => {
    want(request, how);
    navigate('/');
  };
  return {
    repeat,
    topUp: (request, missing) => repeat(withCents(request, missing), 'again'),
    whyNot: (request) => whyNotRepeat(request, profile.id),
  };
}

function withCents(request: DepositRequest, cents: MinorUnits): DepositRequest {
  const { body } = request;
  const changed: DepositBody =
    body.flow === 'create'
      ? { ...body, fields: { ...body.fields, cents } }
      : { ...body, fields: { ...body.fields, cents } };
  return { ...request, body: changed };
}
