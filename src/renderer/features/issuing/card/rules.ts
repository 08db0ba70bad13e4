import type { ReactNode } from 'react';

import { type DepositAnswer, type PaymentData, paymentDataSchema } from '#shared/domain/deposit.ts';
import { closedAs } from '#shared/domain/finalState.ts';
import type { ProfileId } from '#shared/domain/ids.ts';
import { safeLink } from '#shared/domain/link.ts';
import { partlyPaid } from '#shared/domain/message/followUp.ts';
import { type MinorUnits, Money } from '#shared/domain/money.ts';
import { isPaidUnsettled, paidAmountOf } from '#shared/domain/paid.ts';
import type { Profile, StateWord } from '#shared/domain/profile.ts';
import {
  type DepositRequest,
  amountChanged,
  isCopyLocked,
  isInFlight,
  isUnresolved,
  paymentDataOf,
  whyNotHandedOn,
} from '#shared/domain/request.ts';
import { groupNumber, numberToCopy } from '#shared/domain/requisites.ts';

import type { Language, Say } from '../../../i18n/i18n.ts';
import { NAMED_PARTS, type NamedPart } from '../../../text/requisites.ts';
import { type Veil, maskRequisite } from '../../../text/veil.ts';

export type AcceptedRequest = Extract<DepositRequest, { outcome: 'accepted' }>;
export type UnknownRequest = Extract<DepositRequest, { outcome: 'unknown' }>;

/** In the log requisites are masked until the operator reveals them; at the desk, where they are handed on, they are not. */
export type Masking = {
  /** Null when revealed. */
  readonly veil: Veil | null;
  /** The button that reveals them and masks them again. */
  readonly control: ReactNode;
};

/** Longest shown name of a field that the API document does not have. */
export const LONGEST_NAME = 100;
/** Further fields are shown as one text: thousands of rows, each with its button, take minutes to draw. */
export const MOST_ROWS = 40;

export type RequisiteRow = {
  readonly part: NamedPart | 'other';
  /** The provider's own name of the field. */
  readonly field: string;
  readonly shown: string;
  /** The text that the log shows until the operator reveals it. Null when it is neither a number nor a link. */
  readonly masked: string | null;
  /** Exactly as the provider sent it. */
  readonly stored: string;
  /** The same; of a number its digits alone. */
  readonly copied: string;
};

/** payment_data in the order in which a transfer is typed; then whatever else the provider sent (2.6 names no more). */
export function requisiteRows(data: PaymentData): readonly RequisiteRow[] {
  const named = NAMED_PARTS.flatMap((part): readonly RequisiteRow[] => {
    const value = data[part] ?? '';
    if (value.trim() === '') return [];
    const masked = part === 'number' || part === 'url' ? maskRequisite(value) : null;
    const row = { part, field: part, masked, stored: value };
    if (part !== 'number') return [{ ...row, shown: value, copied: value }];
    return [{ ...row, shown: groupNumber(value), copied: numberToCopy(value) }];
  });
  const others = unnamedFields(data, Object.keys(paymentDataSchema.shape));
  return [
    ...named,
    ...others.map(
      ([field, text]) =>
        ({ part: 'other', field, shown: text, masked: null, stored: text, copied: text }) as const,
    ),
  ];
}

/** Shown with their own names and heading, so not once more. */
const SHOWN_ELSEWHERE = [
  'payment_data',
  'payment_bill_url',
  'state',
  'amount_cents',
  'amount_currency',
];

type NamedText = readonly [name: string, text: string];

/** Everything else in the record, extras included. */
export function otherFields(answer: DepositAnswer): readonly NamedText[] {
  return unnamedFields(answer.record, SHOWN_ELSEWHERE);
}

function unnamedFields(record: object, named: readonly string[]): readonly NamedText[] {
  return Object.entries(record).flatMap(([field, value]: readonly [string, unknown]) => {
    if (named.includes(field) || value === null || value === undefined || value === '') return [];
    return [[field, typeof value === 'string' ? value : JSON.stringify(value)] as const];
  });
}

export function billOf({ answer }: AcceptedRequest): string | null {
  return answer.flow === 'create' ? (answer.record.payment_bill_url ?? null) : null;
}

export type Validity = {
  readonly until: string;
  readonly state: 'valid' | 'last_minute' | 'ended';
  /** "14:59"; "2:05:00" from an hour on. */
  readonly left: string;
};

const LAST_MS = 60_000;

