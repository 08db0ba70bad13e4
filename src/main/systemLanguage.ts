import type { App } from 'electron';

import { languageOf } from '#shared/domain/settings.ts';

/**
 * What the desk begins in, before the operator has chosen: the first language of the system's list that the desk speaks.
 * `getLocale()` is Chromium's own choice, which may be a language before it.
 */
export function systemLanguage(
  app: Pick<App, 'getPreferredSystemLanguages' | 'getLocale'>,
): string {
  const spoken = app.getPreferredSystemLanguages().find((name) => languageOf(name) !== null);
  return spoken ?? app.getLocale();
}
