import type { Language } from './i18n.ts';

/** `lang` of the page, in which the host says what was chosen. */
export function languageOf(tag: string): Language {
  const [own] = tag.toLowerCase().split(/[-_]/u);
  return own === 'ru' || own === 'uz' ? own : 'en';
}
