import { closedAs } from '#shared/domain/finalState.ts';
import { minorUnitsSchema } from '#shared/domain/money.ts';
import { isPaidUnsettled, paidAmountOf } from '#shared/domain/paid.ts';
import type { StateWord } from '#shared/domain/profile.ts';
import { type DepositRequest, amountChanged, amountOf } from '#shared/domain/request.ts';

import type { Language, Say } from '../../../i18n/i18n.ts';
import { amountText } from '../../../text/numbers.ts';

export type FoldMark = {
  readonly key: 'changed' | 'paid' | 'notCopied';
  readonly text: string;
  /** True when the operator still has to act on it. */
  readonly isOpen: boolean;
};

type Setting = {
  readonly language: Language;
  /** Privacy mode: dots in place of an amount. */
  readonly hide: (text: string) => string;
  readonly stateWords: readonly StateWord[];
};

/** Marks of a folded card: an amount that differs from the one asked for, and requisites that were never copied. */
export function foldMarks(
  request: DepositRequest,
  { language, hide, stateWords }: Setting,
  say: Say,
): readonly FoldMark[] {
  const { cents, currency } = request.body.fields;
  const money = (amount: typeof cents): string => hide(amountText(amount, currency, language));
  const marks: FoldMark[] = [];
  if (request.outcome === 'accepted' && amountChanged(request)) {
    const text = say('fold.changed', { sent: money(cents) });
    marks.push({ key: 'changed', text, isOpen: request.amountAcknowledgedAt === null });
  }
  const paid = paidAmountOf(request);
  if (paid?.differs === true) {
    const read = minorUnitsSchema.safeParse(paid.cents);
    const asked = money(amountOf(request).cents);
    const text = read.success
      ? say('fold.paid', { paid: money(read.data), asked })
      : say('fold.paidVerbatim', { said: hide(paid.paid.amount), asked });
    marks.push({ key: 'paid', text, isOpen: isPaidUnsettled(request) });
  }
  const isHandedOn = request.lastCopiedAt !== null || closedAs(request, stateWords) !== null;
  if (request.outcome === 'accepted' && !isHandedOn) {
    marks.push({ key: 'notCopied', text: say('fold.notCopied'), isOpen: true });
  }
  return marks;
}
