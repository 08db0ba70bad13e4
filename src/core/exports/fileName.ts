import type { ExportOrder } from '#shared/domain/logExport.ts';
import type { Profile } from '#shared/domain/profile.ts';

import { orderDayOf } from '../log/store/orderId.ts';

type Named = {
  readonly format: ExportOrder['format'];
  /** Of the profiles that the rows are narrowed to; none: of all. */
  readonly profileNames: readonly string[];
  readonly fromMs: number | null;
  readonly toMs: number | null;
  readonly now: Date;
  /** Whose days these are. */
  readonly days: Pick<Profile, 'timeZone' | 'dayCut'>;
};

const MAX_NAME = 40;

/** `deposits_main-merchant_2026-11-01_2026-11-15_at_2026-11-15_140322.csv`: whose, of which days, and when it was made. */
export function exportFileName({ format, profileNames, fromMs, toMs, now, days }: Named): string {
  const [only, ...others] = profileNames;
  const severalText = only === undefined ? 'all-profiles' : `${profileNames.length}-profiles`;
  const profile = only !== undefined && others.length === 0 ? slugOf(only) : severalText;
  const from = fromMs === null ? null : dayOf(fromMs, days);
  const to = toMs === null ? null : dayOf(toMs - 1, days);
  const rangeText = [...new Set([from, to])].filter((day) => day !== null).join('_');
  const range = rangeText === '' ? 'all-days' : rangeText;
  return `deposits_${profile}_${range}_at_${stampOf(now, days)}.${format}`;
}

/** The first of these that is not taken. */
export function* numbered(name: string): Generator<string, never> {
  const dot = name.lastIndexOf('.');
  yield name;
  for (let next = 2; ; next += 1) yield `${name.slice(0, dot)}_${next}${name.slice(dot)}`;
}

/** Letters and digits of any script; nothing that a file system, a shell or a spreadsheet might take for something else. */
export function slugOf(name: string, ifEmpty = 'profile'): string {
  const slug = name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-');
  const cut = Array.from(slug)
    .slice(0, MAX_NAME)
    .join('')
    .replaceAll(/^-+|-+$/gu, '');
  return cut === '' ? ifEmpty : cut;
}

function dayOf(ms: number, days: Named['days']): string {
  const { year, month, day } = orderDayOf(new Date(ms), days);
  return `${year}-${month}-${day}`;
}

function stampOf(now: Date, { timeZone }: Named['days']): string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    ...(timeZone === null ? {} : { timeZone }),
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  }).format(now);
  // The calendar's day, not the merchant's: this says when.
  return `${dayOf(now.getTime(), { timeZone, dayCut: '00:00' })}_${parts.replaceAll(':', '')}`;
}
