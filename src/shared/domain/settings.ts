import { z } from 'zod';

import { profileIdSchema } from './ids.ts';

export const LANGUAGES = ['en', 'ru'] as const;
export const THEMES = ['system', 'light', 'dark'] as const;

export const settingsSchema = z.strictObject({
  language: z.enum(LANGUAGES),
  theme: z.enum(THEMES),
  /** A label chosen at the desk, not authentication. */
  operatorName: z.string().trim().min(1).max(60),
  activeProfileId: profileIdSchema,
});
export type Settings = z.infer<typeof settingsSchema>;

export const settingsPatchSchema = settingsSchema.partial();
export type SettingsPatch = z.infer<typeof settingsPatchSchema>;
