import type { Overview } from '#shared/domain/overview.ts';
import type { AnswerTime, CallbackTime } from '#shared/domain/overviewTimes.ts';
import type { Profile } from '#shared/domain/profile.ts';

import type { Language, Say } from '../../i18n/i18n.ts';
import { betweenText } from '../../text/time.ts';
import { dateLocale, numberLocale } from '../../text/numbers.ts';
import { reachedAt } from './chart/measure.ts';

/** 86.2 %, as the language writes it; nothing and everything without a fraction. */
export function shareText(tenths: number, language: Language): string {
  const isWhole = tenths === 0 || tenths === 1000;
  return new Intl.NumberFormat(numberLocale(language), {
    style: 'percent',
    minimumFractionDigits: isWhole ? 0 : 1,
    maximumFractionDigits: 1,
  }).format(tenths / 1000);
}

/** 15 Nov, 07:00: the year and the seconds are in its tooltip. */
export function momentText(at: string, language: Language): string {
  return new Intl.DateTimeFormat(dateLocale(language), {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  }).format(new Date(at));
}

type Span = { readonly from: string; readonly to: string };
export type StepText = {
  /** Beneath a column. */
  readonly tick: (span: Span, at: number) => string;
  /** Its name in a tooltip, a table, and aloud. */
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

type Time = Exclude<AnswerTime | CallbackTime, 'none'>;

/** "half within 1 s, 95% within 5 s", as far as spans can tell; quickest first, the one without an end last. */
export function withinText(times: readonly (readonly [Time, number])[], say: Say): string | null {
  const counts = times.map(([, count]) => count);
  const bounds = times.flatMap(([time]) =>
    time === 'longer' ? [] : [say(`overview.bound.${time}`)],
  );
  const [half, most] = [reachedAt(counts, 0.5), reachedAt(counts, 0.95)];
  if (half === null || most === null) return null;
  const longest = bounds.at(-1) ?? '';
  const [halfText, mostText] = [bounds[half], bounds[most]];
  if (halfText === undefined) return say('overview.within.longer', { most: longest });
  if (mostText === undefined) {
    return say('overview.within.half', { half: halfText, most: longest });
  }
  return say('overview.within', { half: halfText, most: mostText });
}
