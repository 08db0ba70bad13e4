import type { HAND_OVER_OPERATIONS } from '#shared/contract/handOver.ts';
import { type Failure, failure } from '#shared/domain/failure.ts';
import type { OpenWork } from '#shared/domain/handOver.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';

import type { DomainOperations } from '../dispatch.ts';
import type { Actor, People } from '../people/people.ts';
import type { SignIn } from '../people/signIn.ts';
import { type HandOverReportDeps, type Handing, handOverReport } from './report.ts';
import type { LogPort } from '../log/openLog.ts';

export type HandOverOperationDeps = HandOverReportDeps & {
  readonly log: Pick<LogPort, 'opening'>;
  readonly people: Pick<People, 'state' | 'hasPeople' | 'find' | 'sessionOf'>;
  readonly signIn: Pick<SignIn, 'signIn'>;
};

/** What one person tells the next, and the next person's PIN. */
export function handOverOperations(
  deps: HandOverOperationDeps,
): DomainOperations<typeof HAND_OVER_OPERATIONS> {
  const { people, signIn } = deps;
  return {
    async 'handOver.report'({ profileId }, actor) {
      return handOverReport(profileId, deps, await handingOf(deps, actor));
    },
    async 'handOver.accept'({ personId, pin, text }, actor) {
      const refused = refusedNext(people, actor, personId);
      if (refused !== null) return err(refused);
      const left = await openWork(deps, actor);
      if (!left.ok) return left;
      const { operator } = actor;
      // The PIN is compared as for signing in; then all of it is recorded, or nothing.
      const signedIn = await signIn.signIn(actor, personId, pin, ({ name }) => [
        ...(text === null ? [] : [{ kind: 'hand_over_text', body: { operator, text } } as const]),
        { kind: 'handed_over', body: { operator, to: { personId, name }, left: left.value } },
      ]);
      return signedIn.ok ? ok(people.sessionOf(actor.pageId)) : signedIn;
    },
  };
}

/** With people: every profile, and since the work of the person at the page began. */
async function handingOf(
  { log, people, clock }: HandOverOperationDeps,
  { personId }: Actor,
): Promise<Handing> {
  const at = clock.now().toISOString();
  const since = personId === null ? null : await log.opening(personId, at);
  return { isOfAll: people.hasPeople(), since };
}

/** Before the PIN is looked at, so that none of these costs an attempt. */
function refusedNext(
  people: HandOverOperationDeps['people'],
  from: Actor,
  personId: string,
): Failure | null {
  if (from.personId === null) return failure('people_not_possible');
  if (from.personId === personId) return failure('hand_over_same_person');
  const next = people.find(personId);
  if (next === null) return failure('person_not_found');
  const may = people.state()?.rules.roles[next.role] ?? [];
  return may.includes('issue') ? null : failure('not_permitted', 'issue');
}

/** What the event keeps of the list that is handed over: the sums of every profile. */
async function openWork(
  deps: HandOverOperationDeps,
  actor: Actor,
): Promise<Result<OpenWork, Failure>> {
  const [first] = deps.profiles.list();
  if (first === undefined) return err(failure('profile_not_found'));
  const report = await handOverReport(first.id, deps, await handingOf(deps, actor));
  if (!report.ok) return report;
  const { profiles, batches } = report.value;
  const sum = (of: Exclude<keyof OpenWork, 'batches'>): number =>
    profiles.reduce((all, one) => all + one[of], 0);
  return ok({
    unknown: sum('unknown'),
    flagged: sum('flagged'),
    mismatched: sum('mismatched'),
    callbacks: sum('callbacks'),
    batches: batches.length,
  });
}
