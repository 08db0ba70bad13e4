import { type ExportOrder, type ExportState, XLSX_MAX_ROWS } from '#shared/domain/logExport.ts';

import type { Say } from '../../i18n/i18n.ts';
import { type Matches, countText, matchesText } from '../../text/numbers.ts';

/** Its first row names the columns. */
const MOST_XLSX_ROWS = XLSX_MAX_ROWS - 1;

/** What will be in the file, said before it is written. */
export function whatText(matches: Matches | null, say: Say): string {
  if (matches === null) return say('export.what.uncounted');
  if (!matches.isExact) return say('export.what.many', { count: matchesText(matches) });
  if (matches.count === 0) return say('export.what.none');
  return say('export.what', { count: matches.count, shown: countText(matches.count) });
}

/** Known beforehand only where it was counted; otherwise the desk finds out, and says so. */
export function isTooMany(matches: Matches | null, format: ExportOrder['format']): boolean {
  return format === 'xlsx' && matches !== null && matches.count > MOST_XLSX_ROWS;
}

export const mostXlsxRowsText = countText(MOST_XLSX_ROWS);

/** In whole percent, and 100 only once it is done; null: not counted yet. */
export function shareOf({ state, written, total }: ExportState): number | null {
  if (state === 'done') return 100;
  if (total === null) return null;
  return total === 0 ? 0 : Math.min(99, Math.floor((written / total) * 100));
}
