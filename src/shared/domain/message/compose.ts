import { isCurrency } from '../currency.ts';
import { type FinalMeaning, closedAs } from '../finalState.ts';
import { hiddenCharacters } from '../hiddenCharacters.ts';
import { type MinorUnits, formatMoney, formatUnknownMoney, minorUnitsSchema } from '../money.ts';
import { paidAmountOf } from '../paid.ts';
import type { Profile } from '../profile.ts';
import { type DepositRequest, amountOf, handedDataOf } from '../request.ts';
import { linkToShow, numberToCopy } from '../requisites.ts';
import { type Result, err, ok } from '../result.ts';
import type { Channel, MessageLanguage, MessagePurpose, Template } from '../template.ts';
import { validUntil } from '../validity.ts';
import { chooseWording } from './chooseWording.ts';
import { type Placeholder, placeholdersIn } from './placeholders.ts';
import { type MessageValues, render } from './render.ts';
import { validUntilText } from './validUntilText.ts';
import { type ClosingKind, deskWording, sandboxLine } from './wording.ts';

export type AcceptedRequest = Extract<DepositRequest, { outcome: 'accepted' }>;
/** Something came back, or was typed by hand, that a customer can pay to. */
export type PayableRequest = AcceptedRequest | Extract<DepositRequest, { outcome: 'unknown' }>;

/** An unknown is one only where it was found and its requisites were typed. */
export function isPayable(request: DepositRequest): request is PayableRequest {
  return (
    request.outcome === 'accepted' ||
    (request.outcome === 'unknown' && handedDataOf(request) !== null)
  );
}

export type MessageSetting = {
  readonly language: MessageLanguage;
  readonly channel: Channel;
  readonly templates: readonly Template[];
  /** Null: the profile is not there any more. */
  readonly profile:
    | (Pick<Profile, 'timeZone' | 'requisitesValidMin'> & Partial<Pick<Profile, 'stateWords'>>)
    | null;
  /** For a profile without a zone of its own. */
  readonly machineZone: string;
  /** The one place that may be linked to without https; null in Live. */
  readonly sandboxOrigin: string | null;
};

/** `unsafe_link`: it must stay text. `nothing_to_pay`: neither a number nor a link came back. */
export type NoMessage = 'unsafe_link' | 'nothing_to_pay';

export type Message = {
  /** Exactly what is copied. */
  readonly text: string;
  /** WhatsApp: what is copied when it is asked for again. */
  readonly second: { readonly text: string; readonly part: 'number' | 'message' } | null;
  /** What a message cannot do without, and which of the two it is; null: it asks for no payment. */
  readonly payTo: PayTo | null;
  readonly purpose: MessagePurpose;
  /** What the provider called back, where the request has ended by it. */
  readonly closed: Closed | null;
  readonly template: Template | null;
  /** What Telegram or WhatsApp would take for formatting, and change. */
  readonly altered: readonly Placeholder[];
  /** Values from the provider with invisible characters. */
  readonly hidden: readonly Placeholder[];
};
export type PayTo = { readonly kind: 'number' | 'link'; readonly text: string };
export type Closed = { readonly state: string; readonly isVerified: boolean };

export function composeMessage(
  request: PayableRequest,
  setting: MessageSetting,
): Result<Message, NoMessage> {
  const ended = closedAs(request, setting.profile?.stateWords);
  if (ended !== null) return ok(composeClosing(request, ended, setting));
  const data = handedDataOf(request) ?? {};
  const number = numberOf(data.number ?? '');
  const address = (data.url ?? '').trim();
  const link = address === '' ? '' : linkToShow(address, setting.sandboxOrigin);
  if (number === '' && link === '') return err('nothing_to_pay');
  if (number === '' && link === null) return err('unsafe_link');
  const wording = chooseWording(setting.templates, {
    language: setting.language,
    channel: setting.channel,
    paymentType: request.body.fields.payment_type,
    kind: number === '' ? 'link' : 'requisites',
  });
  const used = placeholdersIn(wording.text);
  if (link === null && used.has('link')) return err('unsafe_link');
  const values = valuesOf(request, { number, link: link ?? '' }, setting);
  const rendered = render(wording.text, values, setting.channel);
  const marked = (text: string): string => markedFor(request, setting, text);
  const { second } = rendered;
  return ok({
    text: marked(rendered.text),
    second:
      second === null
        ? null
        : second === number
          ? { text: number, part: 'number' }
          : { text: marked(second), part: 'message' },
    payTo: number === '' ? { kind: 'link', text: values.link } : { kind: 'number', text: number },
    purpose: 'payment',
    closed: null,
    template: wording.template,
    altered: rendered.altered,
    hidden: [...used].filter((placeholder) => holdsHidden(values[placeholder])),
  });
}

