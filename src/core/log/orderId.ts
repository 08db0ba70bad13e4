import type { Flow } from '#shared/domain/deposit.ts';

const PREFIX: Readonly<Record<Flow, string>> = { create: 'D', build: 'P' };

/** `D-1115-0001` for the direct flow, `P-…` for payment pages. */
export function formatOrderId(flow: Flow, day: string, number: number): string {
  return `${PREFIX[flow]}-${day}-${String(number).padStart(4, '0')}`;
}

/** The desk's own day. The year is left out: the counter goes on where it stopped a year ago, so nothing repeats. */
export function orderDayOf(now: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${two(now.getMonth() + 1)}${two(now.getDate())}`;
}
