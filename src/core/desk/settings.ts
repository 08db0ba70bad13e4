import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { DEFAULT_LOG_TABLE } from '#shared/domain/logSearch.ts';
import {
  type Settings,
  type SettingsPatch,
  languageOf,
  settingsSchema,
} from '#shared/domain/settings.ts';

import { type JsonFiles, writeJsonFile } from '../files/jsonFile.ts';
import type { Profiles } from '../profiles/profiles.ts';
import { SANDBOX_PROFILE_ID } from '../profiles/sandboxProfile.ts';

export type SettingsStore = {
  readonly get: () => Settings;
  readonly update: (patch: SettingsPatch) => Settings;
};

export type SettingsDeps = {
  readonly dataDir: string;
  readonly systemLanguage: string;
  readonly osAccount: string;
  readonly files: JsonFiles;
  readonly profiles: Profiles;
};

export function createSettings(deps: SettingsDeps): SettingsStore {
  const file = join(deps.dataDir, 'settings.json');
  const stored = deps.files.read(file, settingsSchema);
  let current = withKnownProfile(stored ?? defaultsOf(deps), deps.profiles);
  return {
    get: () => current,
    update(patch) {
      const next = settingsSchema.parse({ ...current, ...patch });
      writeJsonFile(file, next);
      current = next;
      return current;
    },
  };
}

/** As they were saved, for a page of a desk that is not open yet. A file that cannot be read is left to the desk itself. */
export function settingsOnDisk(
  deps: Pick<SettingsDeps, 'dataDir' | 'systemLanguage' | 'osAccount'>,
): Settings {
  try {
    const text = readFileSync(join(deps.dataDir, 'settings.json'), 'utf8');
    return settingsSchema.parse(JSON.parse(text));
  } catch {
    return defaultsOf(deps);
  }
}

/** The profile may be gone with a file that was set aside, or archived by a crash in between. */
function withKnownProfile(settings: Settings, profiles: Profiles): Settings {
  return profiles.findInUse(settings.activeProfileId).ok
    ? settings
    : { ...settings, activeProfileId: SANDBOX_PROFILE_ID };
}

function defaultsOf({
  systemLanguage,
  osAccount,
}: Pick<SettingsDeps, 'systemLanguage' | 'osAccount'>): Settings {
  const account = osAccount.trim().slice(0, 60);
  return {
    language: languageOf(systemLanguage) ?? 'en',
    theme: 'system',
    operatorName: account === '' ? 'operator' : account,
    activeProfileId: SANDBOX_PROFILE_ID,
    keychainLibrary: 'keyring',
    logTable: DEFAULT_LOG_TABLE,
    notifications: 'app',
    textSize: 100,
    privacy: false,
    tourDone: false,
    protectionPutOff: false,
    messageLanguage: null,
    messageChannel: 'telegram',
  };
}
