export type Verdict = 'match' | 'without_prefix' | 'other_case' | 'with_prefix' | 'different';

/**
 * The pasted signature against what would travel: the format's prefix and the signature made here. Null: there is nothing to
 * compare.
 */
export function compareSignatures(
  made: string | null,
  prefix: string,
  pasted: string,
): Verdict | null {
  const expected = pasted.trim().replace(/^[\w-]+\s*:\s*/u, '');
  if (made === null || expected === '') return null;
  const travels = `${prefix}${made}`.trim();
  if (travels === expected) return 'match';
  // Documents mostly show the bare signature.
  if (made === expected) return 'without_prefix';
  if ([travels, made].some((own) => own.toLowerCase() === expected.toLowerCase())) {
    return 'other_case';
  }
  // "Bearer abc…": copied together with what stands before it, which the format does not send.
  return expected.endsWith(made) ? 'with_prefix' : 'different';
}
