import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';

import type { StandInOptions } from '../support/electronStandIn/launch.ts';
import { type ModeCheck, startsAndIssues } from './mode.ts';

/** What surrounds the window: compositor, languages, folders, proxies, idleness. */
export const desktopModes: readonly ModeCheck[] = [
  {
    mode: 'wayland',
    expects: 'shows the window once, keeps its size and the place it had elsewhere',
    run: showsWithoutReadyToShow,
  },
];

async function showsWithoutReadyToShow(options: StandInOptions): Promise<void> {
  const stateFile = path.join(options.dataDir, 'electron', 'window.json');
  const kept = { x: 40, y: 30, width: 1200, height: 800, isMaximised: false, zoomFactor: 1 };
  await mkdir(path.dirname(stateFile), { recursive: true });
  writeFileSync(stateFile, JSON.stringify(kept));
  await startsAndIssues(options, async (app) => {
    assert.equal(app.journal().filter(({ kind }) => kind === 'shown').length, 1);
    await app.moveWindow({ x: 300, y: 200, width: 1100, height: 700 });
  });
  const after: unknown = JSON.parse(readFileSync(stateFile, 'utf8'));
  assert.deepEqual(after, { ...kept, width: 1100, height: 700 });
}
