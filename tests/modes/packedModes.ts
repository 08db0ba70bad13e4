import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';

import type { Page } from '@playwright/test';
import { z } from 'zod';

import { callFromPage } from '../e2e/steps.ts';
import { modesEnvironment } from '../support/electronStandIn/modes.ts';
import { profileSetUp } from '../support/profileSetUp.ts';
import { type ModeCheck, startsAndIssues } from './mode.ts';

const REGISTER = new URL('../support/electronStandIn/register.ts', import.meta.url).href;

/** What an installed app is made of: its archive, native parts, algorithms. */
export const packedModes: readonly ModeCheck[] = [
  {
    mode: 'report-aborts',
    expects: 'a thread of the app that asks for a report ends the process',
    run: async ({ modes = [] }) => {
      const program = `new (require('node:worker_threads').Worker)(new URL('data:text/javascript,try { process.report.getReport() } catch {}'))`;
      const { signal, stderr } = spawnSync(
        process.execPath,
        ['--import', REGISTER, '-e', program],
        {
          env: { ...process.env, ...modesEnvironment(modes) },
          encoding: 'utf8',
        },
      );
      assert.equal(signal, 'SIGILL', stderr);
    },
  },
  {
    mode: 'report-aborts',
    expects: 'no database and no keychain asks for a report; starts, issues, ends',
    run: startsAndIssues,
  },
  {
    mode: 'no-keyring',
    expects: 'starts, says that there is no keychain, keeps a secret for the run',
    run: (options) => startsAndIssues(options, ({ page }) => keepsForRunOnly(page)),
  },
];

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
