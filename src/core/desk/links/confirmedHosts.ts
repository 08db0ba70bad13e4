import { join } from 'node:path';

import { z } from 'zod';

import { type ProfileId, profileIdSchema } from '#shared/domain/ids.ts';

import { type JsonFiles, writeJsonFile } from '../../files/jsonFile.ts';

/** Hosts confirmed per profile, at most. Beyond it the oldest is forgotten and asked about again. */
const MOST_PER_PROFILE = 200;

export type ConfirmedHosts = {
  readonly has: (profileId: ProfileId, host: string) => boolean;
  /** On the disk once this returns. */
  readonly add: (profileId: ProfileId, host: string) => void;
  /** With a profile goes what was agreed to for its sake. */
  readonly forget: (profileId: ProfileId) => void;
};

const fileSchema = z.strictObject({
  version: z.literal(1),
  confirmed: z
    .array(z.strictObject({ profileId: profileIdSchema, host: z.string().min(1) }))
    .readonly(),
});
type Confirmed = z.infer<typeof fileSchema>['confirmed'];

export type ConfirmedHostsDeps = { readonly dataDir: string; readonly files: JsonFiles };

export function createConfirmedHosts({ dataDir, files }: ConfirmedHostsDeps): ConfirmedHosts {
  const file = join(dataDir, 'links.json');
  let confirmed: Confirmed = files.read(file, fileSchema)?.confirmed ?? [];
  const isOf =
    (profileId: ProfileId) =>
    (one: Confirmed[number]): boolean =>
      one.profileId === profileId;
  const has = (profileId: ProfileId, host: string): boolean =>
    confirmed.some((one) => one.profileId === profileId && one.host === host);

  function keep(next: Confirmed): void {
    writeJsonFile(file, { version: 1, confirmed: next });
    confirmed = next;
  }

  return {
    has,
    add(profileId, host) {
      if (has(profileId, host)) return;
      const own = [...confirmed.filter(isOf(profileId)), { profileId, host }];
      const others = confirmed.filter((one) => one.profileId !== profileId);
      keep([...others, ...own.slice(-MOST_PER_PROFILE)]);
    },
    forget(profileId) {
      if (confirmed.some(isOf(profileId))) {
        keep(confirmed.filter((one) => one.profileId !== profileId));
      }
    },
  };
}
