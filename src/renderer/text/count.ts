/** 12 431: a count for the eye, grouped as amounts are. */
export function countText(count: number): string {
  return String(count).replaceAll(/\B(?=(?:[0-9]{3})+$)/gu, '\u00a0');
}

/** What a search found; a count that was capped is not exact. */
export type Matches = { readonly count: number; readonly isExact: boolean };

/** "1 284", or "1 000+" where the count was capped. */
export function matchesText({ count, isExact }: Matches): string {
  return isExact ? countText(count) : `${countText(count)}+`;
}
