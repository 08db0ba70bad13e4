export type Verdict = 'match' | 'other_case' | 'with_prefix' | 'different';

/** The pasted signature against the one made here; null: there is nothing to compare. */
export function compareSignatures(made: string | null, pasted: string): Verdict | null {
  const expected = pasted.trim();
  if (made === null || expected === '') return null;
  if (made === expected) return 'match';
  if (made.toLowerCase() === expected.toLowerCase()) return 'other_case';
  // "Bearer abc…": copied together with what stands before it.
  return expected.endsWith(made) ? 'with_prefix' : 'different';
}
