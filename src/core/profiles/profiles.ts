import { join } from 'node:path';

import { z } from 'zod';

import { DEFAULT_DIALECT } from '#shared/dialect/presets.ts';
import { type Failure, failure } from '#shared/domain/failure.ts';
import { type ProfileId, profileIdSchema } from '#shared/domain/ids.ts';
import {
  ANSWER_DEADLINE_MS,
  type LiveProfileInput,
  type Profile,
  profileSchema,
} from '#shared/domain/profile.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';

import { readJsonFile, writeJsonFile } from '../jsonFile.ts';
import type { Chance, Clock, EmbeddedSandbox } from '../ports.ts';

export const SANDBOX_PROFILE_ID = profileIdSchema.parse('sandbox');

export type Profiles = {
  /** Made from what the host started; never stored. */
  readonly sandbox: Profile;
  /** The sandbox is always there, and first. */
  readonly list: () => readonly Profile[];
  readonly find: (id: ProfileId) => Result<Profile, Failure>;
  /** Live ones only: the sandbox is what the host started, and cannot be edited. */
  readonly findEditable: (id: ProfileId) => Result<Profile, Failure>;
  readonly saveLive: (input: LiveProfileInput) => Result<Profile, Failure>;
};

const fileSchema = z.strictObject({
  version: z.literal(1),
  profiles: z.array(profileSchema.extend({ mode: z.literal('live') })).readonly(),
});

export type ProfilesDeps = {
  readonly dataDir: string;
  readonly sandbox: EmbeddedSandbox;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly report: (line: string) => void;
};

export function createProfiles(deps: ProfilesDeps): Profiles {
  const file = join(deps.dataDir, 'profiles.json');
  const sandbox: Profile = {
    id: SANDBOX_PROFILE_ID,
    name: 'Sandbox',
    mode: 'sandbox',
    baseUrl: deps.sandbox.baseUrl,
    merchant: deps.sandbox.merchant,
    dialect: DEFAULT_DIALECT,
    proxy: { mode: 'none' },
    answerDeadlineMs: ANSWER_DEADLINE_MS,
  };
  const stored = readJsonFile(file, fileSchema, deps.clock.now(), deps.report);
  let live: readonly Profile[] = stored?.profiles ?? [];

  const find = (id: ProfileId): Result<Profile, Failure> => {
    const found = [sandbox, ...live].find((profile) => profile.id === id);
    return found === undefined ? err(failure('profile_not_found')) : ok(found);
  };
  const findEditable = (id: ProfileId): Result<Profile, Failure> =>
    id === SANDBOX_PROFILE_ID ? err(failure('profile_fixed')) : find(id);

  function save(profile: Profile): Profile {
    const isKnown = live.some((own) => own.id === profile.id);
    const next = isKnown
      ? live.map((own) => (own.id === profile.id ? profile : own))
      : [...live, profile];
    writeJsonFile(file, { version: 1, profiles: next });
    live = next;
    return profile;
  }

  return {
    sandbox,
    list: () => [sandbox, ...live],
    find,
    findEditable,
    saveLive({ id, ...typed }) {
      const known = id === null ? null : findEditable(id);
      if (known?.ok === false) return known;
      const before = known?.value ?? null;
      return ok(
        save({
          ...typed,
          id: before?.id ?? profileIdSchema.parse(`live-${deps.chance.uuid()}`),
          mode: 'live',
          dialect: before?.dialect ?? DEFAULT_DIALECT,
          proxy: typed.proxy ?? before?.proxy ?? { mode: 'system' },
          answerDeadlineMs:
            typed.answerDeadlineMs ?? before?.answerDeadlineMs ?? ANSWER_DEADLINE_MS,
        }),
      );
    },
  };
}
