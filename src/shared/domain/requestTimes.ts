/** How long an answer took, from the first byte sent to the outcome recorded, of requests that were accepted or rejected. */
export const ANSWER_TIMES = [
  'under_500ms',
  'under_1s',
  'under_2s',
  'under_5s',
  'under_10s',
  'under_30s',
  'longer',
] as const;
export type AnswerTime = (typeof ANSWER_TIMES)[number];

/**
 * From recording the request to the first callback that was taken for its own. `none`: accepted, and there was none so far.
 */
export const CALLBACK_TIMES = [
  'none',
  'under_10s',
  'under_1m',
  'under_5m',
  'under_15m',
  'under_1h',
  'under_1d',
  'longer',
] as const;
export type CallbackTime = (typeof CALLBACK_TIMES)[number];

const ANSWER_BELOW_MS: readonly (readonly [number, AnswerTime])[] = [
  [500, 'under_500ms'],
  [1000, 'under_1s'],
  [2000, 'under_2s'],
  [5000, 'under_5s'],
  [10_000, 'under_10s'],
  [30_000, 'under_30s'],
];
const CALLBACK_BELOW_MS: readonly (readonly [number, CallbackTime])[] = [
  [10_000, 'under_10s'],
  [60_000, 'under_1m'],
  [300_000, 'under_5m'],
  [900_000, 'under_15m'],
  [3_600_000, 'under_1h'],
  [86_400_000, 'under_1d'],
];

export function answerTimeOf(ms: number): AnswerTime {
  return ANSWER_BELOW_MS.find(([below]) => ms < below)?.[1] ?? 'longer';
}

export function callbackTimeOf(ms: number): CallbackTime {
  return CALLBACK_BELOW_MS.find(([below]) => ms < below)?.[1] ?? 'longer';
}
