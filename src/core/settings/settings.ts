import { join } from 'node:path';

import { type Settings, type SettingsPatch, settingsSchema } from '#shared/domain/settings.ts';

import { readJsonFile, writeJsonFile } from '../jsonFile.ts';
import type { Clock } from '../ports.ts';
import { SANDBOX_PROFILE_ID } from '../profiles/profiles.ts';

export type SettingsStore = {
  readonly get: () => Settings;
  readonly update: (patch: SettingsPatch) => Settings;
};

export type SettingsDeps = {
  readonly dataDir: string;
  readonly systemLanguage: string;
  readonly osAccount: string;
  readonly clock: Clock;
  readonly report: (line: string) => void;
};

export function createSettings(deps: SettingsDeps): SettingsStore {
  const file = join(deps.dataDir, 'settings.json');
  let current =
    readJsonFile(file, settingsSchema, deps.clock.now(), deps.report) ?? defaultsOf(deps);
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

function defaultsOf({ systemLanguage, osAccount }: SettingsDeps): Settings {
  const account = osAccount.trim().slice(0, 60);
  return {
    language: systemLanguage.toLowerCase().startsWith('ru') ? 'ru' : 'en',
    theme: 'system',
    operatorName: account === '' ? 'operator' : account,
    activeProfileId: SANDBOX_PROFILE_ID,
  };
}
