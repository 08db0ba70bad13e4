import { join } from 'node:path';

import { type Settings, type SettingsPatch, settingsSchema } from '#shared/domain/settings.ts';

import { readJsonFile, writeJsonFile } from '../jsonFile.ts';
import type { Clock } from '../ports.ts';
import { type Profiles, SANDBOX_PROFILE_ID } from '../profiles/profiles.ts';

export type SettingsStore = {
  readonly get: () => Settings;
  readonly update: (patch: SettingsPatch) => Settings;
};

export type SettingsDeps = {
  readonly dataDir: string;
  readonly systemLanguage: string;
  readonly osAccount: string;
  readonly clock: Clock;
  readonly profiles: Profiles;
  readonly report: (line: string) => void;
};

export function createSettings(deps: SettingsDeps): SettingsStore {
  const file = join(deps.dataDir, 'settings.json');
  const stored = readJsonFile(file, settingsSchema, deps.clock.now(), deps.report);
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

/** The profile may be gone with a file that was set aside. */
function withKnownProfile(settings: Settings, profiles: Profiles): Settings {
  return profiles.find(settings.activeProfileId).ok
    ? settings
    : { ...settings, activeProfileId: SANDBOX_PROFILE_ID };
}

function defaultsOf({ systemLanguage, osAccount }: SettingsDeps): Settings {
  const account = osAccount.trim().slice(0, 60);
  return {
    language: systemLanguage.toLowerCase().startsWith('ru') ? 'ru' : 'en',
    theme: 'system',
    operatorName: account === '' ? 'operator' : account,
    activeProfileId: SANDBOX_PROFILE_ID,
  };
}
