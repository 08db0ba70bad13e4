import type { Dialect } from '#shared/dialect/schema.ts';
import { CURRENCIES, type Currency } from '#shared/domain/currency.ts';
import { merchantIdSchema } from '#shared/domain/ids.ts';
import { webOriginOf } from '#shared/domain/link.ts';
import { type MinorUnits, parseMoney } from '#shared/domain/money.ts';
import { orderPatternFault } from '#shared/domain/orderPattern.ts';
import {
  type ProfileSetUp,
  isAllowedBaseUrl,
  isPlainAddress,
  profileSetUpSchema,
} from '#shared/domain/profile.ts';
import { isAmbiguousWhenSigned } from '#shared/domain/signedValue.ts';
import { hasHidden } from '#shared/domain/visibleText.ts';
import { addressFault as webAddressFault } from '#shared/domain/webAddress.ts';

import type { WordKey } from '../../../i18n/i18n.ts';
import { moneyFaultKey } from '../../../text/failures.ts';
import { wordFaults, wordsOf } from './stateWords.ts';
import { type SetUpField, type SetUpTexts, confirmField } from './texts.ts';

/** Why a text cannot be saved, by its wording. */
type SetUpFault = {
  readonly word: WordKey;
  readonly values?: Readonly<Record<string, string | number>>;
};
type SetUpFaults = Readonly<Partial<Record<SetUpField, SetUpFault>>>;

export type ReadSetUp =
  | { readonly ok: true; readonly setUp: ProfileSetUp }
  | { readonly ok: false; readonly faults: SetUpFaults };

const shape = profileSetUpSchema.shape;

/** The texts as the contract takes them, or what is wrong with each, in the order of the screen. */
export function readSetUp(texts: SetUpTexts, dialect: Dialect): ReadSetUp {
  const faults = faultsOf(texts);
  if (Object.keys(faults).length > 0) return { ok: false, faults };
  const parsed = profileSetUpSchema.safeParse(candidate(texts, dialect));
  return parsed.success
    ? { ok: true, setUp: parsed.data }
    : { ok: false, faults: { name: { word: 'setUp.fault.other' } } };
}

function candidate(texts: SetUpTexts, dialect: Dialect): unknown {
  const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());
  return {
    name: texts.name,
    mode: texts.mode,
    baseUrl: texts.baseUrl.trim(),
    merchant: texts.merchant.trim(),
    dialect,
    orderPattern: texts.orderPattern.trim(),
    defaultUrls: {
      callback: orNull(texts.callback),
      success: orNull(texts.success),
      reject: orNull(texts.reject),
    },
    confirmAbove: Object.fromEntries(
      CURRENCIES.flatMap((currency) => {
        const above = thresholdOf(texts, currency);
        return above === null ? [] : [[currency, above]];
      }),
    ),
    duplicateWindowMin: readWhole(texts.duplicateWindow),
    connectDeadlineMs: readSeconds(texts.connect),
    slowAfterMs: readSeconds(texts.slow),
    answerDeadlineMs: readSeconds(texts.answer),
    requisitesValidMin:
      texts.requisitesValid.trim() === '' ? null : readWhole(texts.requisitesValid),
    timeZone: orNull(texts.timeZone),
    dayCut: readDayCut(texts.dayCut),
    limitsPolicy: texts.limitsPolicy,
    stateWords: wordsOf(texts.stateWords),
    proxy:
      texts.proxyMode === 'manual'
        ? { mode: 'manual', url: texts.proxyUrl.trim() }
        : { mode: texts.proxyMode },
  };
}

function faultsOf(texts: SetUpTexts): SetUpFaults {
  const found: readonly (readonly [SetUpField, SetUpFault | null])[] = [
    ['name', nameFault(texts.name)],
    ['baseUrl', addressFault(texts.baseUrl.trim())],
    ['merchant', merchantFault(texts.merchant.trim())],
    ['orderPattern', patternFault(texts.orderPattern.trim())],
    ['callback', urlFault(texts.callback)],
    ['success', urlFault(texts.success)],
    ['reject', urlFault(texts.reject)],
    ...CURRENCIES.map((currency) => {
      const field = confirmField(currency);
      return [field, moneyFault(texts[field], currency)] as const;
    }),
    ['duplicateWindow', wholeFault(texts.duplicateWindow, 0, 1440)],
    ['stateWords', wordsFault(texts.stateWords)],
    ['connect', secondsFault(texts.connect, 1, 60)],
    ['slow', secondsFault(texts.slow, 1, 600)],
    ['answer', secondsFault(texts.answer, 1, 600)],
    [
      'requisitesValid',
      texts.requisitesValid.trim() === '' ? null : wholeFault(texts.requisitesValid, 1, 10_080),
    ],
    ['timeZone', zoneFault(texts.timeZone.trim())],
    ['dayCut', readDayCut(texts.dayCut) === null ? { word: 'setUp.fault.dayCut' } : null],
    ['proxyUrl', texts.proxyMode === 'manual' ? proxyFault(texts.proxyUrl.trim()) : null],
  ];
  return Object.fromEntries(found.filter(([, fault]) => fault !== null));
}

