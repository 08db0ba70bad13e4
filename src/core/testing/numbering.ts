import type { Flow } from '#shared/domain/deposit.ts';
import { DEFAULT_ORDER_PATTERN } from '#shared/domain/orderPattern.ts';

import { ok } from '#shared/domain/result.ts';

import type { LogPort } from '../log/openLog.ts';
import type { OrderNumberings } from '../log/writes/batches.ts';
/** `date`: MMDD of 2026. */
export function numberingOf(
  flow: Flow,
  date: string,
  pattern: string = DEFAULT_ORDER_PATTERN,
  random = 'ABCDEFGH',
): OrderNumberings {
  const day = { year: '2026', month: date.slice(0, 2), day: date.slice(2) };
  return { pattern, flow, day, randoms: [random], after: 0 };
}

/** The order id that a form would show; null: the random part is taken. */
export async function nextOrderId(
  log: Pick<LogPort, 'reserveOrderIds'>,
  numbering: OrderNumberings,
) {
  const made = await log.reserveOrderIds(numbering);
  return made.ok ? ok(made.value.orderIds[0] ?? null) : made;
}
