import type { Refusal } from '#shared/dialect/schema.ts';

/** As it stands in the answer: a text in quotes, a number, true, false or null. */
export function valueText(value: Refusal['value']): string {
  return JSON.stringify(value);
}

/** What was typed; a text may be typed without its quotes. */
export function typedValue(text: string): Refusal['value'] {
  const trimmed = text.trim();
  try {
    const value: unknown = JSON.parse(trimmed);
    if (value === null || typeof value === 'boolean' || typeof value === 'string') return value;
    if (typeof value === 'number' && Number.isFinite(value)) return value;
  } catch {
    // Not JSON, so it is the text itself.
  }
  return trimmed;
}
