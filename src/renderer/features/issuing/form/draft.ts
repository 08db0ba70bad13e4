import type { FilledIn } from '#shared/domain/callback.ts';
import { type Currency, isCurrency } from '#shared/domain/currency.ts';
import {
  BUILD_PAYMENT_TYPE,
  DOCUMENTED_PAYMENT_TYPES,
  type DepositBody,
  FLOWS,
  type Flow,
} from '#shared/domain/deposit.ts';
import {
  type DepositDraft,
  type DraftField,
  type SavedDraft,
  savedDraftSchema,
} from '#shared/domain/draft.ts';
import { type IntentId, type ProfileId, intentIdSchema } from '#shared/domain/ids.ts';
import { type LimitsSnapshot, offeredCurrencies, offeredTypes } from '#shared/domain/limits.ts';
import { type MinorUnits, Money, type MoneyFault } from '#shared/domain/money.ts';
import { cleanPhone, formatPhone } from '#shared/domain/phone.ts';
import type { DepositRequest } from '#shared/domain/request.ts';
import type { Result } from '#shared/domain/result.ts';
import { visibleText } from '#shared/domain/visibleText.ts';

import type { RefillHow } from '../../../client/refill.ts';
import type { Language } from '../../../i18n/i18n.ts';

/** What is typed, field by field. An empty currency or type stands for "the first one offered". */
export type Texts = Readonly<Record<DraftField, string>>;

/** The intent id is born with the draft and saved with it; only a recorded request ends it. */
export type Draft = Readonly<SavedDraft>;

const ADDRESS_FIELDS = [
  'callback_url',
  'success_url',
  'reject_url',
] as const satisfies readonly DraftField[];
/** Addresses that the profile sends with every request; empty: none. */

const MORE_FIELDS = [
  { field: 'customer_phone_number', word: 'form.phone', type: 'tel' },
  { field: 'callback_url', word: 'form.callback', type: 'url' },
  { field: 'success_url', word: 'form.success', type: 'url' },
  { field: 'reject_url', word: 'form.reject', type: 'url' },
] as const;

/** The fields behind "More". 2.4: no phone in the payment page flow. */
export function moreFieldsOf(flow: Flow): readonly (typeof MORE_FIELDS)[number][] {
  return flow === 'create'
    ? MORE_FIELDS
    : MORE_FIELDS.filter(({ field }) => field !== 'customer_phone_number');
}

export function isFilledIn({ texts, filledIn }: Draft, field: DraftField): boolean {
  const own = ADDRESS_FIELDS.find((name) => name === field);
  return own !== undefined && texts[own] !== '' && texts[own] === filledIn[own];
}

/** The profile was set up anew: its addresses follow, those that were typed or cleared here stay. */
export function withFilledIn(draft: Draft, filledIn: FilledIn): Draft {
  const changed = ADDRESS_FIELDS.filter((field) => draft.filledIn[field] !== filledIn[field]);
  if (changed.length === 0) return draft;
  const followed: Readonly<Partial<FilledIn>> = Object.fromEntries(
    changed
      .filter((field) => draft.texts[field] === draft.filledIn[field])
      .map((field): [string, string] => [field, filledIn[field]]),
  );
  return { ...draft, filledIn, texts: { ...draft.texts, ...followed } };
}

const EMPTY: Texts = {
  cents: '',
  currency: '',
  payment_type: '',
  customer: '',
  order_id: '',
  customer_phone_number: '',
  callback_url: '',
  success_url: '',
  reject_url: '',
};

export const freshIntentId = (): IntentId => intentIdSchema.parse(crypto.randomUUID());

export function newDraft(intentId: IntentId, filledIn: FilledIn): Draft {
  return { intentId, texts: { ...EMPTY, ...filledIn }, orderIsAuto: true, filledIn };
}

/**
 * For the next customer: what belongs to the last one goes, what belongs to the work at hand stays. Addresses that were typed for
 * the last one are folded away: the profile's own come back.
 */
export function nextDraft(before: Draft, intentId: IntentId): Draft {
  const { shown: _, ...last } = before;
  const gone = { cents: '', customer: '', order_id: '', customer_phone_number: '' };
  const texts = { ...last.texts, ...gone, ...last.filledIn };
  return { ...last, intentId, texts, orderIsAuto: true };
}

/**
 * The same customer's request once more; its order id stays with the one that was issued. One that the desk has suggested
 * already is kept: another suggestion would be the next number and leave a gap. `with`: the amount is left empty.
 */
