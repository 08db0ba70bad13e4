import type { Disposition } from '#shared/domain/request.ts';

/** What still has to be said. "Other" without a note would tell nobody anything. */
export function disposeFault(
  kind: Disposition['kind'] | null,
  note: string,
): 'kind' | 'note' | null {
  if (kind === null) return 'kind';
  return kind === 'other' && note.trim() === '' ? 'note' : null;
}
