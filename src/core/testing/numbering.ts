import type { Flow } from '#shared/domain/deposit.ts';
import { DEFAULT_ORDER_PATTERN } from '#shared/domain/orderPattern.ts';

import type { OrderNumbering } from '../log/port.ts';

/** `date`: MMDD of 2026. */
export function numberingOf(
  flow: Flow,
  date: string,
  pattern: string = DEFAULT_ORDER_PATTERN,
  random = 'ABCDEFGH',
): OrderNumbering {
  const day = { year: '2026', month: date.slice(0, 2), day: date.slice(2) };
  return { pattern, flow, day, random };
}
