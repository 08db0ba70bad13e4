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
const keychainLibrarySchema = z.enum(KEYCHAIN_LIBRARIES);
export type KeychainLibrary = z.infer<typeof keychainLibrarySchema>;

/** When a request's state changes: nothing, a word inside the app, or one of the desktop's own besides. */
export const NOTIFICATIONS = ['off', 'app', 'desktop'] as const;
const notificationsSchema = z.enum(NOTIFICATIONS);

const textSizeSchema = z.literal(TEXT_SIZES);
const settings = {
  language: z.enum(LANGUAGES),
  theme: z.enum(THEMES),
  /** A label chosen at the desk, not authentication. */
  operatorName: z.string().trim().min(1).max(60),
  keychainLibrary: keychainLibrarySchema,
  logTable: logTableSchema,
  notifications: notificationsSchema,
  textSize: textSizeSchema,
  /** Hides amounts, requisites, customers and what notices say of them. */
  privacy: z.boolean(),
  /** Protection of the log was offered and put off. */
  protectionPutOff: z.boolean(),
  /** What customers are written to in; null: the language of the screen. */
  messageLanguage: messageLanguageSchema.nullable(),
  messageChannel: channelSchema,
};
export const settingsSchema = z.strictObject({
  ...settings,
  // Not there in settings that were stored before they could be chosen.
  keychainLibrary: keychainLibrarySchema.default('keyring'),
  logTable: logTableSchema.default(DEFAULT_LOG_TABLE),
  notifications: notificationsSchema.default('app'),
  textSize: textSizeSchema.default(100),
  privacy: z.boolean().default(false),
  protectionPutOff: z.boolean().default(false),
  messageLanguage: messageLanguageSchema.nullable().default(null),
  messageChannel: channelSchema.default('telegram'),
});
export type Settings = z.infer<typeof settingsSchema>;

/** Without the defaults: what a patch leaves out stays as it is. */
export const settingsPatchSchema = z.strictObject(settings).partial();
export type SettingsPatch = z.infer<typeof settingsPatchSchema>;
