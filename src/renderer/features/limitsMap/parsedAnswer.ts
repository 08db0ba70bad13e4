import { limitsAnswerOf } from '#shared/limits/read.ts';

/** As core reads it. Undefined: nothing came, or it is no JSON. */
export function parsedAnswer(raw: string | null): unknown {
  if (raw === null) return undefined;
  const read = limitsAnswerOf(raw);
  return read.ok ? read.value : undefined;
}
