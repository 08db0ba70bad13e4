import { z } from 'zod';

import { channelSchema, messageLanguageSchema } from './template.ts';
import { DEFAULT_LOG_TABLE, logTableSchema } from './logSearch.ts';

export const LANGUAGES = ['en', 'ru'] as const;

/** By a system's name for a language: `ru-KZ`, `ru_RU.UTF-8`. Null: the desk does not speak it. */
export function languageOf(name: string): (typeof LANGUAGES)[number] | null {
  const [primary] = name.toLowerCase().split(/[-_.@]/u);
  return LANGUAGES.find((language) => language === primary) ?? null;
}

/** Per cent of the usual size. */
export const TEXT_SIZES = [90, 100, 115, 130, 150, 200] as const;
export const THEMES = ['system', 'light', 'dark'] as const;

/** Which library speaks to the operating system's keychain. keytar works only where it is installed. */
export const KEYCHAIN_LIBRARIES = ['keyring', 'keytar'] as const;
export type KeychainLibrary = (typeof KEYCHAIN_LIBRARIES)[number];

/** When a request's state changes: nothing, a word inside the app, or one of the desktop's own besides. */
export const NOTIFICATIONS = ['off', 'app', 'desktop'] as const;

export const settingsSchema = z.strictObject({
  language: z.enum(LANGUAGES),
  theme: z.enum(THEMES),
  /** A label chosen at the desk, not authentication. */
  operatorName: z.string().trim().min(1).max(60),
  keychainLibrary: z.enum(KEYCHAIN_LIBRARIES),
  logTable: logTableSchema,
  notifications: z.enum(NOTIFICATIONS),
  textSize: z.literal(TEXT_SIZES),
  /** Hides amounts, requisites, customers and what notices say of them. */
  privacy: z.boolean(),
  /** Protection of the log was offered and put off. */
  protectionPutOff: z.boolean(),
  /** What customers are written to in; null: the language of the screen. */
  messageLanguage: messageLanguageSchema.nullable(),
  messageChannel: channelSchema,
});
export type Settings = z.infer<typeof settingsSchema>;

/** What a new desk has until the operator chooses; its language and name come from the system. */
export const FIRST_SETTINGS: Omit<Settings, 'language' | 'operatorName'> = {
  theme: 'system',
  keychainLibrary: 'keyring',
  logTable: DEFAULT_LOG_TABLE,
  notifications: 'app',
  textSize: 100,
  privacy: false,
  protectionPutOff: false,
  messageLanguage: null,
  messageChannel: 'telegram',
};

/** What a patch leaves out stays as it is. */
export const settingsPatchSchema = settingsSchema.partial();
export type SettingsPatch = z.infer<typeof settingsPatchSchema>;
