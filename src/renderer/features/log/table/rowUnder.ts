/** The place of the row that an element stands in. */
export function rowUnder(target: EventTarget): number | null {
  if (!(target instanceof Element)) return null;
  const at = target.closest('[data-at]')?.getAttribute('data-at') ?? null;
  return at === null ? null : Number(at);
}
