import { join } from 'node:path';

import { z } from 'zod';

import { type ProfileId, profileIdSchema } from '#shared/domain/ids.ts';
import { personIdSchema } from '#shared/domain/people.ts';

import { type JsonFiles, writeJsonFile } from '../files/jsonFile.ts';
import type { Profiles } from './profiles.ts';
import { SANDBOX_PROFILE_ID } from './sandboxProfile.ts';

/**
 * The profile that each person chose last, with which a page of theirs opens. A page keeps its own choice from then on, and every
 * operation names the profile it is about: nothing in core depends on what is remembered here.
 */
export type ProfileChoices = {
  /** `personId` is null on a desk without people. A person who has not chosen yet begins where the desk was before it had people. */
  readonly of: (personId: string | null) => ProfileId;
  readonly remember: (personId: string | null, profileId: ProfileId) => void;
  /** Some page would open with it. */
  readonly isChosen: (profileId: ProfileId) => boolean;
};

const fileSchema = z.strictObject({
  version: z.literal(1),
  choices: z
    .array(z.strictObject({ personId: personIdSchema.nullable(), profileId: profileIdSchema }))
    .readonly(),
});
type Choices = z.infer<typeof fileSchema>['choices'];

export type ProfileChoicesDeps = {
  readonly dataDir: string;
  readonly files: JsonFiles;
  readonly profiles: Pick<Profiles, 'findInUse'>;
};

export function createProfileChoices({
  dataDir,
  files,
  profiles,
}: ProfileChoicesDeps): ProfileChoices {
  const file = join(dataDir, 'choices.json');
  let choices: Choices = files.read(file, fileSchema)?.choices ?? [];
  const chosenBy = (personId: string | null): ProfileId | null =>
    choices.find((one) => one.personId === personId)?.profileId ?? null;
  const of = (personId: string | null): ProfileId => {
    const chosen = chosenBy(personId) ?? chosenBy(null);
    // It may be archived or deleted since.
    return chosen !== null && profiles.findInUse(chosen).ok ? chosen : SANDBOX_PROFILE_ID;
  };
  return {
    of,
    remember(personId, profileId) {
      if (chosenBy(personId) === profileId) return;
      const others = choices.filter((one) => one.personId !== personId);
      const next = [...others, { personId, profileId }];
      writeJsonFile(file, { version: 1, choices: next });
      choices = next;
    },
    isChosen: (profileId) =>
      [null, ...choices.map(({ personId }) => personId)].some((one) => of(one) === profileId),
  };
}
