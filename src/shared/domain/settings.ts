import { z } from 'zod';

import { profileIdSchema } from './ids.ts';
import { DEFAULT_LOG_TABLE, logTableSchema } from './logSearch.ts';

export const LANGUAGES = ['en', 'ru'] as const;
export const THEMES = ['system', 'light', 'dark'] as const;

/** Which library speaks to the operating system's keychain. keytar works only where somebody has installed it. */
export const KEYCHAIN_LIBRARIES = ['keyring', 'keytar'] as const;
const keychainLibrarySchema = z.enum(KEYCHAIN_LIBRARIES);
export type KeychainLibrary = z.infer<typeof keychainLibrarySchema>;

/** When a request's state changes: nothing, a word inside the app, or one of the desktop's own besides. */
export const NOTIFICATIONS = ['off', 'app', 'desktop'] as const;
const notificationsSchema = z.enum(NOTIFICATIONS);

const settings = {
  language: z.enum(LANGUAGES),
  theme: z.enum(THEMES),
  /** A label chosen at the desk, not authentication. */
  operatorName: z.string().trim().min(1).max(60),
  activeProfileId: profileIdSchema,
  keychainLibrary: keychainLibrarySchema,
  logTable: logTableSchema,
  notifications: notificationsSchema,
};
export const settingsSchema = z.strictObject({
  ...settings,
  // Not there in settings that were stored before they could be chosen.
  keychainLibrary: keychainLibrarySchema.default('keyring'),
  logTable: logTableSchema.default(DEFAULT_LOG_TABLE),
  notifications: notificationsSchema.default('app'),
});
export type Settings = z.infer<typeof settingsSchema>;

/** Without the defaults: what a patch leaves out stays as it is. */
export const settingsPatchSchema = z.strictObject(settings).partial();
export type SettingsPatch = z.infer<typeof settingsPatchSchema>;
