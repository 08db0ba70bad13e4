import { join } from 'node:path';

import { z } from 'zod';

import {
  DEFAULT_LISTENER,
  type ListenerSettings,
  listenerSettingsSchema,
} from '#shared/domain/callback.ts';
import { type ProfileId, profileIdSchema } from '#shared/domain/ids.ts';

import { type JsonFiles, writeJsonFile } from '../files/jsonFile.ts';
import type { Chance } from '../ports.ts';

/** `token`: the random part of the path. It is no secret of the provider's, but any sender needs it. */
const storedSchema = z.strictObject({
  profileId: profileIdSchema,
  token: z.string().regex(/^[\w-]{16,64}$/u),
  settings: listenerSettingsSchema,
});
export type StoredListener = z.infer<typeof storedSchema>;

const fileSchema = z.strictObject({
  version: z.literal(1),
  listeners: z.array(storedSchema).readonly(),
});

export type ListenerStore = {
  readonly list: () => readonly StoredListener[];
  readonly find: (profileId: ProfileId) => StoredListener | null;
  /** The path is made with the first, and kept unless a new one is asked for. */
  readonly save: (
    profileId: ProfileId,
    settings: ListenerSettings,
    isPathNew: boolean,
  ) => StoredListener;
};

const TOKEN_BYTES = 24;

export type ListenerStoreDeps = {
  readonly dataDir: string;
  readonly files: JsonFiles;
  readonly chance: Chance;
};

export function createListenerStore({ dataDir, files, chance }: ListenerStoreDeps): ListenerStore {
  const file = join(dataDir, 'listeners.json');
  let listeners: readonly StoredListener[] = files.read(file, fileSchema)?.listeners ?? [];
  const find = (profileId: ProfileId): StoredListener | null =>
    listeners.find((own) => own.profileId === profileId) ?? null;
  return {
    list: () => listeners,
    find,
    save(profileId, settings, isPathNew) {
      const before = find(profileId);
      const fresh = (): string => Buffer.from(chance.bytes(TOKEN_BYTES)).toString('base64url');
      const token = before === null || isPathNew ? fresh() : before.token;
      const saved = { profileId, token, settings };
      const next = [...listeners.filter((own) => own.profileId !== profileId), saved];
      writeJsonFile(file, { version: 1, listeners: next });
      listeners = next;
      return saved;
    },
  };
}

export function settingsOf(stored: StoredListener | null): ListenerSettings {
  return stored?.settings ?? DEFAULT_LISTENER;
}
