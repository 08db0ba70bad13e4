import { DEFAULT_DIALECT } from '#shared/dialect/presets.ts';
import { CURRENCIES, type Currency } from '#shared/domain/currency.ts';
import { formatMoney } from '#shared/domain/money.ts';
import { type ProfileSetUp, profileSetUpSchema } from '#shared/domain/profile.ts';

import type { Language } from '../../../i18n/i18n.ts';
import { wordsText } from './stateWords.ts';

type ConfirmField = `confirm${Currency}`;
export const confirmField = <Of extends Currency>(currency: Of): `confirm${Of}` =>
  `confirm${currency}`;

/** Everything the editor has a control for, in the order of the screen. The provider format has an editor of its own. */
export const SET_UP_FIELDS = [
  'name',
  'mode',
  'baseUrl',
  'merchant',
  'orderPattern',
  'callback',
  'success',
  'reject',
  ...CURRENCIES.map(confirmField),
  'duplicateWindow',
  'limitsPolicy',
  'stateWords',
  'connect',
  'slow',
  'answer',
  'requisitesValid',
  'timeZone',
  'dayCut',
  'proxyMode',
  'proxyUrl',
] as const;
export type SetUpField = Exclude<(typeof SET_UP_FIELDS)[number], ConfirmField> | ConfirmField;

/** What stands in the controls. An empty text is a choice of its own: not sent, never, unknown, this machine's. */
export type SetUpTexts = Readonly<Record<SetUpField, string>>;

export function textsOf(setUp: ProfileSetUp, language: Language): SetUpTexts {
  const threshold = (currency: Currency): string => {
    const above = setUp.confirmAbove[currency];
    return above === undefined ? '' : formatMoney(above, currency, language);
  };
  return {
    name: setUp.name,
    mode: setUp.mode,
    baseUrl: setUp.baseUrl,
    merchant: setUp.merchant,
    orderPattern: setUp.orderPattern,
    callback: setUp.defaultUrls.callback ?? '',
    success: setUp.defaultUrls.success ?? '',
    reject: setUp.defaultUrls.reject ?? '',
    confirmRUB: threshold('RUB'),
    confirmUZS: threshold('UZS'),
    confirmKZT: threshold('KZT'),
    confirmTJS: threshold('TJS'),
    duplicateWindow: String(setUp.duplicateWindowMin),
    limitsPolicy: setUp.limitsPolicy,
    stateWords: wordsText(setUp.stateWords),
    connect: secondsText(setUp.connectDeadlineMs, language),
    slow: secondsText(setUp.slowAfterMs, language),
    answer: secondsText(setUp.answerDeadlineMs, language),
    requisitesValid: setUp.requisitesValidMin === null ? '' : String(setUp.requisitesValidMin),
    timeZone: setUp.timeZone ?? '',
    dayCut: setUp.dayCut,
    proxyMode: setUp.proxy.mode,
    proxyUrl: setUp.proxy.mode === 'manual' ? setUp.proxy.url : '',
  };
}

/** A merchant that is yet to be set up: the contract's own defaults, and nothing that only the provider can tell. */
export function newTexts(language: Language): SetUpTexts {
  const defaults = profileSetUpSchema.parse({
    name: '-',
    mode: 'live',
    baseUrl: 'https://provider.example',
    merchant: '00000000-0000-4000-8000-000000000000',
    dialect: DEFAULT_DIALECT,
  });
  return { ...textsOf(defaults, language), name: '', baseUrl: '', merchant: '' };
}

/** Exact: milliseconds as seconds, without a float on the way. */
function secondsText(ms: number, language: Language): string {
  const whole = Math.trunc(ms / 1000);
  const rest = String(ms % 1000)
    .padStart(3, '0')
    .replace(/0+$/u, '');
  return rest === '' ? String(whole) : `${whole}${language === 'ru' ? ',' : '.'}${rest}`;
}
