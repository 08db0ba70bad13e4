import type { PAPERS_OPERATIONS } from '#shared/contract/papers.ts';
import type { TEAM_OPERATIONS } from '#shared/contract/team.ts';
import { type Failure, failure } from '#shared/domain/failure.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';
import type { TeamFault } from '#shared/domain/team.ts';

import type { DomainOperations } from '../dispatch.ts';
import type { Team } from './openTeam.ts';
import type { Replicator } from './replicator.ts';
import { type SigningDeps, createSigning } from './signingHere.ts';

export type TeamOperationDeps = SigningDeps & {
  readonly team: Pick<Team, 'state' | 'check' | 'join' | 'leave' | 'setProfile' | 'takeNumbers'>;
};

/** Several desks on one PostgreSQL: Settings → Team, and the team's log. */
export function teamOperations(
  deps: TeamOperationDeps,
): DomainOperations<typeof TEAM_OPERATIONS & typeof PAPERS_OPERATIONS> {
  const { team } = deps;
  const signing = createSigning(deps);
  async function answered<T>(
    question: (ask: Replicator['ask']) => Promise<Result<T, TeamFault>>,
  ): Promise<Result<T, Failure>> {
    const ask = team.asks();
    if (ask === null) return err(failure('no_team'));
    const answer = await question(ask);
    if (answer.ok) return answer;
    return err(failure('team_unreachable', `${answer.error.code}: ${answer.error.detail}`));
  }
  return {
    'team.state': async () => ok(team.state()),
    'team.check': async ({ invitation }) => ok(await team.check(invitation)),
    'team.join': ({ invitation }) => team.join(invitation),
    'team.leave': async () => ok(await team.leave()),
    'team.setProfile': async (chosen) => team.setProfile(chosen),
    'team.takeNumbers': () => team.takeNumbers(),
    'team.desks': () => answered((ask) => ask('desks')),
    'team.find': (asked) => answered((ask) => ask('find', asked)),
    'team.conflicts': () => answered((ask) => ask('conflicts')),
    'team.signers': (_, actor) => signing.signers(actor),
    'team.makeKey': (_, actor) => signing.makeKey(actor),
    'team.signPerson': (asked, actor) => signing.signPerson(asked, actor),
    'team.papers': (_, actor) => signing.papers(actor),
    'team.signPaper': (asked, actor) => signing.signPaper(asked, actor),
    'team.resolveThere': (asked, actor) => signing.resolveThere(asked, actor),
  };
}
