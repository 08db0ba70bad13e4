import { inMode } from './modes.ts';

/** Chromium's own translations (`locales/*.pak`), by language: neither Uzbek nor Kazakh nor Tajik is among them. */
const CHROMIUM: ReadonlySet<string> = new Set(
  'af am ar bg bn ca cs da de el en es et fa fi fil fr gu he hi hr hu id it ja kn ko lt lv ml mr ms nb nl pl pt ro ru sk sl sr sv sw ta te th tr uk ur vi zh'.split(
    ' ',
  ),
);

/** In the `locale` mode from ELECTRON_STAND_IN_LANGUAGES, separated by commas; it may be empty. */
export function systemLanguages(): readonly string[] {
  if (!inMode('locale')) return ['en-US'];
  const given = process.env['ELECTRON_STAND_IN_LANGUAGES'] ?? 'uz-Latn-UZ,ru-KZ,en-US';
  return given.split(',').filter((name) => name !== '');
}

export function chromiumLocale(languages: readonly string[]): string {
  const known = languages.find((name) => CHROMIUM.has(primaryOf(name)));
  if (known === undefined) return 'en-US';
  return primaryOf(known) === 'en' ? known : primaryOf(known);
}

function primaryOf(name: string): string {
  return name.split('-')[0] ?? '';
}