export function refilledDraft(
  before: Draft,
  body: DepositBody,
  how: RefillHow,
  intentId: IntentId,
  language: Language,
): Draft {
  const { shown: _, ...last } = before;
  const { fields } = body;
  const texts = {
    ...last.texts,
    ...last.filledIn,
    cents: how === 'with' ? '' : Money.shown(fields.cents, fields.currency, language),
    currency: fields.currency,
    payment_type: fields.payment_type,
    customer: fields.customer ?? '',
    order_id: last.orderIsAuto ? last.texts.order_id : '',
    customer_phone_number:
      body.flow === 'create' ? formatPhone(body.fields.customer_phone_number ?? '') : '',
  };
  return { ...last, intentId, texts, orderIsAuto: true };
}

/** Nothing in it belongs to a customer yet. */
export function isFree({ texts }: Draft): boolean {
  return [texts.cents, texts.customer, texts.customer_phone_number].every(
    (text) => text.trim() === '',
  );
}

const storageKey = (profileId: ProfileId, flow: Flow): string => `draft:${profileId}:${flow}`;

export function saveDraft(storage: Storage, profileId: ProfileId, flow: Flow, draft: Draft): void {
  storage.setItem(storageKey(profileId, flow), JSON.stringify(draft));
}

export function loadDraft(storage: Storage, profileId: ProfileId, flow: Flow): Draft | null {
  const saved = storage.getItem(storageKey(profileId, flow));
  if (saved === null) return null;
  try {
    return savedDraftSchema.parse(JSON.parse(saved));
  } catch {
    // Not what this form wrote: nothing in it is worth guessing at.
    return null;
  }
}

/** Something is typed for a customer in one of the profile's forms. */
export function hasTyped(storage: Storage, profileId: ProfileId): boolean {
  return FLOWS.some((flow) => {
    const draft = loadDraft(storage, profileId, flow);
    return draft !== null && !isFree(draft);
  });
}

/** After its request was recorded, whether or not the form was still on the screen to hear of it. False: another one is saved. */
export function endSavedDraft(
  storage: Storage,
  profileId: ProfileId,
  flow: Flow,
  recorded: IntentId,
): boolean {
  const saved = loadDraft(storage, profileId, flow);
  if (saved?.intentId !== recorded) return false;
  saveDraft(storage, profileId, flow, nextDraft(saved, freshIntentId()));
  return true;
}

/** Choices of the newest request of this flow; used where nothing is chosen, as long as they are offered. */
export type Habit = { readonly currency: string; readonly paymentType: string };

/** `requests` are the newest ten, newest first. */
export function habitOf(requests: readonly DepositRequest[], flow: Flow): Habit | null {
  const last = requests.find(({ body }) => body.flow === flow)?.body.fields;
  return last === undefined ? null : { currency: last.currency, paymentType: last.payment_type };
}

/** What the texts mean under the limits in hand: the choices in force, and the draft as the shared rule checks it. */
export type ReadDraft = {
  readonly currency: Currency;
  readonly paymentType: string;
  readonly offeredCurrencies: readonly Currency[];
  readonly offeredTypes: readonly string[];
  readonly amount: Result<MinorUnits, MoneyFault>;
  readonly deposit: DepositDraft;
};

export function readDraft(
  texts: Texts,
  flow: Flow,
  limits: LimitsSnapshot | null,
  habit: Habit | null = null,
): ReadDraft {
  const currencies = offeredCurrencies(limits, flow);
  const usual = currencies.find((currency) => currency === habit?.currency) ?? currencies[0];
  const currency = isCurrency(texts.currency) ? texts.currency : (usual ?? 'RUB');
  const types = offeredTypes(limits, currency);
  const usualType = types.find((type) => type === habit?.paymentType) ?? types[0];
  // A currency without types still gets one, so that the rule refuses the currency and not a missing type.
  const chosenType =
    texts.payment_type === '' ? (usualType ?? DOCUMENTED_PAYMENT_TYPES[0]) : texts.payment_type;
  const amount = Money.parse(texts.cents, currency);
  const common = {
    cents: amount.ok ? amount.value : null,
    currency,
    // What cannot be seen is not sent; the field says so.
    customer: visibleText(texts.customer),
    order_id: visibleText(texts.order_id),
    callback_url: visibleText(texts.callback_url),
    success_url: visibleText(texts.success_url),
    reject_url: visibleText(texts.reject_url),
  };
  return {
    currency,
    paymentType: flow === 'build' ? BUILD_PAYMENT_TYPE : chosenType,
    offeredCurrencies: currencies,
    offeredTypes: types,
    amount,
    deposit:
      flow === 'build'
        ? { flow, fields: common }
        : {
            flow,
            fields: {
              ...common,
              payment_type: chosenType,
              customer_phone_number: cleanPhone(visibleText(texts.customer_phone_number)),
            },
          },
  };
}
