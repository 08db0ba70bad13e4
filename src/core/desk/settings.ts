import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import {
  FIRST_SETTINGS,
  type Settings,
  type SettingsPatch,
  languageOf,
  settingsSchema,
} from '#shared/domain/settings.ts';

import { type JsonFiles, writeJsonFile } from '../files/jsonFile.ts';

export type SettingsStore = {
  readonly get: () => Settings;
  readonly update: (patch: SettingsPatch) => Settings;
};

export type SettingsDeps = {
  readonly dataDir: string;
  readonly systemLanguage: string;
  readonly osAccount: string;
  readonly files: JsonFiles;
};

export function createSettings(deps: SettingsDeps): SettingsStore {
  const file = join(deps.dataDir, 'settings.json');
  let current = deps.files.read(file, settingsSchema) ?? defaultsOf(deps);
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

function defaultsOf({
  systemLanguage,
  osAccount,
}: Pick<SettingsDeps, 'systemLanguage' | 'osAccount'>): Settings {
  const account = osAccount.trim().slice(0, 60);
  return {
    ...FIRST_SETTINGS,
    language: languageOf(systemLanguage) ?? 'en',
    operatorName: account === '' ? 'operator' : account,
  };
}
