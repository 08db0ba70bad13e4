import { isSentElsewhere } from '#shared/domain/orderUse.ts';
import { paidAmountOf } from '#shared/domain/paid.ts';
import { type DepositRequest, amountOf } from '#shared/domain/request.ts';
import type { OpenBatch, HandOverReport } from '#shared/domain/handOver.ts';

import type { Language, Say } from '../../../i18n/i18n.ts';
import { countText, moneyText } from '../../../text/numbers.ts';
import { ageText, clockText, dayTimeText, shortTimeText } from '../../../text/time.ts';
import { batchName } from '../../batch/batchText.ts';
import { hasOthers, noMismatch, noUnknowns, stepFor, sumsByCurrency, totalsOf } from './model.ts';

type About = {
  readonly operator: string;
  readonly profile: string;
  readonly language: Language;
  /** With people, requests of every profile are listed, each with its profile. */
  readonly isOfAll?: boolean;
};

/** One message of Telegram. */
export const MOST_CHARACTERS = 4096;
/** How many of each are listed: as many as fit. */
const LISTED = [200, 60, 30, 15, 8, 4, 2] as const;
/** Longer notes are read in the log. */
const LONGEST_NOTE = 240;
const LONGEST_NAME = 60;
const HALF_A_LETTER = /[\ud800-\udbff]$/u;

/** Who hands what over, and since when. `shown`: the names, cut where there is little room. */
export function whoText(
  report: HandOverReport | null,
  about: About,
  say: Say,
  shown: Pick<About, 'operator' | 'profile'> = about,
): string {
  const { operator, profile } = shown;
  const since = report?.since ?? null;
  if (since !== null) {
    return say('handOver.whoSince', { operator, time: shortTimeText(since, about.language) });
  }
  const isOfSeveral = report !== null && hasOthers(report, about.profile);
  const whose = about.isOfAll === true || isOfSeveral ? 'handOver.whoAll' : 'handOver.who';
  return say(whose, { operator, profile });
}

/** The report as plain text, to be pasted into a chat. */
export function reportText(report: HandOverReport, about: About, say: Say): string {
  for (const most of LISTED) {
    const text = textWith(report, about, most, say);
    if (text.length <= MOST_CHARACTERS) return text;
  }
  return textWith(report, about, 1, say).slice(0, MOST_CHARACTERS).replace(HALF_A_LETTER, '');
}

function textWith(report: HandOverReport, about: About, most: number, say: Say): string {
  const { language, isOfAll = false } = about;
  const who = {
    operator: cut(about.operator, LONGEST_NAME),
    profile: cut(about.profile, LONGEST_NAME),
  };
  const isOfSeveral = hasOthers(report, about.profile);
  const line = (request: DepositRequest): string => {
    const said = requestLine(request, language, say);
    return isOfAll && isOfSeveral ? `${said} · ${cut(request.profileName, LONGEST_NAME)}` : said;
  };
  const list = <Item>(head: Head, items: readonly Item[], linesOf: LinesOf<Item>) =>
    listLines(head, items.slice(0, most), linesOf, say);
  const { late, lateTotal, unknowns, unknownsTotal, flagged, flaggedTotal } = report;
  const sections = [
    [whoText(report, about, say, who), dayTimeText(report.at, language)],
    report.text === null ? [] : [say('handOver.text'), report.text.text],
    profileLines(report, Math.max(most, FEWEST_PROFILES), isOfAll, say),
    list([say('handOver.late'), lateTotal, ''], late, (request) => [
      `• ${requestLine(request, language, say)} · ${cut(request.profileName, LONGEST_NAME)}`,
      `  ${say(stepFor(request))}`,
    ]),
    list([say('handOver.batches'), report.batches.length, ''], report.batches, (batch) => [
      `• ${cut(batchName(batch, say), LONGEST_NAME)} · ${dayTimeText(batch.createdAt, language)} · ${cut(batch.profileName, LONGEST_NAME)}`,
      `  ${openBatchText(batch, say)}`,
    ]),
    isOfSeveral && !isOfAll ? [say('handOver.detail', who)] : [],
    list(
      [say('handOver.unknowns'), unknownsTotal, say(noUnknowns(report, isOfAll))],
      unknowns,
      (request) => [
        `• ${line(request)} · ${waitingText(request, report.at, say)}${takenText(request)}`,
        `  ${say(stepFor(request))}`,
      ],
    ),
    list([say('handOver.flagged'), flaggedTotal, say('handOver.flagged.none')], flagged, (one) => [
      `• ${line(one)} · ${say(`log.outcome.${one.outcome}`)}`,
      ...elsewhereLines(one, say),
    ]),
    list(
      [say('handOver.mismatched'), report.mismatchedTotal, say(noMismatch(report))],
      report.mismatched,
      (request) => [`• ${line(request)} · ${paidText(request, language, say)}`],
    ),
    isOfAll ? apartLines(report, most, language, say) : [],
    isOfSeveral && isOfAll ? [say('handOver.detail', who)] : [],
    list(
      [say('handOver.notes'), report.notesTotal, say('handOver.notes.none')],
      report.notes,
      noteLines,
    ),
    sumLines(report, language, say),
  ];
  // A chat need not keep what holds a number together.
  return sections
    .map((lines) => lines.join('\n'))
    .filter((section) => section !== '')
    .join('\n\n')
    .replaceAll('\u00a0', ' ');
}

