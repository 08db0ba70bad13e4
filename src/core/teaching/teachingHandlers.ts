import { type Refusal, dialectSchema } from '#shared/dialect/schema.ts';
import { type Failure, failure } from '#shared/domain/failure.ts';
import type { ProfileId } from '#shared/domain/ids.ts';
import type { Profile, ProfileSetUp } from '#shared/domain/profile.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';

import type { DeskEvents } from '../deskEvents.ts';
import type { Handlers } from '../dispatch.ts';
import type { LogPort } from '../log/port.ts';

export type TeachingDeps = {
  readonly profiles: {
    readonly find: (id: ProfileId) => Result<Profile, Failure>;
    /** The embedded sandbox is fixed. */
    readonly save: (id: ProfileId | null, setUp: ProfileSetUp) => Result<Profile, Failure>;
  };
  readonly log: Pick<LogPort, 'answersLike'>;
  readonly events: DeskEvents;
};

/** "Answers like this mean: nothing was created." */
export function teachingHandlers(
  deps: TeachingDeps,
): Pick<Handlers, 'format.pastAnswers' | 'format.teach'> {
  const { profiles, log, events } = deps;
  return {
    async 'format.pastAnswers'({ profileId, refusal }) {
      const profile = profiles.find(profileId);
      return profile.ok ? ok(await log.answersLike(profileId, refusal)) : profile;
    },
    async 'format.teach'({ profileId, refusal }) {
      const profile = profiles.find(profileId);
      if (!profile.ok) return profile;
      const { id, archivedAt: _, ...setUp } = profile.value;
      const taught = { ...setUp.dialect, refusals: withRefusal(setUp.dialect.refusals, refusal) };
      const dialect = dialectSchema.safeParse(taught);
      if (!dialect.success) return err(failure('invalid_input', dialect.error.message));
      const saved = profiles.save(id, { ...setUp, dialect: dialect.data });
      if (saved.ok) events.emit({ name: 'profile.changed', profileId: id });
      return saved;
    },
  };
}

/** The newest word on an answer holds; the order of the others stays, because the first that matches is taken. */
function withRefusal(refusals: readonly Refusal[], refusal: Refusal): readonly Refusal[] {
  const isSame = (own: Refusal): boolean =>
    own.status === refusal.status && own.path === refusal.path && own.value === refusal.value;
  return refusals.some(isSame)
    ? refusals.map((own) => (isSame(own) ? refusal : own))
    : [...refusals, refusal];
}