/** The receipt over what was paid, or the refusal: nothing in it can be paid to, whatever the wording holds. */
function composeClosing(
  request: PayableRequest,
  ended: FinalMeaning,
  setting: MessageSetting,
): Message {
  const kind: ClosingKind = ended === 'paid' ? 'receipt' : 'refusal';
  const wording = chooseWording(setting.templates, {
    language: setting.language,
    channel: setting.channel,
    paymentType: request.body.fields.payment_type,
    kind,
  });
  const asked = valuesOf(request, { number: '', link: '' }, setting);
  const amount = kind === 'receipt' ? paidText(request, setting.language) : asked.amount;
  const values: MessageValues = {
    ...asked,
    name: '',
    bank: '',
    bic: '',
    reason: '',
    valid_until: '',
    amount,
    currency: amount === '' ? '' : asked.currency,
  };
  const own = render(wording.text, values, setting.channel);
  // An office's wording may hold nothing but an amount that cannot be shown.
  const isEmpty = own.text === '';
  const used = isEmpty ? deskWording(setting.language, setting.channel, kind) : wording.text;
  const { text, second, altered } = isEmpty ? render(used, values, setting.channel) : own;
  return {
    text: markedFor(request, setting, text),
    second: second === null ? null : { text: markedFor(request, setting, second), part: 'message' },
    payTo: null,
    purpose: kind,
    closed: {
      state: request.heard?.state ?? '',
      isVerified: request.heard?.isVerified === true,
    },
    template: isEmpty ? null : wording.template,
    altered,
    hidden: [...placeholdersIn(used)].filter((one) => holdsHidden(values[one])),
  };
}

/** The amount that was paid; as asked for where no callback names one, and empty where it cannot be read. */
function paidText(request: PayableRequest, language: MessageLanguage): string {
  const paid = paidAmountOf(request);
  if (paid === null) return amountText(request, language);
  const cents = minorUnitsSchema.safeParse(paid.cents);
  return cents.success ? moneyIn(request, cents.data, language) : '';
}

function markedFor({ mode }: PayableRequest, { language }: MessageSetting, text: string): string {
  return mode === 'sandbox' ? `${sandboxLine(language)}\n${text}` : text;
}

function holdsHidden(text: string): boolean {
  return hiddenCharacters(text).length > 0;
}

function numberOf(stored: string): string {
  return stored.trim() === '' ? '' : numberToCopy(stored);
}

type PaidTo = { readonly number: string; readonly link: string };

function valuesOf(
  request: PayableRequest,
  { number, link }: PaidTo,
  { language, profile, machineZone }: MessageSetting,
): MessageValues {
  const data = handedDataOf(request) ?? {};
  const { customer = '', order_id: order } = request.body.fields;
  const currency = currencyOf(request);
  const until = validUntil(request, profile?.requisitesValidMin ?? null);
  return {
    amount: amountText(request, language),
    currency: oneLine(currency),
    number,
    name: oneLine(data.name ?? ''),
    bank: oneLine(data.bank_name ?? ''),
    bic: oneLine(data.bic ?? ''),
    reason: oneLine(data.payment_reason ?? ''),
    link,
    customer: oneLine(customer),
    order: oneLine(order),
    valid_until:
      until === null
        ? ''
        : validUntilText(
            { from: request.createdAt, until },
            { timeZone: profile?.timeZone ?? machineZone, language },
          ),
  };
}

/** As answered; of a found one, as sent. */
function currencyOf(request: PayableRequest): string {
  return request.outcome === 'accepted'
    ? request.answer.record.amount_currency
    : request.body.fields.currency;
}

/** As the message's readers write it. An ordinary space between the groups: what is copied on must not hold another one. */
function amountText(request: PayableRequest, language: MessageLanguage): string {
  return moneyIn(request, amountOf(request).cents, language);
}

function moneyIn(request: PayableRequest, cents: MinorUnits, language: MessageLanguage): string {
  const currency = currencyOf(request);
  const locale = language === 'en' ? 'en' : 'ru';
  const text = isCurrency(currency)
    ? formatMoney(cents, currency, locale)
    : formatUnknownMoney(cents, currency, locale);
  return text.replaceAll('\u00a0', ' ');
}

/** A provider's line break would begin a line that no wording has. */
function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}

/** Whether a text, changed by hand or not, still says where to pay: exactly that, not as a part of something longer. */
export function saysWhereToPay(text: string, { kind, text: wanted }: PayTo): boolean {
  const goesOn = kind === 'number' ? /[\p{L}\p{N}+]/u : /[^\s`]/u;
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) {
    const before = text.charAt(at - 1);
    const after = text.charAt(at + wanted.length);
    if (!goesOn.test(before) && !goesOn.test(after)) return true;
  }
  return false;
}
