import type { ExportState } from '#shared/domain/logExport.ts';

/** In whole percent, and 100 only once it is done; null: not counted yet. */
export function shareOf({ state, written, total }: ExportState): number | null {
  if (state === 'done') return 100;
  if (total === null) return null;
  return total === 0 ? 0 : Math.min(99, Math.floor((written / total) * 100));
}
