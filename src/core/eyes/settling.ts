import type { EyesFact } from '#shared/domain/eyes.ts';
import type { Failure } from '#shared/domain/failure.ts';
import type { IntentId } from '#shared/domain/ids.ts';
import type { DepositRequest, Operator } from '#shared/domain/request.ts';
import { type Result, ok } from '#shared/domain/result.ts';
import type { SettleItem } from '#shared/domain/statementComparison.ts';

import type { Profiles } from '../profiles/profiles.ts';
import type { Guard } from './guard.ts';
import type { Finding, TypedRequisites } from '../log/writes/resolving.ts';
import type { LogPort } from '../log/openLog.ts';

export type SettledByTwoDeps = {
  readonly guard: Guard;
  readonly log: Pick<LogPort, 'find'>;
  readonly profiles: Pick<Profiles, 'list'>;
};

/** Whether these unknowns may be settled so, as the rules of their profiles say. */
export async function settledByTwo(
  deps: SettledByTwoDeps,
  operator: Operator,
  intentIds: readonly IntentId[],
  finding: Finding,
  note: string,
): Promise<Result<void, Failure>> {
  if (!deps.guard.hasRules()) return ok(undefined);
  const requests = await requestsOf(deps, intentIds);
  const found =
    finding.kind === 'found'
      ? [{ what: 'remote_id', text: finding.remoteId } as const, ...requisites(finding.typedByHand)]
      : [];
  return deps.guard.byKind('settle_unknowns', {
    act: 'settle',
    operator,
    profiles: profilesOf(deps, requests),
    content: { intentIds, finding, note },
    facts: [
      ...ordersOf(requests),
      { what: finding.kind, text: String(intentIds.length) },
      ...found,
      ...(note === '' ? [] : [{ what: 'note', text: note } as const]),
    ],
  });
}

/** Requisites typed by hand reach a customer: changed ones are the same decision once more. */
export async function correctedByTwo(
  deps: SettledByTwoDeps,
  operator: Operator,
  intentId: IntentId,
  typedByHand: TypedRequisites,
): Promise<Result<void, Failure>> {
  if (!deps.guard.hasRules()) return ok(undefined);
  const requests = await requestsOf(deps, [intentId]);
  return deps.guard.byKind('settle_unknowns', {
    act: 'correct',
    operator,
    profiles: profilesOf(deps, requests),
    content: { intentId, typedByHand },
    facts: [...ordersOf(requests), ...requisites(typedByHand)],
  });
}

type ComparedDeps = SettledByTwoDeps & {
  readonly log: Pick<LogPort, 'statement'>;
};

/**
 * The preview's id is not covered: what it pins is. A statement lists the merchant's requests of every profile, so the rules of the
 * requests' own profiles count, whichever profile it was loaded under.
 */
export async function comparedByTwo(
  deps: ComparedDeps,
  statementId: string,
  items: readonly SettleItem[],
  { operator, note }: { readonly operator: Operator; readonly note: string },
): Promise<Result<void, Failure>> {
  if (!deps.guard.hasRules()) return ok(undefined);
  const statement = await deps.log.statement(statementId);
  const requests = await requestsOf(
    deps,
    items.map(({ intentId }) => intentId),
  );
  const facts = (['found', 'absent'] as const).map((kind) => {
    const count = items.filter((item) => item.kind === kind).length;
    return { what: kind, text: String(count) };
  });
  return deps.guard.byKind('settle_unknowns', {
    act: 'settle',
    operator,
    profiles: profilesOf(deps, requests),
    content: { statementId, items, note },
    facts: [
      { what: 'file', text: statement?.file ?? statementId },
      ...facts,
      ...(note === '' ? [] : [{ what: 'note' as const, text: note }]),
    ],
  });
}

async function requestsOf(
  { log }: SettledByTwoDeps,
  intentIds: readonly IntentId[],
): Promise<readonly DepositRequest[]> {
  const found = await Promise.all(intentIds.map((intentId) => log.find(intentId)));
  return found.filter((request) => request !== null);
}

function profilesOf({ profiles }: SettledByTwoDeps, requests: readonly DepositRequest[]) {
  const ids = new Set(requests.map(({ profileId }) => profileId));
  return profiles.list().filter(({ id }) => ids.has(id));
}

function ordersOf(requests: readonly DepositRequest[]): readonly EyesFact[] {
  return requests.map(({ body }) => ({ what: 'order', text: body.fields.order_id }));
}

function requisites(typed: TypedRequisites): readonly EyesFact[] {
  return Object.values(typed ?? {}).flatMap((text) =>
    text === undefined || text === '' ? [] : [{ what: 'requisites' as const, text }],
  );
}
