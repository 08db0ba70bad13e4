import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';

import { modesEnvironment } from '../support/electronStandIn/modes.ts';
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
];