/** Each says beside itself what is wrong with it. */
function wordsFault(text: string): SetUpFault | null {
  const isFaulty = wordFaults(wordsOf(text)).some((fault) => fault !== null);
  return isFaulty ? { word: 'setUp.fault.words' } : null;
}

function nameFault(text: string): SetUpFault | null {
  return shape.name.safeParse(text).success ? null : { word: 'profile.name.fault' };
}

function addressFault(address: string): SetUpFault | null {
  if (address === '') return { word: 'setUp.fault.address.empty' };
  if (isAllowedBaseUrl(address)) {
    return shape.baseUrl.safeParse(address).success ? null : { word: 'setUp.fault.tooLong' };
  }
  if (/^https?:\/\/[^/?#]*@/iu.test(address)) return { word: 'setUp.fault.address.credentials' };
  if (!isPlainAddress(address)) return { word: 'setUp.fault.address.malformed' };
  if (/[?#]/u.test(address)) return { word: 'setUp.fault.address.query' };
  return { word: 'setUp.fault.address.http' };
}

function merchantFault(text: string): SetUpFault | null {
  if (text === '') return { word: 'setUp.fault.merchant.empty' };
  return merchantIdSchema.safeParse(text).success ? null : { word: 'profile.merchant.fault' };
}

function patternFault(pattern: string): SetUpFault | null {
  if (pattern === '') return { word: 'setUp.fault.pattern.empty' };
  const fault = orderPatternFault(pattern);
  if (fault !== null) return { word: `setUp.fault.pattern.${fault}` };
  return shape.orderPattern.safeParse(pattern).success
    ? null
    : { word: 'fault.too_long', values: { limit: 60 } };
}

function urlFault(text: string): SetUpFault | null {
  const address = text.trim();
  if (address === '') return null;
  if (address.length > 2048) return { word: 'setUp.fault.tooLong' };
  if (hasHidden(address)) return { word: 'fault.control_character' };
  const fault = webAddressFault(address);
  if (fault !== null) return { word: `fault.${fault}` };
  if (webOriginOf(address) === null) return { word: 'fault.malformed_url' };
  return isAmbiguousWhenSigned(address) ? { word: 'fault.separator' } : null;
}

function proxyFault(address: string): SetUpFault | null {
  if (address === '') return { word: 'setUp.fault.proxy.empty' };
  const proxy = { mode: 'manual', url: address };
  if (shape.proxy.safeParse(proxy).success) return null;
  return /^https?:\/\/[^/?#]*@/iu.test(address)
    ? { word: 'setUp.fault.proxy.credentials' }
    : { word: 'setUp.fault.proxy.malformed' };
}

function moneyFault(text: string, currency: Currency): SetUpFault | null {
  if (text.trim() === '') return null;
  const amount = parseMoney(text, currency);
  return amount.ok ? null : { word: moneyFaultKey(amount.error) };
}

function thresholdOf(texts: SetUpTexts, currency: Currency): MinorUnits | null {
  const amount = parseMoney(texts[confirmField(currency)], currency);
  return amount.ok ? amount.value : null;
}

function zoneFault(zone: string): SetUpFault | null {
  return zone === '' || shape.timeZone.safeParse(zone).success
    ? null
    : { word: 'setUp.fault.timeZone' };
}

function wholeFault(text: string, min: number, max: number): SetUpFault | null {
  const value = readWhole(text);
  const good = value !== null && value >= min && value <= max;
  return good ? null : { word: 'setUp.fault.minutes', values: { min, max } };
}

function secondsFault(text: string, min: number, max: number): SetUpFault | null {
  const ms = readSeconds(text);
  const good = ms !== null && ms >= min * 1000 && ms <= max * 1000;
  return good ? null : { word: 'setUp.fault.seconds', values: { min, max } };
}

function readWhole(text: string): number | null {
  return /^[0-9]{1,6}$/u.test(text.trim()) ? Number(text.trim()) : null;
}

/** "15", "2.5" or «2,5» seconds, as milliseconds, digit by digit. */
export function readSeconds(text: string): number | null {
  const match = /^(?<whole>[0-9]{1,4})(?:[.,](?<rest>[0-9]{1,3}))?$/u.exec(text.trim());
  const { whole, rest = '' } = match?.groups ?? {};
  return whole === undefined ? null : Number(whole + rest.padEnd(3, '0'));
}

/** "4", "4:30" and "04:30" all say when a day begins. */
export function readDayCut(text: string): string | null {
  const match = /^(?<hour>[0-9]{1,2})(?::(?<minute>[0-5][0-9]))?$/u.exec(text.trim());
  const { hour, minute = '00' } = match?.groups ?? {};
  if (hour === undefined || Number(hour) > 23) return null;
  return `${hour.padStart(2, '0')}:${minute}`;
}
