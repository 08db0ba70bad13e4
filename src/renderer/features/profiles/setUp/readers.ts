import type { Currency } from '#shared/domain/currency.ts';
import { merchantIdSchema } from '#shared/domain/ids.ts';
import { webOriginOf } from '#shared/domain/link.ts';
import { Money } from '#shared/domain/money.ts';
import { orderPatternFault } from '#shared/domain/orderPattern.ts';
import { isAllowedBaseUrl, isPlainAddress, profileSetUpSchema } from '#shared/domain/profile.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';
import { isAmbiguousWhenSigned } from '#shared/domain/deposit.ts';
import { hasHidden } from '#shared/domain/visibleText.ts';
import { addressFault } from '#shared/domain/webAddress.ts';

import type { WordKey } from '../../../i18n/i18n.ts';
import { moneyFaultKey } from '../../../text/failures.ts';
import type { FieldFault } from '../../../ui/form/fields.ts';
import { wordFaults, wordsOf } from './stateWords.ts';

/** What stands in the controls, by field. */
export type Texts = Readonly<Record<string, string>>;

/** From the text of a control to the value of the contract. Undefined: the set-up has no such value. */
export type Reader = (text: string, texts: Texts) => Result<unknown, FieldFault>;

const { shape } = profileSetUpSchema;
const WITH_CREDENTIALS = /^https?:\/\/[^/?#]*@/iu;

function fault(word: WordKey, values?: FieldFault['values']): Result<never, FieldFault> {
  return err(values === undefined ? { word } : { word, values });
}

export const asTyped: Reader = (text) => ok(text);

/** No default: whether money is real is for the integrator to say. */
export const mode: Reader = (text) =>
  shape.mode.safeParse(text).success ? ok(text) : fault('setUp.fault.mode');

/** An empty text is a choice of its own: not sent, unknown, this machine's. */
export function optional(reader: Reader): Reader {
  return (text, texts) => (text.trim() === '' ? ok(null) : reader(text, texts));
}

export const profileName: Reader = (text) =>
  shape.name.safeParse(text).success ? ok(text) : fault('profile.name.fault');

export const providerAddress: Reader = (text) => {
  const address = text.trim();
  if (address === '') return fault('setUp.fault.address.empty');
  if (isAllowedBaseUrl(address)) {
    return shape.baseUrl.safeParse(address).success ? ok(address) : fault('setUp.fault.tooLong');
  }
  if (WITH_CREDENTIALS.test(address)) return fault('setUp.fault.address.credentials');
  if (!isPlainAddress(address)) return fault('setUp.fault.address.malformed');
  return fault(/[?#]/u.test(address) ? 'setUp.fault.address.query' : 'setUp.fault.address.http');
};

export const merchantId: Reader = (text) => {
  const id = text.trim();
  if (id === '') return fault('setUp.fault.merchant.empty');
  return merchantIdSchema.safeParse(id).success ? ok(id) : fault('profile.merchant.fault');
};

export const orderPattern: Reader = (text) => {
  const pattern = text.trim();
  if (pattern === '') return fault('setUp.fault.pattern.empty');
  const wrong = orderPatternFault(pattern);
  if (wrong !== null) return fault(`setUp.fault.pattern.${wrong}`);
  return shape.orderPattern.safeParse(pattern).success
    ? ok(pattern)
    : fault('fault.too_long', { limit: 60 });
};

export const webAddress: Reader = (text) => {
  const address = text.trim();
  if (address.length > 2048) return fault('setUp.fault.tooLong');
  if (hasHidden(address)) return fault('fault.control_character');
  const wrong = addressFault(address);
  if (wrong !== null) return fault(`fault.${wrong}`);
  if (webOriginOf(address) === null) return fault('fault.malformed_url');
  return isAmbiguousWhenSigned(address) ? fault('fault.separator') : ok(address);
};

/** Read only where it is in use: another mode has no address. */
export const proxyAddress: Reader = (text, { proxyMode }) => {
  if (proxyMode !== 'manual') return ok(undefined);
  const url = text.trim();
  if (url === '') return fault('setUp.fault.proxy.empty');
  if (shape.proxy.safeParse({ mode: 'manual', url }).success) return ok(url);
  return fault(`setUp.fault.proxy.${WITH_CREDENTIALS.test(url) ? 'credentials' : 'malformed'}`);
};

/** No threshold is a key that is absent. */
export function threshold(currency: Currency): Reader {
  return (text) => {
    if (text.trim() === '') return ok(undefined);
    const amount = Money.parse(text, currency);
    return amount.ok ? amount : fault(moneyFaultKey(amount.error));
  };
}

/** Each word says beside itself what is wrong with it. */
export const stateWords: Reader = (text) => {
  const words = wordsOf(text);
  const isFaulty = wordFaults(words).some((wrong) => wrong !== null);
  return isFaulty ? fault('setUp.fault.words') : ok(words);
};

export const timeZone: Reader = (text) =>
  shape.timeZone.safeParse(text.trim()).success ? ok(text.trim()) : fault('setUp.fault.timeZone');

export const dayCut: Reader = (text) => {
  const cut = readDayCut(text);
  return cut === null ? fault('setUp.fault.dayCut') : ok(cut);
};

export function minutes(min: number, max: number): Reader {
  return (text) => {
    const value = /^[0-9]{1,6}$/u.test(text.trim()) ? Number(text.trim()) : Number.NaN;
    return value >= min && value <= max ? ok(value) : fault('setUp.fault.minutes', { min, max });
  };
}

/** Typed in seconds, held in milliseconds. */
export function seconds(min: number, max: number): Reader {
  return (text) => {
    const ms = readSeconds(text);
    const isGood = ms !== null && ms >= min * 1000 && ms <= max * 1000;
    return isGood ? ok(ms) : fault('setUp.fault.seconds', { min, max });
  };
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
