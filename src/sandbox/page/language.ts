export const LANGUAGES = ['en', 'ru'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Each in its own words, as a switch shows them. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  ru: 'Русский',
};

/** null: not asked for, or not spoken here. */
export function askedLanguage(asked: string | undefined): Language | null {
  return LANGUAGES.find((language) => language === asked?.toLowerCase()) ?? null;
}

/** What the browser prefers of these, else English. */
export function acceptedLanguage(header: string | undefined): Language {
  const wanted = (header ?? '').slice(0, 1000).split(',').map(preference);
  const known = wanted
    .filter(({ quality }) => quality > 0)
    .toSorted((one, other) => other.quality - one.quality)
    .flatMap(({ tag }) => askedLanguage(tag.split('-')[0]) ?? []);
  return known[0] ?? 'en';
}

function preference(part: string): { readonly tag: string; readonly quality: number } {
  const [tag = '', ...parameters] = part.split(';').map((text) => text.trim());
  const quality = parameters.find((text) => /^q=/iu.test(text))?.slice(2);
  const number = quality === undefined ? 1 : Number(quality);
  return { tag, quality: Number.isFinite(number) ? number : 0 };
}

const LOCALES: Readonly<Record<Language, string>> = { en: 'en-GB', ru: 'ru' };

/** In this machine's own zone, which is named: the page is only ever opened on the machine that made it. */
export function timeIn(language: Language, at: string): string {
  return new Intl.DateTimeFormat(LOCALES[language], {
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(new Date(at));
}
