import type { Language, Say } from '../i18n/i18n.ts';
import { numberLocale } from './locale.ts';

const KIB = 1024;
const MIB = KIB * KIB;

/** How large a file is, for the eye. */
export function sizeText(bytes: number, language: Language, say: Say): string {
  const number = (value: number): string =>
    new Intl.NumberFormat(numberLocale(language), {
      maximumFractionDigits: value < 10 ? 1 : 0,
    }).format(value);
  if (bytes < KIB) return say('size.bytes', { value: number(bytes) });
  if (bytes < MIB) return say('size.kib', { value: number(bytes / KIB) });
  return say('size.mib', { value: number(bytes / MIB) });
}
