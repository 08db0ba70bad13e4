import type { Overview } from '#shared/domain/overview.ts';
import type { Profile } from '#shared/domain/profile.ts';

import type { Language } from '../../i18n/i18n.ts';
import { betweenText } from '../../text/time.ts';
import { dateLocale } from '../../text/numbers.ts';

/** 86.2 %, as the language writes it; nothing and everything without a fraction. */
export function shareText(tenths: number, language: Language): string {
  const isWhole = tenths === 0 || tenths === 1000;
  return new Intl.NumberFormat(language, {
    style: 'percent',
    minimumFractionDigits: isWhole ? 0 : 1,
    maximumFractionDigits: 1,
  }).format(tenths / 1000);
}

type Span = { readonly from: string; readonly to: string };
export type StepText = {
  /** Beneath a column. */
  readonly tick: (span: Span, at: number) => string;
  /** Its name in a tooltip, and aloud. */
  readonly name: (span: Span) => string;
};

/** How steps of this length are called, by the merchant's clock and calendar. */
export function stepText(
  step: Overview['step'],
  { timeZone }: Pick<Profile, 'timeZone'>,
  language: Language,
  nowMs: number,
): StepText {
  const format = (options: Intl.DateTimeFormatOptions): ((at: string) => string) => {
    const formatter = new Intl.DateTimeFormat(dateLocale(language), {
      ...options,
      ...(timeZone === null ? {} : { timeZone }),
    });
    return (at) => formatter.format(new Date(at));
  };
  const day = format({ day: 'numeric', month: 'short' });
  if (step === 'hour') {
    const clock = format({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
    return {
      tick: ({ from }, at) => (at > 0 && clock(from) === '00:00' ? day(from) : clock(from)),
      name: (span) => betweenText(span, language, timeZone, nowMs),
    };
  }
  if (step === 'day') {
    const name = format({ weekday: 'short', day: 'numeric', month: 'long' });
    const dated = format({ day: 'numeric', month: 'long', year: 'numeric' });
    const isThisYear = (at: string): boolean =>
      new Date(at).getFullYear() === new Date(nowMs).getFullYear();
    return {
      tick: ({ from }) => day(from),
      name: ({ from }) => (isThisYear(from) ? name(from) : dated(from)),
    };
  }
  const month = format({ month: 'short' });
  const withYear = format({ month: 'short', year: 'numeric' });
  const name = format({ month: 'long', year: 'numeric' });
  const isJanuary = format({ month: 'numeric' });
  return {
    tick: ({ from }, at) => (at === 0 || isJanuary(from) === '1' ? withYear(from) : month(from)),
    name: ({ from }) => name(from),
  };
}
