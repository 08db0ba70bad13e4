import type { ISSUING_OPERATIONS } from '#shared/contract/issuing.ts';
import type { OperationInput, OperationOutput } from '#shared/contract/operations.ts';
import type { DepositDraft } from '#shared/domain/draft.ts';
import { type Failure, failure } from '#shared/domain/failure.ts';
import type { IntentId, ProfileId } from '#shared/domain/ids.ts';
import { goesTo } from '#shared/domain/profile.ts';
import type { DepositRequest, Operator } from '#shared/domain/request.ts';
import { knownToProvider } from '#shared/domain/saidLater.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';

import { type DeskEvents, tellOfChange, tellOfEnds } from '../desk/deskEvents.ts';
import type { DomainOperations } from '../dispatch.ts';
import type { LimitsService } from '../limits/service.ts';
import type { EmbeddedSandbox } from '../ports.ts';
import type { Profiles } from '../profiles/profiles.ts';
import { type SettledByTwoDeps, correctedByTwo, settledByTwo } from '../eyes/settling.ts';
import { type CustomersDeps, createCustomers } from './customers.ts';
import type { Drafts } from './drafts.ts';
import type { Issuing } from './openIssuing.ts';
import { type PrepareDeps, createPrepareConnection } from './prepareConnection.ts';
import type { Settler } from './settle.ts';
import type { SuggestOrder } from './suggestOrder.ts';
import type { LogPort } from '../log/openLog.ts';

export type IssuingOperationDeps = PrepareDeps &
  SettledByTwoDeps &
  Pick<Issuing, 'issueDeposit' | 'underWay' | 'liveConfirmations' | 'typed'> & {
    readonly log: LogPort;
    readonly profiles: Profiles;
    readonly team: CustomersDeps['team'];
    readonly events: DeskEvents;
    readonly settler: Settler;
    readonly limits: LimitsService;
    readonly suggestOrder: SuggestOrder;
    readonly drafts: Drafts;
    readonly sandbox: Pick<EmbeddedSandbox, 'arm'>;
    readonly onBug: (error: unknown) => void;
  };

/** From the form of a new request to its outcome, and what the operator decides about an unknown one. */
export function issuingOperations(
  deps: IssuingOperationDeps,
): DomainOperations<typeof ISSUING_OPERATIONS> {
  const { profiles, liveConfirmations } = deps;
  const prepareConnection = createPrepareConnection(deps);
  const confirmedLive = (): readonly ProfileId[] =>
    profiles
      .list()
      .filter(liveConfirmations.isConfirmed)
      .map(({ id }) => id);

  return {
    ...formOperations(deps),
    ...requestOperations(deps),
    async 'sandbox.arm'({ orderId, scenario }) {
      await deps.sandbox.arm(orderId, scenario);
      return ok({});
    },
    'profile.confirmedLive': async () => ok(confirmedLive()),
    async 'profile.confirmLive'({ profileId, shown }) {
      const profile = profiles.findInUse(profileId);
      if (!profile.ok) return profile;
      if (shown !== undefined && !goesTo(profile.value, shown)) {
        return err(failure('profile_changed'));
      }
      liveConfirmations.confirm(profile.value);
      return ok(confirmedLive());
    },
    'issue.prepare': async ({ profileId }) => prepareConnection(profileId),
    'issue.create': (input, { operator }) =>
      issue(input, { flow: 'create', fields: input.fields }, operator, deps),
    'issue.build': (input, { operator }) =>
      issue(input, { flow: 'build', fields: input.fields }, operator, deps),
  };
}

/** What the form asks for and keeps. */
function formOperations(
  deps: IssuingOperationDeps,
): DomainOperations<typeof ISSUING_OPERATIONS, 'limits' | 'order' | 'customer' | 'draft'> {
  const { profiles, drafts } = deps;
  const customers = createCustomers(deps);
  return {
    async 'limits.read'({ profileId, refresh }) {
      const profile = profiles.find(profileId);
      return profile.ok ? ok(await deps.limits.read(profile.value, refresh)) : profile;
    },
    async 'order.suggest'({ profileId, flow }) {
      const profile = profiles.find(profileId);
      if (!profile.ok) return profile;
      const orderId = await deps.suggestOrder(profile.value, flow);
      return orderId.ok ? ok({ orderId: orderId.value }) : orderId;
    },
    'order.uses': async ({ profileId, orderId }) =>
      ok(await customers.orderUses(profileId, orderId)),
    'customer.suggest': async ({ profileId, text }) => ok(await customers.suggest(profileId, text)),
    'customer.recall': async ({ profileId, customer }) =>
      ok(await customers.recall(profileId, customer)),
    async 'draft.keep'({ draft, ...form }, { personId }) {
      try {
        await drafts.keep({ ...form, personId }, draft);
        return ok({});
      } catch (error) {
        // A full disk would be reported at every pause in typing; the page still has the draft.
        return err(failure('internal', `the draft was not kept: ${String(error)}`));
      }
    },
    'draft.adopt': async (form, { personId }) => ok(await drafts.adopt({ ...form, personId })),
  };
}

