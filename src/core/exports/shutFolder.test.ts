import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import process from 'node:process';

import { afterAll, beforeAll, expect, it } from 'vitest';

import type { ExportState } from '#shared/domain/logExport.ts';
import { NEWEST_FIRST, NO_FILTER } from '#shared/domain/logSearch.ts';

import {
  OPERATOR,
  chance,
  manualClock,
  profileOf,
  removeTemporaryDirs,
  temporaryDir,
} from '../testing/builders.ts';
import { acceptedAs, issueOne } from '../testing/fillLog.ts';
import { EVERYTHING, LOG_WORKER, openTestLog } from '../testing/log.ts';
import { waitUntil } from '../testing/waitUntil.ts';
import { createExports } from './exports.ts';
import type { ExportFolder } from './folder.ts';
import type { LogPort } from '../log/openLog.ts';

let dataDir: string;
let log: LogPort;

beforeAll(async () => {
  dataDir = temporaryDir();
  log = await openTestLog(dataDir);
  await issueOne(log, 'R-1', acceptedAs('R-1'));
});
afterAll(async () => {
  await log.close();
  removeTemporaryDirs();
});

async function exported(exportFolder: ExportFolder, elsewhere: boolean): Promise<ExportState> {
  const exports = createExports({
    log,
    events: { emit: () => undefined },
    clock: manualClock(),
    dataDir,
    exportFolder,
    logWorkerUrl: LOG_WORKER,
  });
  const exportId = chance.uuid();
  const query = {
    text: '',
    filter: NO_FILTER,
    range: { kind: 'all' as const },
    sort: NEWEST_FIRST,
    dayProfileId: profileOf().id,
  };
  exports.start({
    order: {
      exportId,
      query,
      format: 'csv',
      delimiter: 'comma',
      requisites: 'masked',
      ...(elsewhere ? { elsewhere } : {}),
    },
    query: EVERYTHING,
    timeZone: null,
    fileName: 'rows.csv',
    operator: OPERATOR,
  });
  return waitUntil(() => {
    const state = exports.state(exportId, { personId: null });
    return state === null || state.state === 'running' ? null : state;
  });
}

it('says that the system shuts the folder', async (context) => {
  context.skip(process.platform !== 'linux', 'no such folder here');
  // No program can make files there, and it answers as a folder that Windows protects.
  const shut = { current: () => '/proc', chooseAnother: async () => null };
  expect(await exported(shut, false)).toMatchObject({
    state: 'failed',
    file: null,
    problem: { code: 'folder_denied' },
  });
});

it('goes into the folder that the operator chooses instead', async () => {
  const another = temporaryDir();
  const folder = { current: () => '/nowhere', chooseAnother: async () => another };
  const { file } = await exported(folder, true);
  expect(basename(file ?? '')).toBe('rows.csv');
  expect(readdirSync(another).toSorted()).toEqual(['rows.csv', 'rows.csv.proof']);
});

it('goes nowhere where the operator chooses none', async () => {
  const folder = { current: () => '/nowhere', chooseAnother: async () => null };
  expect(await exported(folder, true)).toMatchObject({
    state: 'failed',
    problem: { code: 'folder_denied', detail: '/nowhere' },
  });
});
