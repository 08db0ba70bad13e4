import { isCurrency } from '#shared/domain/currency.ts';
import { clipText } from '#shared/domain/cutText.ts';
import { piecesOf } from '#shared/domain/hiddenCharacters.ts';
import { validUntilText } from '#shared/domain/message/validUntilText.ts';
import { sandboxLine } from '#shared/domain/message/wording.ts';
import { formatMoney, formatUnknownMoney } from '#shared/domain/money.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { amountOf, paymentDataOf } from '#shared/domain/request.ts';
import { groupNumber } from '#shared/domain/requisites.ts';
import type { MessageLanguage } from '#shared/domain/template.ts';
import { validUntil } from '#shared/domain/validity.ts';

import { CUSTOMER_WORDS } from './customerWords.ts';
import type { AcceptedRequest } from './rules.ts';

type CustomerRow = {
  readonly label: string;
  readonly value: string;
  readonly isNumber: boolean;
};

/** All that one customer is shown of a request: on the operator's screen turned around, or as a picture. */
export type CustomerView = {
  readonly language: MessageLanguage;
  /** What everything a sandbox made begins with; null in Live. */
  readonly notice: string | null;
  readonly pay: string;
  readonly amount: string;
  readonly rows: readonly CustomerRow[];
  /** Null when there is no link or it is not safe. */
  readonly link: { readonly address: string; readonly label: string } | null;
  readonly validity: CustomerRow | null;
  readonly close: string;
};

export type ViewSetting = {
  readonly language: MessageLanguage;
  readonly profile: Pick<Profile, 'timeZone' | 'requisitesValidMin'> | null;
  readonly machineZone: string;
  /** As `linkToShow` gives it. */
  readonly link: string | null;
};

/** In the order in which a transfer is typed. */
const PARTS = ['number', 'name', 'bank_name', 'bic', 'payment_reason'] as const;

/** More fits neither on a screen that is turned around nor in a picture; that something is missing is seen. */
const LONGEST_VALUE = 500;

export function customerView(request: AcceptedRequest, setting: ViewSetting): CustomerView {
  const { language, link } = setting;
  const words = CUSTOMER_WORDS[language];
  const data = paymentDataOf(request.answer);
  const rows = PARTS.flatMap((part): readonly CustomerRow[] => {
    const value = data[part] ?? '';
    if (value.trim() === '') return [];
    const isNumber = part === 'number';
    const shown = seenOf(clipText(isNumber ? groupNumber(value) : value, LONGEST_VALUE));
    return [{ label: words[part], value: shown, isNumber }];
  });
  return {
    language,
    notice: request.mode === 'sandbox' ? sandboxLine(language) : null,
    pay: words.pay,
    amount: amountText(request, language),
    rows,
    link: link === null ? null : { address: link, label: words.scan },
    validity: validityRow(request, setting),
    close: words.close,
  };
}

/** What the picture says, as the text that is recorded for it. */
export function viewText(view: CustomerView): string {
  return [
    ...(view.notice === null ? [] : [view.notice]),
    `${view.pay}: ${view.amount}`,
    ...view.rows.map(({ label, value }) => `${label}: ${value}`),
    ...(view.link === null ? [] : [view.link.address]),
    ...(view.validity === null ? [] : [`${view.validity.label}: ${view.validity.value}`]),
  ].join('\n');
}

/** Here it is only looked at: what cannot be seen must not turn what can around. */
function seenOf(text: string): string {
  return piecesOf(text)
    .map(({ text: piece, hidden }) =>
      hidden === null ? piece : SPACED.has(hidden.kind) ? ' ' : '',
    )
    .join('')
    .trim();
}

const SPACED: ReadonlySet<string> = new Set(['no_break_space', 'other_space', 'line_break']);

function amountText(request: AcceptedRequest, language: MessageLanguage): string {
  const { cents } = amountOf(request);
  const currency = request.answer.record.amount_currency;
  const locale = language === 'en' ? 'en' : 'ru';
  const text = isCurrency(currency)
    ? formatMoney(cents, currency, locale)
    : formatUnknownMoney(cents, currency, locale);
  return `${text}\u00a0${currency}`;
}

function validityRow(
  request: AcceptedRequest,
  { language, profile, machineZone }: ViewSetting,
): CustomerRow | null {
  const until = validUntil(request, profile?.requisitesValidMin ?? null);
  if (until === null) return null;
  const timeZone = profile?.timeZone ?? machineZone;
  const value = validUntilText({ from: request.createdAt, until }, { timeZone, language });
  return { label: CUSTOMER_WORDS[language].valid, value, isNumber: false };
}
