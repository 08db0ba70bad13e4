import { afterAll, describe, expect, it } from 'vitest';

import { XLSX_MAX_ROWS } from '#shared/domain/logExport.ts';

import { openFinder } from '../search/finder.ts';
import { diceOf, openRandomLog } from '../search/testing/randomLog.ts';
import { logPathsOf } from '../log/store/paths.ts';
import { removeTemporaryDirs, temporaryDir } from '../testing/builders.ts';
import { UNWATCHED, jobOf, rowsIn } from './testing/files.ts';
import { refuseTooMany, writeExport } from './writeExport.ts';

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
  it('is refused before anything is written where a sheet is too short', () => {
    expect(() => refuseTooMany('xlsx', XLSX_MAX_ROWS)).toThrow('1048576 rows');
    refuseTooMany('xlsx', XLSX_MAX_ROWS - 1);
    refuseTooMany('csv', XLSX_MAX_ROWS);
  });

  it('says that there is no log', async () => {
    const work = writeExport(logPathsOf(temporaryDir()), jobOf(temporaryDir(), 'csv'), UNWATCHED);
    await expect(work).rejects.toThrow(/unable to open/u);
  });
});
