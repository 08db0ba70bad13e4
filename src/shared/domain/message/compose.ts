import { hiddenCharacters } from '../hiddenCharacters.ts';
import { Money } from '../money.ts';
import { paidAmountOf } from '../paid.ts';
import type { Profile } from '../profile.ts';
import { amountOf, handedDataOf } from '../request.ts';
import { linkToShow, numberToCopy } from '../requisites.ts';
import { type Result, err, ok } from '../result.ts';
import type { Channel, MessageLanguage, MessagePurpose, Template } from '../template.ts';
import { validUntil } from '../validity.ts';
import { chooseWording } from './chooseWording.ts';
import {
  type FollowUp,
  type FollowUpKind,
  type FollowUpProfile,
  type PayableRequest,
  followUpInPlace,
  partlyPaid,
} from './followUp.ts';
import { type Placeholder, PLACEHOLDERS, placeholdersFor, placeholdersIn } from './placeholders.ts';
import { type MessageValues, render } from './render.ts';
import { validUntilText } from './validUntilText.ts';
import { type MessageKind, deskWording, sandboxLine } from './wording.ts';

export type MessageSetting = {
  readonly language: MessageLanguage;
  readonly channel: Channel;
  readonly templates: readonly Template[];
  /** Null: the profile is not there any more. */
  readonly profile: (Pick<Profile, 'timeZone'> & FollowUpProfile) | null;
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
  /** What the provider called back, where the message rests on it. */
  readonly closed: Closed | null;
  readonly template: Template | null;
  /** What Telegram or WhatsApp would take for formatting, and change. */
  readonly altered: readonly Placeholder[];
  /** Values from the provider with invisible characters. */
  readonly hidden: readonly Placeholder[];
};
export type PayTo = { readonly kind: 'number' | 'link'; readonly text: string };
export type Closed = { readonly state: string; readonly isVerified: boolean };

/** The message that asks to pay, or the follow-up that stands in its place. */
export function composeMessage(
  request: PayableRequest,
  setting: MessageSetting,
): Result<Message, NoMessage> {
  const kind = followUpInPlace(request, setting.profile?.stateWords);
  if (kind !== null) return ok(composeFollowUp(request, { kind, minutesLeft: null }, setting));
  const { number, link } = payToOf(request, setting);
  if (number === '' && link === '') return err('nothing_to_pay');
  if (number === '' && link === null) return err('unsafe_link');
  const wording = wordingFor(request, setting, number === '' ? 'link' : 'requisites');
  if (link === null && placeholdersIn(wording.text).has('link')) return err('unsafe_link');
  const values = valuesOf(request, { number, link: link ?? '' }, setting);
  return ok({
    ...rendered(request, wording, values, setting),
    payTo: number === '' ? { kind: 'link', text: values.link } : { kind: 'number', text: number },
    purpose: 'payment',
    closed: null,
  });
}

/** A receipt, a reminder or that it is closed. Only a reminder can hold where to pay, and only where its wording asks for it. */
export function composeFollowUp(
  request: PayableRequest,
  { kind, minutesLeft }: FollowUp,
  setting: MessageSetting,
): Message {
  const wording = wordingFor(request, setting, kind);
  const used = placeholdersIn(wording.text);
  const payTo = payToOf(request, setting);
  const filled = new Set(placeholdersFor(kind));
  const all: MessageValues = {
    ...valuesOf(request, { number: '', link: '' }, setting),
    ...(used.has('number') ? { number: payTo.number } : {}),
    ...(used.has('link') ? { link: payTo.link ?? '' } : {}),
    ...paidValues(request, kind, setting.language),
    minutes_left: minutesLeft === null ? '' : String(minutesLeft),
  };
  const values: MessageValues = {
    ...all,
    ...Object.fromEntries(PLACEHOLDERS.filter((one) => !filled.has(one)).map((one) => [one, ''])),
    currency: all.amount === '' ? '' : all.currency,
  };
  // An office's wording may hold nothing but an amount that cannot be shown.
  const isEmpty = render(wording.text, values, setting.channel).text === '';
  const desk = { text: deskWording(setting.language, setting.channel, kind), template: null };
  return {
    ...rendered(request, isEmpty ? desk : wording, values, setting),
    payTo: null,
    purpose: kind,
    closed: basisOf(request, kind),
  };
}