export function validityAt(until: string, nowMs: number): Validity {
  const leftMs = Date.parse(until) - nowMs;
  const left = clockOf(Math.max(0, Math.ceil(leftMs / 1000)));
  if (leftMs <= 0) return { until, state: 'ended', left };
  return { until, state: leftMs <= LAST_MS ? 'last_minute' : 'valid', left };
}

function clockOf(seconds: number): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const clock = `${hours > 0 ? two(minutes) : minutes}:${two(seconds % 60)}`;
  return hours > 0 ? `${hours}:${clock}` : clock;
}

/** The bar is full when core gives up: until the sending is recorded on the connection, then on the answer. */
export function waitedShare(
  outcome: 'prepared' | 'sending',
  seconds: number,
  { connectDeadlineMs, answerDeadlineMs }: Pick<Profile, 'connectDeadlineMs' | 'answerDeadlineMs'>,
): number {
  const deadlineMs = outcome === 'sending' ? answerDeadlineMs : connectDeadlineMs;
  return Math.min((seconds * 1000) / deadlineMs, 1);
}

export type WhyNotRepeat = 'in_flight' | 'unresolved' | 'other_profile' | 'erased';

/** Null when its fields may go into the form again. */
export function whyNotRepeat(request: DepositRequest, profileId: ProfileId): WhyNotRepeat | null {
  if (request.profileId !== profileId) return 'other_profile';
  if (isInFlight(request)) return 'in_flight';
  if (request.erased !== undefined) return 'erased';
  return isUnresolved(request) ? 'unresolved' : null;
}

/** What is missing of the amount asked for, while the difference is not settled. */
export function missingOf(request: DepositRequest): MinorUnits | null {
  return isPaidUnsettled(request) ? (partlyPaid(request)?.missing ?? null) : null;
}

type FoldAction =
  | { readonly kind: 'resolve' }
  | { readonly kind: 'top_up' }
  | { readonly kind: 'copy'; readonly row: RequisiteRow };

type FoldState = {
  readonly stateWords: readonly StateWord[];
  readonly isExpired: boolean;
  readonly sandboxOrigin: string | null;
};

/** The one button of a folded card; null where copying would need a question first, or nothing is left to do. */
export function foldActionOf(
  request: DepositRequest,
  { stateWords, isExpired, sandboxOrigin }: FoldState,
): FoldAction | null {
  if (isUnresolved(request)) return { kind: 'resolve' };
  if (missingOf(request) !== null) return { kind: 'top_up' };
  if (request.outcome !== 'accepted' || isExpired || whyNotHandedOn(request) !== null) return null;
  if (closedAs(request, stateWords) !== null) return null;
  const row = requisiteRows(paymentDataOf(request.answer)).find(
    ({ part, stored }) =>
      part === 'number' || (part === 'url' && safeLink(stored, sandboxOrigin) !== null),
  );
  return row === undefined ? null : { kind: 'copy', row };
}

type FoldMark = {
  readonly key: 'changed' | 'paid' | 'notCopied';
  readonly text: string;
  /** True when the operator still has to act on it. */
  readonly isOpen: boolean;
};

type FoldSetting = {
  readonly language: Language;
  /** Privacy mode: dots in place of an amount. */
  readonly hide: (text: string) => string;
  readonly stateWords: readonly StateWord[];
};

/** Marks of a folded card: an amount that differs from the one asked for, and requisites that were never copied. */
export function foldMarks(
  request: DepositRequest,
  { language, hide, stateWords }: FoldSetting,
  say: Say,
): readonly FoldMark[] {
  const { cents, currency } = request.body.fields;
  const money = (amount: typeof cents): string => hide(Money.shown(amount, currency, language));
  const marks: FoldMark[] = [];
  if (amountChanged(request)) {
    const text = say('fold.changed', { sent: money(cents) });
    marks.push({ key: 'changed', text, isOpen: isCopyLocked(request) });
  }
  const paid = paidAmountOf(request);
  if (paid?.differs === true) {
    // What was asked for stands in the same line.
    const text =
      paid.cents === null
        ? say('fold.paidVerbatim', { said: hide(paid.paid.amount) })
        : say('fold.paid', { paid: money(paid.cents) });
    marks.push({ key: 'paid', text, isOpen: isPaidUnsettled(request) });
  }
  const isHandedOn = request.lastCopiedAt !== null || closedAs(request, stateWords) !== null;
  if (request.outcome === 'accepted' && !isHandedOn && request.erased === undefined) {
    marks.push({ key: 'notCopied', text: say('fold.notCopied'), isOpen: true });
  }
  return marks;
}
