import { afterAll, describe, expect, it } from 'vitest';

import { XLSX_MAX_ROWS } from '#shared/domain/logExport.ts';

import { logPathsOf } from '../log/paths.ts';
import { removeTemporaryDirs, temporaryDir } from '../testing/builders.ts';
import { UNWATCHED, jobOf } from './testing/files.ts';
import { refuseTooMany, writeExport } from './writeExport.ts';

afterAll(removeTemporaryDirs);

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
