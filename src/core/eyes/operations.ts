import type { EYES_OPERATIONS } from '#shared/contract/eyes.ts';
import type { OperationOutput } from '#shared/contract/operations.ts';
import type { Failure } from '#shared/domain/failure.ts';
import { type Result, ok } from '#shared/domain/result.ts';

import type { DomainOperations } from '../dispatch.ts';
import type { Actor } from '../people/people.ts';
import type { SignIn } from '../people/signIn.ts';
import type { Profiles } from '../profiles/profiles.ts';
import type { Eyes } from './eyes.ts';

export type EyesOperationDeps = {
  readonly eyes: Eyes;
  readonly signIn: Pick<SignIn, 'witness'>;
  readonly profiles: Pick<Profiles, 'find'>;
};

type Waiting = Result<OperationOutput<'eyes.waiting'>, Failure>;

/** Rules of four eyes, what waits, and the second person's agreement. */
export function eyesOperations({
  eyes,
  signIn,
  profiles,
}: EyesOperationDeps): DomainOperations<typeof EYES_OPERATIONS> {
  const waiting = (actor: Actor): Waiting =>
    ok({ cards: eyes.shownTo(actor), approvers: eyes.approvers() });
  return {
    'eyes.rules': async () => ok(eyes.book()),
    async 'eyes.setRules'({ profileId, rules }, { operator }) {
      const profile = profiles.find(profileId);
      return profile.ok ? eyes.setRules(operator, profileId, rules) : profile;
    },
    'eyes.waiting': async (_, actor) => waiting(actor),
    async 'eyes.approve'({ pin, ...approving }, actor) {
      const approved = await eyes.approve(approving, pin, signIn.witness);
      return approved.ok ? waiting(actor) : approved;
    },
    async 'eyes.withdraw'({ cardId }, actor) {
      const withdrawn = eyes.withdraw(actor, cardId);
      return withdrawn.ok ? waiting(actor) : withdrawn;
    },
  };
}
