import type { Result } from '../domain/result.ts';
import { readJson } from './readJson.ts';

/**
 * A provider's answer to a deposit. Some providers write the number to pay to as a JSON number: its digits are kept as they were
 * written, because a number would round a card of 17 digits or more. Every other integer beyond the safe range is refused.
 */
export function readAnswer(body: string): Result<unknown, string> {
  return readJson(body, 'exact', isRequisiteNumber);
}

/** 2.6 of the document. Not `bic`: one that begins with a zero has already lost it in a JSON number. */
function isRequisiteNumber(path: readonly string[]): boolean {
  return path.at(-1) === 'number' && path.at(-2) === 'payment_data';
}
