import type { Dice } from '#core/log/sample/dice.ts';

const HOUR_MS = 3_600_000;
const DAY_HOURS = 24;
/** The desk's own clock, for its days and nights: between Moscow and Tashkent. */
const DESK_HOURS_FROM_UTC = 4;

/** How busy each hour of a day is: quiet before dawn, a first hump at lunch, the evening busiest. */
const BUSY: readonly number[] = [
  5, 3, 2, 1, 1, 1, 2, 4, 7, 10, 12, 13, 14, 13, 12, 12, 13, 14, 16, 18, 19, 17, 13, 9,
];
/** Monday to Sunday. */
const BUSY_DAY: readonly number[] = [0.9, 0.92, 0.95, 1, 1.2, 1.15, 1];

/** `count` moments between two times, in order, thick by day and thin by night. The business grows a little meanwhile. */
export function* moments(
  dice: Dice,
  {
    count,
    fromMs,
    toMs,
  }: { readonly count: number; readonly fromMs: number; readonly toMs: number },
): Generator<number> {
  const hours = Math.max(1, Math.ceil((toMs - fromMs) / HOUR_MS));
  const weights = Array.from({ length: hours }, (_, at) =>
    weightOf(fromMs + at * HOUR_MS, at, hours),
  );
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let passed = 0;
  let given = 0;
  for (const [at, weight] of weights.entries()) {
    passed += weight;
    const due = at === hours - 1 ? count : Math.round((count * passed) / total);
    const startMs = fromMs + at * HOUR_MS;
    const lengthMs = Math.min(HOUR_MS, toMs - startMs);
    const here = Array.from({ length: due - given }, () => startMs + dice.below(lengthMs));
    given = due;
    yield* here.toSorted((a, b) => a - b);
  }
}

function weightOf(hourMs: number, at: number, hours: number): number {
  const desk = new Date(hourMs + DESK_HOURS_FROM_UTC * HOUR_MS);
  const day = (desk.getUTCDay() + 6) % 7;
  const growth = 0.7 + (0.6 * at) / hours;
  return (BUSY[desk.getUTCHours() % DAY_HOURS] ?? 1) * (BUSY_DAY[day] ?? 1) * growth;
}
