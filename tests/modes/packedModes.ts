import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Page } from '@playwright/test';
import { z } from 'zod';

import { callFromPage, openSection } from '../e2e/steps.ts';
import type { StandInOptions } from '../support/electronStandIn/launch.ts';
import {
  ARCHIVE_VARIABLE,
  WRITES_VARIABLE,
  modesEnvironment,
} from '../support/electronStandIn/modes.ts';
import { profileSetUp } from '../support/profileSetUp.ts';
import { type ModeCheck, startsAndIssues } from './mode.ts';
import { packApp } from './packApp.ts';

const REGISTER = new URL('../support/electronStandIn/register.ts', import.meta.url).href;

/** What an installed app is made of: its archive, native parts, algorithms. */
export const packedModes: readonly ModeCheck[] = [
  {
    mode: 'report-aborts',
    expects: 'a thread of the app that asks for a report ends the process',
    run: async (options) => {
      const program = `new (require('node:worker_threads').Worker)(new URL('data:text/javascript,try { process.report.getReport() } catch {}'))`;
      const { signal, stderr } = underRegister(options, ['-e', program]);
      assert.equal(signal, 'SIGILL', stderr);
    },
  },
  {
    mode: 'report-aborts',
    expects: 'no database and no keychain asks for a report; starts, issues, ends',
    run: startsAndIssues,
  },
  {
    mode: 'packed',
    expects:
      'runs from app.asar, threads and keychain helper too; tries no write in it or beside it',
    run: runsPacked,
  },
  {
    mode: 'packed',
    expects: 'a write inside app.asar is refused and told of; a thread finds no electron',
    run: refusesWrites,
  },
  {
    mode: 'boring-ssl',
    expects: 'every signature that a provider format may ask for is made and found right',
    run: async (options) => {
      const program = fileURLToPath(new URL('signsAll.ts', import.meta.url));
      const { status, stderr } = underRegister(options, [program]);
      assert.equal(status, 0, stderr);
    },
  },
  {
    mode: 'boring-ssl',
    expects: 'starts, issues, verifies its log, ends',
    run: (options) =>
      startsAndIssues(options, async ({ page }) => {
        assert.partialDeepStrictEqual(await callFromPage(page, 'log.verify', {}), { ok: true });
      }),
  },
  {
    mode: 'no-keyring',
    expects: 'starts, says that there is no keychain, keeps a secret for the run',
    run: (options) => startsAndIssues(options, ({ page }) => keepsForRunOnly(page)),
  },
];

/** A program of its own in the mode, without the app. */
function underRegister({ modes = [], env = {} }: StandInOptions, args: readonly string[]) {
  return spawnSync(process.execPath, ['--import', REGISTER, ...args], {
    env: { ...process.env, ...modesEnvironment(modes), ...env },
    encoding: 'utf8',
  });
}

async function runsPacked(options: StandInOptions): Promise<void> {
  const { archive, remove } = await packApp();
  try {
    const before = filesBeside(archive);
    // Neither has any effect on a binary with the fuses of ours: Node would refuse to start with the first.
    const fuses = { NODE_OPTIONS: '--no-such-option', ELECTRON_RUN_AS_NODE: '1' };
    const writes = path.join(options.dataDir, 'writes');
    const env = { ...fuses, [WRITES_VARIABLE]: writes };
    await startsAndIssues({ ...options, archive, env }, async ({ page, journal }) => {
      const verified = await callFromPage(page, 'log.verify', {});
      assert.partialDeepStrictEqual(verified, { ok: true });
      await openSection(page, 'Log');
      await keepsForRunOnly(page);
      const helpers = journal().filter(({ kind }) => kind === 'utilityForked');
      assert.ok(helpers.length > 0 || process.platform !== 'linux', 'no keychain helper');
    });
    assert.deepEqual(filesBeside(archive), before);
    assert.deepEqual(linesOf(writes), [], 'the app tries to write inside its archive');
  } finally {
    remove();
  }
}

/** A program of ours in the app's place: without it, that the app tries no write would prove nothing. */
async function refusesWrites(options: StandInOptions): Promise<void> {
  const { archive, remove } = await packApp();
  const writes = path.join(options.dataDir, 'writes');
  const env = { [ARCHIVE_VARIABLE]: archive, [WRITES_VARIABLE]: writes };
  const program = fileURLToPath(new URL('insideArchive.ts', import.meta.url));
  try {
    const { status, stdout, stderr } = underRegister({ ...options, env }, [program]);
    assert.equal(status, 0, stderr);
    const tried = stdout.trim().split('\n').map(Number);
    assert.equal(tried.length, 2, 'the main thread and one more');
    assert.equal(linesOf(writes).length, Number(tried[0]) + Number(tried[1]));
  } finally {
    remove();
  }
}

function linesOf(file: string): readonly string[] {
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
}

/** With what tells a change. */
function filesBeside(archive: string): readonly string[] {
  const folder = path.dirname(archive);
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => `${name} ${statSync(path.join(folder, name)).mtimeMs}`)
    .toSorted();
}

const savedSchema = z.object({ ok: z.literal(true), value: z.looseObject({ id: z.string() }) });

async function keepsForRunOnly(page: Page): Promise<void> {
  const setUp = profileSetUp({ name: 'Without a keychain' });
  const saved = savedSchema.parse(await callFromPage(page, 'profile.save', { id: null, setUp }));
  const secret = { profileId: saved.value.id, slot: { kind: 'signing' }, secret: 'only-for-now' };
  const refused = await callFromPage(page, 'profile.setSecret', { ...secret, keep: 'stored' });
  assert.partialDeepStrictEqual(refused, { ok: false, error: { code: 'vault_unavailable' } });
  const kept = await callFromPage(page, 'profile.setSecret', { ...secret, keep: 'run' });
  assert.partialDeepStrictEqual(kept, { ok: true, value: { state: 'stored', store: 'memory' } });
}
