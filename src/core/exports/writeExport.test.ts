import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, describe, expect, it } from 'vitest';

import { XLSX_MAX_ROWS } from '#shared/domain/logExport.ts';

import { openFinder } from '../search/finder.ts';
import { diceOf, openRandomLog } from '../search/testing/randomLog.ts';
import { logPathsOf } from '../log/store/paths.ts';
import { removeTemporaryDirs, temporaryDir } from '../testing/builders.ts';
import { EXPORT_COLUMNS, UNWATCHED, jobOf, rowsIn } from './testing/files.ts';
import { writeTable } from './partFile.ts';
import { writeExport } from './writeExport.ts';

afterAll(removeTemporaryDirs);

it.each(['time', 'amount'] as const)(
  'has as many rows as it says while more are recorded, by %s',
  async (by) => {
    const paths = logPathsOf(temporaryDir());
    const log = openRandomLog(paths, diceOf(3));
    log.grow(40);
    const finder = openFinder(paths, { readonly: false });
    finder.catchUp(Number.POSITIVE_INFINITY);
    const indexed = finder.size();
    log.grow(40);
    const job = jobOf(temporaryDir(), 'csv');
    const query = { ...job.query, sort: { by, descending: true } };
    const { rows, chainHead } = await writeExport(paths, { ...job, query }, UNWATCHED);
    expect([rows, chainHead.seq]).toEqual([indexed, 40]);
    expect(rowsIn(job.part)).toHaveLength(indexed);
    finder.close();
    log.close();
  },
);

describe('an export that cannot be begun', () => {
  it('is refused before anything is written where a sheet is too short', async () => {
    const folder = temporaryDir();
    const writing = (format: 'xlsx' | 'csv', total: number): Promise<unknown> => {
      const form = { format, delimiter: 'comma' } as const;
      const table = { columns: EXPORT_COLUMNS, total, rows: () => [] };
      return writeTable(join(folder, `${total}.${format}`), form, table, UNWATCHED.signal);
    };
    await expect(writing('xlsx', XLSX_MAX_ROWS)).rejects.toThrow('1048576 rows');
    expect(readdirSync(folder)).toEqual([]);
    await writing('xlsx', XLSX_MAX_ROWS - 1);
    await writing('csv', XLSX_MAX_ROWS);
    expect(readdirSync(folder)).toHaveLength(2);
  });

  it('says that there is no log', async () => {
    const work = writeExport(logPathsOf(temporaryDir()), jobOf(temporaryDir(), 'csv'), UNWATCHED);
    await expect(work).rejects.toThrow(/unable to open/u);
  });
});
