import { join } from 'node:path';

import { z } from 'zod';

import { KEYCHAIN_LIBRARIES } from '#shared/domain/settings.ts';

import { type JsonFiles, writeJsonFile } from '../files/jsonFile.ts';

const placeSchema = z.strictObject({
  account: z.string().max(200),
  library: z.enum(KEYCHAIN_LIBRARIES),
  /** Where the secret before this one may still lie. */
  formerly: z.enum(KEYCHAIN_LIBRARIES).nullable(),
});
type SecretPlace = z.infer<typeof placeSchema>;

const fileSchema = z.strictObject({
  version: z.literal(1),
  places: z.array(placeSchema).readonly(),
});

/** Where each secret was stored, so that another keychain is never asked in its stead unnoticed. No secrets in here. */
export type SecretPlaces = {
  readonly find: (account: string) => SecretPlace | null;
  readonly list: () => readonly SecretPlace[];
  readonly set: (place: SecretPlace) => void;
  readonly forget: (account: string) => void;
};

export function createSecretPlaces(dataDir: string, files: JsonFiles): SecretPlaces {
  const file = join(dataDir, 'secret-places.json');
  let places = files.read(file, fileSchema)?.places ?? [];
  function save(next: readonly SecretPlace[]): void {
    writeJsonFile(file, { version: 1, places: next });
    places = next;
  }
  const without = (account: string): readonly SecretPlace[] =>
    places.filter((place) => place.account !== account);
  return {
    find: (account) => places.find((place) => place.account === account) ?? null,
    list: () => places,
    set: (place) => save([...without(place.account), place]),
    forget(account) {
      if (places.some((place) => place.account === account)) save(without(account));
    },
  };
}
