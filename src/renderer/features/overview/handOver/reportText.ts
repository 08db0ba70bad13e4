import { minorUnitsSchema } from '#shared/domain/money.ts';
import { paidAmountOf } from '#shared/domain/paid.ts';
import { type DepositRequest, amountOf } from '#shared/domain/request.ts';
import type { ShiftReport } from '#shared/domain/shift.ts';

import type { Language, Say } from '../../../i18n/i18n.ts';
import { countText, moneyText } from '../../../text/numbers.ts';
import { ageText, clockText, dayTimeText } from '../../../text/time.ts';
import {
  hasOthers,
  isAllAnswered,
  noMismatch,
  stepFor,
  sumsByCurrency,
  totalsOf,
} from './model.ts';

type About = {
  readonly operator: string;
  readonly profile: string;
  readonly language: Language;
};

/** One message of Telegram. */
export const MOST_CHARACTERS = 4096;
/** How many of each are listed: as many as fit. */
const LISTED = [200, 60, 30, 15, 8, 4, 2] as const;
/** Longer notes are read in the log. */
const LONGEST_NOTE = 240;
const LONGEST_NAME = 60;
const HALF_A_LETTER = /[\ud800-\udbff]$/u;

/** The report as plain text, to be pasted into a chat. */
export function reportText(report: ShiftReport, about: About, say: Say): string {
  for (const most of LISTED) {
    const text = textWith(report, about, most, say);
    if (text.length <= MOST_CHARACTERS) return text;
  }
  return textWith(report, about, 1, say).slice(0, MOST_CHARACTERS).replace(HALF_A_LETTER, '');
}

function textWith(report: ShiftReport, about: About, most: number, say: Say): string {
  const { language } = about;
  const who = {
    operator: cut(about.operator, LONGEST_NAME),
    profile: cut(about.profile, LONGEST_NAME),
  };
  const isOfSeveral = hasOthers(report, about.profile);
  const line = (request: DepositRequest): string => requestLine(request, language, say);
  const noUnknowns = say(
    isAllAnswered(report) ? 'handOver.unknowns.none' : 'handOver.unknowns.noneHere',
  );
  const sections = [
    [say(isOfSeveral ? 'handOver.whoAll' : 'handOver.who', who), dayTimeText(report.at, language)],
    profileLines(report, Math.max(most, FEWEST_PROFILES), say),
    ...lateLines(report, most, language, say),
    ...(isOfSeveral ? [[say('handOver.detail', who)]] : []),
    section(say('handOver.unknowns'), report.unknownsTotal, noUnknowns, [
      ...report.unknowns
        .slice(0, most)
        .flatMap((request) => [
          `• ${line(request)} · ${waitingText(request, report.at, say)}`,
          `  ${say(stepFor(request))}`,
        ]),
      ...rest(report.unknownsTotal, Math.min(most, report.unknowns.length), say),
    ]),
    section(say('handOver.flagged'), report.flaggedTotal, say('handOver.flagged.none'), [
      ...report.flagged
        .slice(0, most)
        .map((request) => `• ${line(request)} · ${say(`log.outcome.${request.outcome}`)}`),
      ...rest(report.flaggedTotal, Math.min(most, report.flagged.length), say),
    ]),
    section(say('handOver.mismatched'), report.mismatchedTotal, say(noMismatch(report)), [
      ...report.mismatched
        .slice(0, most)
        .map((request) => `• ${line(request)} · ${paidText(request, language, say)}`),
      ...rest(report.mismatchedTotal, Math.min(most, report.mismatched.length), say),
    ]),
    section(say('handOver.notes'), report.notesTotal, say('handOver.notes.none'), [
      ...report.notes
        .slice(0, most)
        .map(
          ({ at, operator, orderId, text }) =>
            `• ${clockText(at)} ${cut(operator.name, LONGEST_NAME)}, ${cut(orderId, LONGEST_NAME)}: ${cut(text, LONGEST_NOTE)}`,
        ),
      ...rest(report.notesTotal, Math.min(most, report.notes.length), say),
    ]),
    sumLines(report, language, say),
  ];
  // A chat need not keep what holds a number together.
  return sections
    .map((lines) => lines.join('\n'))
    .join('\n\n')
    .replaceAll('\u00a0', ' ');
}

