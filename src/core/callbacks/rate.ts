/** So many at once, then so many a second. What comes faster is told to come again. */
export type Rate = { readonly take: () => boolean };

export function createRate(atOnce: number, perSecond: number, nowMs: () => number): Rate {
  let left = atOnce;
  let last = nowMs();
  return {
    take() {
      const now = nowMs();
      left = Math.min(atOnce, left + (Math.max(0, now - last) / 1000) * perSecond);
      last = now;
      if (left < 1) return false;
      left -= 1;
      return true;
    },
  };
}
