/** 12 431: a count for the eye, grouped as amounts are. */
export function countText(count: number): string {
  return String(count).replaceAll(/\B(?=(?:[0-9]{3})+$)/gu, '\u00a0');
}
