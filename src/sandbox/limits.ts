import type { Flow } from './fields.ts';
import { type Refusal, fieldRefusal } from './refusal.ts';

/** 2.2: the four ways to transfer that the document names. */
export const TRANSFER_METHODS = ['any_bank', 'sbp', 'bankx', 'account_number'] as const;
export type TransferMethod = (typeof TRANSFER_METHODS)[number];

/** 2.4: the payer chooses one of the above on the page. With RUB too, in spite of its name. */
const SELECT = 'uzs_select';

/** One row of GET limit's answer; amounts in minor units. The document does not show the shape. */
export type Limit = {
  readonly currency: string;
  readonly payment_type: TransferMethod | typeof SELECT;
  readonly min: number;
  readonly max: number;
};

const limit = (
  currency: string,
  payment_type: Limit['payment_type'],
  min: number,
  max: number,
): Limit => ({ currency, payment_type, min, max });

/** Bounds differ by type on purpose, so that a client which mixes rows up is caught. Literals are in minor units. */
export const LIMITS: readonly Limit[] = [
  limit('RUB', 'any_bank', 500_00, 150_000_00),
  limit('RUB', 'sbp', 100_00, 100_000_00),
  limit('RUB', 'bankx', 1_000_00, 300_000_00),
  limit('RUB', 'account_number', 10_000_00, 1_000_000_00),
  limit('RUB', SELECT, 500_00, 150_000_00),
  limit('UZS', 'any_bank', 10_000_00, 15_000_000_00),
  limit('UZS', 'bankx', 50_000_00, 30_000_000_00),
  limit('UZS', 'account_number', 500_000_00, 100_000_000_00),
  limit('UZS', SELECT, 10_000_00, 15_000_000_00),
  limit('KZT', 'any_bank', 1_000_00, 500_000_00),
  limit('KZT', 'account_number', 5_000_00, 2_000_000_00),
  limit('TJS', 'any_bank', 50_00, 10_000_00),
];

/** Part 8. */
const CURRENCIES: Readonly<Record<Flow, readonly string[]>> = {
  create: ['RUB', 'UZS', 'KZT', 'TJS'],
  build: ['RUB', 'UZS'],
};

type Asked = { readonly currency: string; readonly payment_type: string; readonly cents: number };

export function findLimitFault(
  flow: Flow,
  asked: Asked,
  limits: readonly Limit[] = LIMITS,
): Refusal | null {
  const { currency, payment_type: type, cents } = asked;
  const currencies = CURRENCIES[flow];
  if (!currencies.includes(currency)) {
    return fieldRefusal('currency', 'currency_not_allowed', `must be ${currencies.join(', ')}`);
  }
  const ofFlow = limits.filter((row) => (row.payment_type === SELECT) === (flow === 'build'));
  const offered = ofFlow.filter((row) => row.currency === currency);
  const found = offered.find((row) => row.payment_type === type);
  if (found === undefined) {
    const types = offered.map((row) => row.payment_type).join(', ');
    return fieldRefusal('payment_type', 'type_not_allowed', `must be ${types} for ${currency}`);
  }
  if (cents < found.min || cents > found.max) {
    const bounds = `${found.min} and ${found.max} minor units for ${currency} ${type}`;
    return fieldRefusal('cents', 'amount_out_of_limits', `must be between ${bounds}`);
  }
  return null;
}

/** What the payment page of the method-selection flow offers for this amount. */
export function methodsFor(currency: string, cents: number): readonly TransferMethod[] {
  return TRANSFER_METHODS.filter((method) =>
    LIMITS.some(
      (row) =>
        row.currency === currency &&
        row.payment_type === method &&
        cents >= row.min &&
        cents <= row.max,
    ),
  );
}

export function isTransferMethod(value: string): value is TransferMethod {
  return TRANSFER_METHODS.some((method) => method === value);
}