/** Whose figures are listed: the others are in the sum. */
const FEWEST_PROFILES = 4;

function profileLines(report: ShiftReport, most: number, say: Say): readonly string[] {
  const { profiles } = report;
  if (profiles.length === 0) return [say('handOver.profiles.unread')];
  const counts = ({ unknown, waiting, mismatched }: ReturnType<typeof totalsOf>): string =>
    say('handOver.profiles.line', {
      unknown: countText(unknown),
      waiting: countText(waiting),
      mismatched: countText(mismatched),
    });
  const open = profiles.filter((one) => one.unknown + one.waiting + one.mismatched > 0);
  if (open.length === 0) return [say('handOver.profiles.answered')];
  return [
    `${say('handOver.profiles.all')}: ${counts(totalsOf(report))}`,
    ...open.slice(0, most).map((one) => `• ${cut(one.name, LONGEST_NAME)}: ${counts(one)}`),
    ...(open.length > most ? ['• …'] : []),
  ];
}

/** Left out where there are none: it is rare. */
function lateLines(
  { late, lateTotal }: ShiftReport,
  most: number,
  language: Language,
  say: Say,
): readonly (readonly string[])[] {
  if (lateTotal === 0) return [];
  const lines = late
    .slice(0, most)
    .flatMap((request) => [
      `• ${requestLine(request, language, say)} · ${cut(request.profileName, LONGEST_NAME)}`,
      `  ${say(stepFor(request))}`,
    ]);
  const more = rest(lateTotal, Math.min(most, late.length), say);
  return [[`${say('handOver.late')}: ${countText(lateTotal)}`, ...lines, ...more]];
}

export function paidText(
  request: DepositRequest,
  language: Language,
  say: Say,
  hide: (text: string) => string = (text) => text,
): string {
  const amount = paidAmountOf(request);
  const { currency } = request.body.fields;
  const paid =
    amount === null
      ? (request.paid?.amount ?? request.heard?.amount ?? '?')
      : amount.cents === null
        ? amount.paid.amount
        : moneyText(minorUnitsSchema.parse(amount.cents), currency, language);
  return say('handOver.paid', { paid: hide(paid) });
}

export function waitingText({ createdAt }: DepositRequest, at: string, say: Say): string {
  return say('handOver.waiting', { age: ageText(createdAt, Date.parse(at), say) });
}

function section(
  title: string,
  total: number,
  none: string,
  lines: readonly string[],
): readonly string[] {
  return total === 0 ? [none] : [`${title}: ${countText(total)}`, ...lines];
}

function requestLine(request: DepositRequest, language: Language, say: Say): string {
  const { order_id: order, customer, currency } = request.body.fields;
  return [
    cut(order, LONGEST_NAME),
    cut(customer ?? say('card.noCustomer'), LONGEST_NAME),
    moneyText(amountOf(request).cents, currency, language),
  ].join(' · ');
}

function sumLines({ sums }: ShiftReport, language: Language, say: Say): readonly string[] {
  if (sums.length === 0) return [say('handOver.sums.none')];
  return [
    say('handOver.sums'),
    ...sumsByCurrency(sums).flatMap(({ currency, count, outcomes }) => [
      `${currency}: ${say('handOver.requests', { count, shown: countText(count) })}`,
      ...outcomes.map(
        (one) =>
          `• ${say(`log.outcome.${one.outcome}`)}: ${countText(one.count)}${resolvedText(one.resolved, say)} · ${moneyText(one.requested, currency, language)}`,
      ),
    ]),
    say('handOver.sums.hint'),
  ];
}

function resolvedText(resolved: number, say: Say): string {
  return resolved === 0 ? '' : ` ${say('handOver.sums.resolved', { shown: countText(resolved) })}`;
}

function rest(total: number, listed: number, say: Say): readonly string[] {
  const count = total - listed;
  return count > 0 ? [say('handOver.more', { count, shown: countText(count) })] : [];
}

/** In one line: a break in a note would look like the next one. */
function cut(text: string, most: number): string {
  const line = text.replaceAll(/\s+/gu, ' ').trim();
  if (line.length <= most) return line;
  const letters = Array.from(new Intl.Segmenter().segment(line), ({ segment }) => segment);
  return letters.length <= most ? line : `${letters.slice(0, most - 1).join('')}…`;
}