type Head = readonly [title: string, total: number, none: string];
type LinesOf<Item> = (item: Item) => readonly string[];

function listLines<Item>(
  [title, total, none]: Head,
  listed: readonly Item[],
  linesOf: LinesOf<Item>,
  say: Say,
): readonly string[] {
  if (total === 0) return [none];
  const count = total - listed.length;
  return [
    `${title}: ${countText(total)}`,
    ...listed.flatMap(linesOf),
    ...(count > 0 ? [say('handOver.more', { count, shown: countText(count) })] : []),
  ];
}

function noteLines(note: HandOverReport['notes'][number]): readonly string[] {
  const { at, operator, orderId, text } = note;
  const [name, order] = [operator.name, orderId].map((one) => cut(one, LONGEST_NAME));
  return [`• ${clockText(at)} ${name}, ${order}: ${cut(text, LONGEST_NOTE)}`];
}

/** Callbacks that match no request: which order each names, at which profile, and when it came. */
function apartLines(
  report: HandOverReport,
  most: number,
  language: Language,
  say: Say,
): readonly string[] {
  const head = [
    say('handOver.callbacks'),
    totalsOf(report).callbacks,
    say('handOver.callbacks.none'),
  ] as const;
  const lineOf: LinesOf<HandOverReport['callbacks'][number]> = ({ at, profileId, reading }) => {
    const name = report.profiles.find((one) => one.profileId === profileId)?.name ?? profileId;
    const said =
      reading.orderId === null
        ? say('handOver.callbacks.nothing')
        : say('handOver.callbacks.order', { order: cut(reading.orderId, LONGEST_NAME) });
    return [`• ${said} · ${cut(name, LONGEST_NAME)} · ${shortTimeText(at, language)}`];
  };
  return listLines(head, report.callbacks.slice(0, most), lineOf, say);
}

/** Whose figures are listed: the others are in the sum. */
const FEWEST_PROFILES = 4;

function profileLines(
  report: HandOverReport,
  most: number,
  isOfAll: boolean,
  say: Say,
): readonly string[] {
  const { profiles } = report;
  if (profiles.length === 0) return [say('handOver.profiles.unread')];
  const counts = ({
    unknown,
    waiting,
    mismatched,
    ...more
  }: ReturnType<typeof totalsOf>): string => {
    const said = say('handOver.profiles.line', {
      unknown: countText(unknown),
      waiting: countText(waiting),
      mismatched: countText(mismatched),
    });
    if (!isOfAll) return said;
    const [flagged, callbacks] = [countText(more.flagged), countText(more.callbacks)];
    return `${said}, ${say('handOver.profiles.lineMore', { flagged, callbacks })}`;
  };
  const open = profiles.filter((one) => {
    const more = isOfAll ? one.flagged + one.callbacks : 0;
    return one.unknown + one.waiting + one.mismatched + more > 0;
  });
  if (open.length === 0) return [say('handOver.profiles.answered')];
  return [
    `${say('handOver.profiles.all')}: ${counts(totalsOf(report))}`,
    ...open.slice(0, most).map((one) => `• ${cut(one.name, LONGEST_NAME)}: ${counts(one)}`),
    ...(open.length > most ? ['• …'] : []),
  ];
}

/** How far it is, and what is left to do. */
export function openBatchText(batch: OpenBatch, say: Say): string {
  const { state, waiting, unknown, toHandOut } = batch;
  const left = (['waiting', 'unknown', 'toHandOut'] as const)
    .map((part) => [part, { waiting, unknown, toHandOut }[part]] as const)
    .filter(([, count]) => count > 0)
    .map(([part, count]) => say(`handOver.batches.${part}`, { shown: countText(count) }));
  return `${say(`batch.state.${state}`)}: ${left.join(', ')}`;
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
        : moneyText(amount.cents, currency, language);
  return say('handOver.paid', { paid: hide(paid) });
}

/** Who works on it. */
function takenText({ takenBy }: DepositRequest): string {
  return takenBy === undefined ? '' : ` · ${cut(takenBy.operator.name, LONGEST_NAME)}`;
}

export function waitingText({ createdAt }: DepositRequest, at: string, say: Say): string {
  return say('handOver.waiting', { age: ageText(createdAt, Date.parse(at), say) });
}

function requestLine(request: DepositRequest, language: Language, say: Say): string {
  const { order_id: order, customer, currency } = request.body.fields;
  return [
    cut(order, LONGEST_NAME),
    cut(customer ?? say('card.noCustomer'), LONGEST_NAME),
    moneyText(amountOf(request).cents, currency, language),
  ].join(' · ');
}

function sumLines({ sums }: HandOverReport, language: Language, say: Say): readonly string[] {
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

/** In one line: a break in a note would look like the next one. */
function cut(text: string, most: number): string {
  const line = text.replaceAll(/\s+/gu, ' ').trim();
  if (line.length <= most) return line;
  const letters = Array.from(new Intl.Segmenter().segment(line), ({ segment }) => segment);
  return letters.length <= most ? line : `${letters.slice(0, most - 1).join('')}…`;
}

function elsewhereLines(request: DepositRequest, say: Say): readonly string[] {
  const { sentElsewhere: sent } = request;
  if (sent === undefined || !isSentElsewhere(request)) return [];
  return [`  ${say('elsewhere.title', { desk: sent.desks.join(', ') })}`];
}
