import {
  DEFAULT_MARGIN_MIN,
  type StatedCoverage,
  type StatementCheck,
} from '#shared/domain/statement.ts';

import { momentOf, wallTime } from '../../text/wallClock.ts';

/** What the supervisor states about a file, as it is typed: times by the clock of the file's zone. */
export type CoverageTexts = {
  readonly lists: StatedCoverage['lists'] | null;
  readonly madeAt: string;
  readonly from: string;
  readonly to: string;
  readonly marginMin: string;
};

/** The desk proposes no answer: a wrong one could prove that a request is not there. */
export const NOTHING_STATED: CoverageTexts = {
  lists: null,
  madeAt: '',
  from: '',
  to: '',
  marginMin: String(DEFAULT_MARGIN_MIN),
};

type CoverageFault = 'missing' | 'before_from' | 'future' | 'margin';
export type CoverageFaults = Partial<Record<keyof CoverageTexts, CoverageFault>>;

const MOST_MARGIN_MIN = 240;
const CLOCK_SKEW_MS = 5 * 60_000;

/** The typed texts as the desk takes them, or what is wrong with each. */
export function readCoverage(
  texts: CoverageTexts,
  timeZone: string,
  nowMs: number,
): { readonly stated: StatedCoverage | null; readonly faults: CoverageFaults } {
  const moment = (text: string): string | null => momentOf(text, timeZone);
  const [madeAt, from, to] = [moment(texts.madeAt), moment(texts.from), moment(texts.to)] as const;
  const marginMin = /^\d{1,3}$/u.test(texts.marginMin.trim()) ? Number(texts.marginMin) : 0;
  const isMargin = marginMin >= 1 && marginMin <= MOST_MARGIN_MIN;
  const { lists } = texts;
  const isFuture = madeAt !== null && Date.parse(madeAt) > nowMs + CLOCK_SKEW_MS;
  const isTurned = from !== null && to !== null && to <= from;
  const isWhole = lists !== null && madeAt !== null && from !== null && to !== null;
  if (isWhole && !isFuture && !isTurned && isMargin) {
    return { stated: { lists, madeAt, from, to, timeZone, marginMin }, faults: {} };
  }
  const faults: CoverageFaults = {
    ...(lists === null ? { lists: 'missing' } : {}),
    ...(madeAt === null ? { madeAt: 'missing' } : {}),
    ...(isFuture ? { madeAt: 'future' } : {}),
    ...(from === null ? { from: 'missing' } : {}),
    ...(to === null ? { to: 'missing' } : {}),
    ...(isTurned ? { to: 'before_from' } : {}),
    ...(isMargin ? {} : { marginMin: 'margin' }),
  };
  return { stated: null, faults };
}

const MINUTE_MS = 60_000;

/** From the first row to the last, in whole minutes around them; null: no row has a time. */
export function periodOfRows(
  { earliest, latest }: Pick<StatementCheck, 'earliest' | 'latest'>,
  timeZone: string,
): Pick<CoverageTexts, 'from' | 'to'> | null {
  if (earliest === null || latest === null) return null;
  return {
    from: wallTime(Date.parse(earliest), timeZone),
    to: wallTime(Date.parse(latest) + MINUTE_MS, timeZone),
  };
}
