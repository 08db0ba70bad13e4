import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { EVERYTHING } from '../../testing/log.ts';
import { logColumns } from '../columns.ts';
import type { ExportJob } from '../writeExport.ts';
import { readCsv } from './readCsv.ts';

export const EXPORT_COLUMNS = logColumns({
  requisites: 'whole',
  timeZone: 'Europe/Berlin',
  moment: { nowMs: 0, validMinOf: { shop: 30 } },
});
export const UNWATCHED = { signal: new AbortController().signal, onProgress: () => undefined };

export function jobOf(folder: string, format: ExportJob['format']): ExportJob {
  return {
    part: join(folder, 'x.part'),
    query: EVERYTHING,
    timeZone: null,
    format,
    delimiter: 'comma',
    requisites: 'masked',
  };
}

export function rowsIn(file: string): readonly Readonly<Record<string, string>>[] {
  const [, ...rows] = readCsv(readFileSync(file).toString('utf8', 3), ',');
  return rows.map((row) =>
    Object.fromEntries(EXPORT_COLUMNS.map(({ name }, at) => [name, row[at] ?? ''])),
  );
}
