import type { CustomerSuggestion } from '#shared/domain/customer.ts';
import { fold, isMatch, wordsOf } from '#shared/search/fold.ts';

/** What was found for the letters before stands there until the next answer: nobody may choose what no longer fits. */
export function matching(
  known: readonly CustomerSuggestion[],
  typed: string,
): readonly CustomerSuggestion[] {
  const words = wordsOf(typed);
  return known.filter(({ customer }) => isMatch([fold(customer)], words));
}
