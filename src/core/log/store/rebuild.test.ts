import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import process from 'node:process';

import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type Bundled, bundled } from '../../../../tests/support/bundled.ts';
import { holdDataDir } from '../../files/dataDir.ts';
import { OPERATOR, intent, removeTemporaryDirs, temporaryDir } from '../../testing/builders.ts';
import { NOT_SENT, acceptedAs, fillLog, issueOne } from '../../testing/fillLog.ts';
import { openTestLog } from '../../testing/log.ts';
import { logPathsOf } from './paths.ts';
import { addPacking } from '../../testing/rewriteLog.ts';

const SCRIPTS = resolve(import.meta.dirname, '../../../../scripts');

/** Commands in one file each: most of their time is reading their source. Restoring starts a thread from a file of its own. */
const programs = new Map<string, Bundled>();

function run(script: string, ...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [programs.get(script)?.file ?? sourceOf(script), ...args],
    { encoding: 'utf8', env: { ...process.env, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere' } },
  );
  return { status, text: stdout + stderr };
}

function sourceOf(script: string): string {
  return resolve(SCRIPTS, `${script}.ts`);
}

function expectRun(ran: ReturnType<typeof run>, status: number, words: string): void {
  expect(ran.text).toContain(words);
  expect(ran.status).toBe(status);
}

function rowsOf(dataDir: string): readonly unknown[] {
  const db = new Database(logPathsOf(dataDir).file, { readonly: true });
  const requests = db.prepare('SELECT * FROM request ORDER BY intent_id').all();
  const limits = db.prepare('SELECT * FROM limits_snapshot ORDER BY id').all();
  db.close();
  return [...requests, ...limits];
}

/** Real threads and files, on a machine that may be busy with other suites. */
const HOOK_TIMEOUT_MS = 60_000;

beforeAll(async () => {
  for (const script of ['verify-log', 'rebuild-log']) {
    programs.set(script, await bundled(sourceOf(script)));
  }
});
afterAll(() => {
  for (const { remove } of programs.values()) remove();
  removeTemporaryDirs();
});

describe('the commands on a log', () => {
  let source: string;
  beforeAll(async () => {
    source = temporaryDir();
    const log = await openTestLog(source);
    await fillLog(log, 'A');
    await issueOne(log, 'changed', acceptedAs('changed', { amount_cents: 1 }));
    await log['request.acknowledgeAmount']({ intentId: intent('changed') }, OPERATOR);
    await log.resolve([intent('A-2')], { kind: 'absent' }, OPERATOR, '');
    await log.settle(
      intent('A-4'),
      {
        outcome: 'not_sent',
        reason: { code: 'interrupted_before_sending', httpStatus: null, detail: null },
      },
      null,
    );
    await log.backUp();
    await log['recovery.acknowledge']({}, OPERATOR);
    await issueOne(log, 'later', NOT_SENT);
    await log.close();
  }, HOOK_TIMEOUT_MS);

  function copy(): string {
    const dataDir = temporaryDir();
    cpSync(source, dataDir, { recursive: true });
    return dataDir;
  }

  it('rebuild-log makes the very same rows from the events', () => {
    const dataDir = copy();
    const before = rowsOf(dataDir);
    const db = new Database(logPathsOf(dataDir).file);
    db.exec(
      "DELETE FROM request WHERE order_id = 'A-1'; UPDATE request SET outcome = 'rejected', is_open = 1",
    );
    db.close();
    const { index } = logPathsOf(dataDir);
    writeFileSync(index, 'derived from the rows before');
    expectRun(run('verify-log', '--data-dir', dataDir), 1, 'projection_differs');
    expectRun(run('rebuild-log', '--data-dir', dataDir), 0, 'rebuilt 6 requests');
    expect(rowsOf(dataDir)).toEqual(before);
    expect(existsSync(index)).toBe(false);
    expectRun(run('verify-log', '--data-dir', dataDir), 0, 'holds');
  });

  it('verify-log names the first event that does not hold, and ends with 1', () => {
    const dataDir = copy();
    const db = addPacking(new Database(logPathsOf(dataDir).file));
    db.exec(
      "DROP TRIGGER event_is_not_changed; UPDATE event SET body = pack(unpack(body) || ' ') WHERE seq = 4",
    );
    db.close();
    const { status, text } = run('verify-log', '--data-dir', dataDir);
    expect(status).toBe(1);
    expect(text).toContain('edited at event 4');
    expectRun(run('rebuild-log', '--data-dir', dataDir), 1, 'does not hold at event 4');
  });

  it('restore-log lists and restores, and the desk then asks for an acknowledgement', async () => {
    const dataDir = copy();
    const name = readdirSync(logPathsOf(dataDir).backups)[0] ?? '';
    expectRun(run('restore-log', '--data-dir', dataDir, '--list'), 0, name);
    expect(run('restore-log', '--data-dir', dataDir, '--backup', 'none')).toMatchObject({
      status: 1,
    });
    const { status, text } = run('restore-log', '--data-dir', dataDir);
    expect(text).toContain(`restored ${name}`);
    expect(text).toContain('missing: events');
    expect(status).toBe(0);
    expectRun(run('verify-log', '--data-dir', dataDir), 0, 'restored on purpose');
    const log = await openTestLog(dataDir);
    expect(log.health()).toMatchObject({ state: 'restored', from: { name } });
    expect(await log.find(intent('later'))).toBeNull();
    await log.close();
  });

  it('respect the hold on the data directory, and refuse flags they do not know', () => {
    const dataDir = copy();
    const held = holdDataDir(dataDir, 'test', new Date());
    for (const script of ['verify-log', 'rebuild-log', 'restore-log']) {
      expect(run(script, '--data-dir', dataDir), script).toMatchObject({ status: 3 });
      expectRun(run(script, '--nonsense'), 2, 'Usage:');
    }
    if (held.ok) held.value.release();
  });
});
