const row = (currency: string, paymentType: string, min: number, max: number): object => ({
  currency,
  payment_type: paymentType,
  min,
  max,
});

/** What GET limit says, in minor units; wide enough for every amount of the sample. */
export const LIMITS_ANSWER: string = JSON.stringify([
  row('RUB', 'any_bank', 50_000, 15_000_000),
  row('RUB', 'sbp', 10_000, 10_000_000),
  row('RUB', 'bankx', 100_000, 30_000_000),
  row('RUB', 'account_number', 1_000_000, 100_000_000),
  row('RUB', 'uzs_select', 50_000, 15_000_000),
  row('UZS', 'any_bank', 1_000_000, 1_500_000_000),
  row('UZS', 'bankx', 5_000_000, 3_000_000_000),
  row('UZS', 'account_number', 50_000_000, 10_000_000_000),
  row('UZS', 'uzs_select', 1_000_000, 1_500_000_000),
  row('KZT', 'any_bank', 100_000, 50_000_000),
  row('KZT', 'account_number', 500_000, 200_000_000),
  row('TJS', 'any_bank', 5000, 1_000_000),
]);
