import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';

import {
  OPERATOR,
  intent,
  preparedOf,
  removeTemporaryDirs,
  temporaryDir,
} from '../../testing/builders.ts';
import { SENT, UNKNOWN, acceptedAs, issueOne } from '../../testing/fillLog.ts';
import { openTestLog } from '../../testing/log.ts';

import type { LogPort } from '../openLog.ts';
afterAll(removeTemporaryDirs);

let log: LogPort;
beforeEach(async () => {
  log = await openTestLog(temporaryDir());
});
afterEach(() => log.close());

it('an outcome that no reader would accept is not written, and what follows is', async () => {
  await log.prepare(preparedOf('A-1'));
  await log.markSending(intent('A-1'), SENT);
  const reason = { code: 'redirect', httpStatus: 302.5, detail: null } as const;
  const settled = log.settle(intent('A-1'), { outcome: 'unknown', reason }, null);
  await expect(settled).rejects.toThrow(/no reader would accept event \d+ \(settled\)/u);
  expect(await log.find(intent('A-1'))).toMatchObject({ outcome: 'sending' });
  expect(await log.settle(intent('A-1'), acceptedAs('A-1'), null)).toMatchObject({ ok: true });
  expect(await log.verify()).toMatchObject({ ok: true, value: { verdict: 'holds' } });
});

it('nor is a row: the event that would make it is taken back', async () => {
  await issueOne(log, 'A-1', UNKNOWN);
  const tooLong = 'x'.repeat(2001);
  const absent = { kind: 'absent' } as const;
  await expect(log.resolve([intent('A-1')], absent, OPERATOR, tooLong)).rejects.toThrow(
    /no reader would accept/u,
  );
  expect(await log.find(intent('A-1'))).toMatchObject({ resolution: null });
  expect(await log.resolve([intent('A-1')], absent, OPERATOR, '')).toMatchObject({ ok: true });
  expect(await log.verify()).toMatchObject({ ok: true, value: { verdict: 'holds' } });
});
