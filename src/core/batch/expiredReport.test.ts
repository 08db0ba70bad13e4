import { randomUUID } from 'node:crypto';

import { afterAll, expect, it } from 'vitest';

import { ok } from '#shared/domain/result.ts';

import { createSettings } from '../desk/settings.ts';
import { createJsonFiles } from '../files/jsonFile.ts';
import { createTemplates } from '../messages/templates.ts';
import {
  ACTOR,
  intent,
  manualClock,
  preparedOf,
  profileOf,
  removeTemporaryDirs,
  temporaryDir,
} from '../testing/builders.ts';
import { SENT, acceptedAs } from '../testing/fillLog.ts';
import { openTestLog } from '../testing/log.ts';
import { BATCH, planOf, rowOf } from '../testing/plannedBatch.ts';
import { createReports } from './report.ts';

afterAll(removeTemporaryDirs);

it('a whole report has no message to pay to requisites that no longer hold', async () => {
  const dataDir = temporaryDir();
  const clock = manualClock();
  const log = await openTestLog(dataDir, { clock });
  const files = createJsonFiles(clock.now(), () => undefined);
  const profile = profileOf({ requisitesValidMin: 30 });
  const reports = createReports({
    log,
    clock,
    profiles: { find: () => ok(profile) },
    templates: createTemplates({ dataDir, files }),
    settings: createSettings({ dataDir, files, systemLanguage: 'en', osAccount: 'test' }),
    guard: {
      hasRules: () => false,
      byKind: async () => ok(undefined),
      byReasons: async () => ok(undefined),
    },
  });
  const order = { batchId: BATCH, which: 'all', format: 'csv', requisites: 'whole' } as const;
  const messages = async (): Promise<number> => {
    const asked = { ...order, reportId: randomUUID(), delimiter: 'semicolon' as const };
    const read = await reports.read({ ...asked, words: {}, from: 0 }, ACTOR);
    if (!read.ok) throw new Error(read.error.code);
    const text = Buffer.from(read.value.base64, 'base64').toString('utf8');
    expect(text).toContain('Customer;outcome;reason;');
    return text.split('Please transfer').length - 1;
  };
  await log.planBatch(BATCH, planOf(1), [rowOf(2)]);
  const intentId = intent('R-2');
  await log.prepare({ ...preparedOf('R-2'), intentId, batch: { batchId: BATCH, row: 2 } });
  await log.markSending(intentId, SENT);
  await log.settle(intentId, acceptedAs('R-2'), null);
  clock.advance(29 * 60_000);
  expect(await messages()).toBe(1);
  clock.advance(60_000);
  expect(await messages()).toBe(0);
  await log.close();
});