/** What can be done with a request after it was issued. */
function requestOperations(
  deps: IssuingOperationDeps,
): DomainOperations<typeof ISSUING_OPERATIONS, 'request'> {
  const { log } = deps;
  return {
    'request.stages': async () => ok(deps.underWay.stages()),
    'request.cancel': ({ intentId }) => cancel(intentId, deps),
    async 'request.resolve'({ intentIds, finding, note }, { operator }) {
      const ids = [...new Set(intentIds)];
      const seen = await settledByTwo(deps, operator, ids, finding, note);
      if (!seen.ok) return seen;
      const resolved = await log.resolve(ids, finding, operator, note);
      if (!resolved.ok) return resolved;
      await tellOfEnds(deps, resolved.value);
      return resolved;
    },
    'request.confirmKnown': async (input, { operator }) =>
      tellOfChange(deps, await confirmKnown(input, operator, deps)),
    async 'request.correct'({ intentId, typedByHand }, { operator }) {
      const seen = await correctedByTwo(deps, operator, intentId, typedByHand);
      if (!seen.ok) return seen;
      return tellOfChange(deps, await log.correct(intentId, operator, typedByHand));
    },
  };
}

/** Answers once W1 is durable; the outcome arrives as an event. */
async function issue(
  { intentId, profileId, shown, reissue, repeat }: OperationInput<'issue.create' | 'issue.build'>,
  draft: DepositDraft,
  operator: Operator,
  { profiles, issueDeposit, typed, onBug }: IssuingOperationDeps,
): Promise<Result<OperationOutput<'issue.create'>, Failure>> {
  const found = profiles.findInUse(profileId);
  if (!found.ok) return found;
  const by = { profile: found.value, operator };
  const issued = await typed.during(async () => {
    const recorded = await issueDeposit({ intentId, ...by, shown, draft, reissue, repeat });
    if (recorded.ok) typed.sent(recorded.value.settled);
    return recorded;
  });
  if (!issued.ok) return issued;
  const { request, warnings, settled } = issued.value;
  settled.catch(onBug);
  return ok({ request, warnings });
}

async function confirmKnown(
  { intentId, remoteId }: OperationInput<'request.confirmKnown'>,
  operator: Operator,
  deps: IssuingOperationDeps,
): Promise<Result<DepositRequest, Failure>> {
  const { log } = deps;
  const request = await log.find(intentId);
  if (request === null) return err(failure('request_not_found'));
  // What the operator saw and what was heard since must be the same, or they confirm something else.
  if (knownToProvider(request)?.remoteId !== remoteId) {
    return err(failure('not_resolvable', `the provider has not called back with ${remoteId}`));
  }
  const finding = { kind: 'found', remoteId, typedByHand: null } as const;
  const seen = await settledByTwo(deps, operator, [intentId], finding, '');
  if (!seen.ok) return seen;
  const resolved = await log.resolve([intentId], finding, operator, '');
  if (!resolved.ok) return resolved;
  const [known] = resolved.value;
  return known === undefined ? err(failure('request_not_found')) : ok(known);
}

/** Whatever came first counts: an answer that was there before the cancelling is the outcome. */
async function cancel(
  intentId: IntentId,
  { underWay, log }: IssuingOperationDeps,
): Promise<Result<DepositRequest, Failure>> {
  const rested = await underWay.cancel(intentId);
  if (rested === null) {
    const known = await log.find(intentId);
    return err(failure(known === null ? 'request_not_found' : 'too_late_to_cancel'));
  }
  return isCancelled(rested) ? ok(rested) : err(failure('too_late_to_cancel', rested.outcome));
}

/** Where its outcome could not be written either, it is still cancelled, and shown as unknown. */
function isCancelled(request: DepositRequest): boolean {
  if (request.outcome === 'not_sent') return request.reason.code === 'cancelled';
  if (request.outcome !== 'unknown') return false;
  const { code } = request.reason;
  return code === 'cancelled_after_sending' || code === 'answer_not_recorded';
}
