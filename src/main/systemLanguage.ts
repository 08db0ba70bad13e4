import type { App } from 'electron';

import { languageOf } from '#shared/domain/settings.ts';

/**
 * What the desk begins in, before the operator has chosen. `getLocale()` is one of the languages that Chromium itself is
 * translated into, and Uzbek is none of them: only the system's own list names it.
 */
export function systemLanguage(
  app: Pick<App, 'getPreferredSystemLanguages' | 'getLocale'>,
): string {
  const spoken = app.getPreferredSystemLanguages().find((name) => languageOf(name) !== null);
  return spoken ?? app.getLocale();
}