/** What the provider called back that a follow-up rests on; a reminder and an expiry rest on the clock. */
function basisOf({ heard, paid }: PayableRequest, kind: FollowUpKind): Closed | null {
  if (kind === 'reminder' || kind === 'expired') return null;
  const isVerified = (kind === 'partial' ? paid : heard)?.isVerified === true;
  return { state: heard?.state ?? '', isVerified };
}

type Wording = Pick<Message, 'template'> & { readonly text: string };

function wordingFor(request: PayableRequest, setting: MessageSetting, kind: MessageKind): Wording {
  return chooseWording(setting.templates, {
    language: setting.language,
    channel: setting.channel,
    paymentType: request.body.fields.payment_type,
    kind,
  });
}

type Texts = Pick<Message, 'text' | 'second' | 'template' | 'altered' | 'hidden'>;

function rendered(
  request: PayableRequest,
  wording: Wording,
  values: MessageValues,
  setting: MessageSetting,
): Texts {
  const { text, second, altered } = render(wording.text, values, setting.channel);
  const marked = (part: string): string => markedFor(request, setting, part);
  const isNumber = second !== null && second === values.number;
  return {
    text: marked(text),
    second:
      second === null
        ? null
        : isNumber
          ? { text: second, part: 'number' }
          : { text: marked(second), part: 'message' },
    template: wording.template,
    altered,
    hidden: [...placeholdersIn(wording.text)].filter((one) => holdsHidden(values[one])),
  };
}

type PaidValues = Pick<MessageValues, 'amount' | 'paid_amount' | 'missing_amount'>;

/** Amounts as the provider returned or called back; in a receipt the amount is the one that was paid. */
function paidValues(
  request: PayableRequest,
  kind: FollowUpKind,
  language: MessageLanguage,
): PaidValues {
  const said = (cents: number | null): string =>
    cents === null ? '' : moneyIn(request, cents, language);
  const paid = paidAmountOf(request);
  const paidText = said(paid?.cents ?? null);
  return {
    // As asked for where no callback names an amount; empty where the named one cannot be read.
    amount: kind === 'receipt' && paid !== null ? paidText : amountText(request, language),
    paid_amount: paidText,
    missing_amount: said(partlyPaid(request)?.missing ?? null),
  };
}

function markedFor({ mode }: PayableRequest, { language }: MessageSetting, text: string): string {
  return mode === 'sandbox' ? `${sandboxLine(language)}\n${text}` : text;
}

function holdsHidden(text: string): boolean {
  return hiddenCharacters(text).length > 0;
}

type PaidTo = { readonly number: string; readonly link: string };

/** Empty: none came. A link that must stay text is null. */
function payToOf(
  request: PayableRequest,
  { sandboxOrigin }: MessageSetting,
): { readonly number: string; readonly link: string | null } {
  const data = handedDataOf(request) ?? {};
  const stored = data.number ?? '';
  const address = (data.url ?? '').trim();
  return {
    number: stored.trim() === '' ? '' : numberToCopy(stored),
    link: address === '' ? '' : linkToShow(address, sandboxOrigin),
  };
}

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
    paid_amount: '',
    missing_amount: '',
    minutes_left: '',
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

function moneyIn(request: PayableRequest, cents: number, language: MessageLanguage): string {
  const locale = language === 'en' ? 'en' : 'ru';
  return Money.shown(cents, currencyOf(request), locale).replaceAll('\u00a0', ' ');
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
