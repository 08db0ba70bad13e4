import { type Refusal, dialectSchema } from '#shared/dialect/schema.ts';
import { type Failure, failure } from '#shared/domain/failure.ts';
import type { ProfileId } from '#shared/domain/ids.ts';
import type { Profile } from '#shared/domain/profile.ts';
import type { Operator } from '#shared/domain/request.ts';
import { type Result, err } from '#shared/domain/result.ts';

import type { DeskEvents } from '../desk/deskEvents.ts';
import type { Guard } from '../eyes/guard.ts';
import { setUpSeen } from '../eyes/settingUp.ts';
import { setUpOf } from '../profiles/profileFile.ts';
import type { Profiles } from '../profiles/profiles.ts';
import { DEPOSIT_KIND } from '../provider/record.ts';
import type { LogPort } from '../log/openLog.ts';

export type TeachDeps = {
  readonly profiles: Pick<Profiles, 'find' | 'saveDialect'>;
  readonly log: Pick<LogPort, 'answersLike'>;
  readonly events: DeskEvents;
  readonly guard: Pick<Guard, 'byKind'>;
};

/** "Answers like this mean: nothing was created." */
export async function teachRefusal(
  profileId: ProfileId,
  refusal: Refusal,
  operator: Operator,
  { profiles, log, events, guard }: TeachDeps,
): Promise<Result<Profile, Failure>> {
  const profile = profiles.find(profileId);
  if (!profile.ok) return profile;
  const { dialect: before } = profile.value;
  const past = await log.answersLike(profileId, refusal);
  const accepted = past.matched.find(({ outcome }) => outcome === 'accepted');
  if (accepted !== undefined) {
    return err(failure('mark_of_accepted', `order ${accepted.orderId} was accepted with it`));
  }
  if (isInEveryRecord(refusal, profile.value)) {
    return err(failure('mark_of_accepted', 'every accepted answer has it'));
  }
  const refusals = withRefusal(before.refusals, refusal);
  const dialect = dialectSchema.safeParse({ ...before, refusals });
  if (!dialect.success) return err(failure('invalid_input', 'too many refusals'));
  const setUp = { ...setUpOf(profile.value), dialect: dialect.data };
  const change = { id: profileId, before: profile.value, setUp };
  const seen = await setUpSeen({ guard }, operator, [change]);
  if (!seen.ok) return seen;
  const saved = profiles.saveDialect(profileId, dialect.data);
  if (saved.ok) events.emit({ name: 'profile.changed', profileId });
  return saved;
}

/** What a record must say to be accepted: a log without accepted answers yet cannot show it. */
function isInEveryRecord({ path, value }: Refusal, { dialect, merchant }: Profile): boolean {
  const { create, build } = dialect.acceptedStates;
  switch (path.split('.').at(-1)) {
    case 'state':
      return [...create, ...build].some((state) => state === value);
    case 'kind':
      return value === DEPOSIT_KIND;
    case 'merchant':
      return typeof value === 'string' && value.toLowerCase() === merchant.toLowerCase();
    default:
      return false;
  }
}

/** The newest word on an answer holds; the order of the others stays, because the first that matches is taken. */
function withRefusal(refusals: readonly Refusal[], refusal: Refusal): readonly Refusal[] {
  const isSame = (own: Refusal): boolean =>
    own.status === refusal.status && own.path === refusal.path && own.value === refusal.value;
  return refusals.some(isSame)
    ? refusals.map((own) => (isSame(own) ? refusal : own))
    : [...refusals, refusal];
}
