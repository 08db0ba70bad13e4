import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import {
  type RunningStandIn,
  type StandInOptions,
  launchStandIn,
} from '../support/electronStandIn/launch.ts';
import type { Mode } from '../support/electronStandIn/modes.ts';
import { issueOne } from './issueOne.ts';

/** One difference of Electron's, and what the app makes of it. Several checks may share a mode. */
export type ModeCheck = {
  readonly mode: Mode;
  /** What is expected, in a few words. */
  readonly expects: string;
  /** Throws where it is otherwise. */
  readonly run: (options: StandInOptions) => Promise<void>;
};

/** In a data directory of its own. */
export async function runCheck({ mode, run }: ModeCheck): Promise<void> {
  const dataDir = mkdtempSync(path.join(tmpdir(), `mode-${mode}-`));
  try {
    await run({ dataDir, modes: [mode] });
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** The whole of a working day, in short: the window is shown, a request is issued in the sandbox, the app ends in order. */
export async function startsAndIssues(
  options: StandInOptions,
  look: (app: RunningStandIn) => Promise<void> | void = () => undefined,
): Promise<void> {
  const app = await launchStandIn(options);
  try {
    await issueOne(app.page);
    // Looked at only now: the window is shown a moment after its page has loaded.
    const shown = app.journal().some(({ kind }) => kind === 'shown');
    assert.ok(shown, 'the window is not shown');
    await look(app);
  } finally {
    const exitCode = await app.close();
    const missing = app.journal().filter(({ kind }) => kind === 'missing');
    assert.deepEqual(missing, []);
    assert.equal(exitCode, 0, app.output());
  }
}
