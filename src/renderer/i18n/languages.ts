import type { Language } from './i18n.ts';

/** Of a browser that nobody has chosen a language in yet. */
export function languageOf(tag: string): Language {
  const [own] = tag.toLowerCase().split(/[-_]/u);
  return own === 'ru' || own === 'uz' ? own : 'en';
}
