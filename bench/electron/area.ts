import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';

import { buildIfStale } from '../../scripts/start/build.ts';
import { findTestElectron } from '../../scripts/testing/electronCopy.ts';
import { runInSession } from '../../scripts/testing/electronSession.ts';
import { type Area, figureOf } from '../figures.ts';
import { CALLS, REQUESTS, STARTS, measuredSchema } from './measured.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const EMPTY = 'an empty window in the same Electron';

/** What the desk costs in Electron, in the session that the specs have (Linux). */
export const electronArea: Area = {
  notes: [
    `Start: from launching the process until the keyboard is in a field, driven by Playwright; median of ${STARTS} starts that take turns, on data of before.`,
    'Memory: the resident memory of all processes added up, after the page’s garbage was collected; what they share is counted in each of them, in the peer as well.',
    `A day is ${REQUESTS} requests, issued by IPC while the window shows New request.`,
    `Round trip: the page asks for the stages of requests, of which there are none, ${CALLS} times one after the other; the median. The peer is a page in Chromium.`,
  ],
  async run(_dir, tell) {
    const { platform, arch, env } = process;
    const electron = findTestElectron(ROOT, { platform, arch, env });
    if (electron.kind === 'stand-in') throw new Error(electron.reason);
    if (platform !== 'linux') throw new Error('Linux alone has a session for it');
    if (!(await buildIfStale(ROOT))) throw new Error('The app could not be built');
    tell(`Electron ${electron.version} ${electron.kind}`);
    // Not below the checkout: the session's own user has to reach it.
    const out = mkdtempSync('/tmp/electron-bench-');
    try {
      const measuring = ['node', 'bench/electron/inSession.ts', out];
      const code = await runInSession(ROOT, out, measuring, {
        ...env,
        ELECTRON_OVERRIDE_DIST_PATH: path.relative(ROOT, electron.dir),
      });
      if (code !== 0) throw new Error('It could not be measured');
      const text = readFileSync(path.join(out, 'figures.json'), 'utf8');
      const { startMs, restMb, afterMb, roundTripMs } = measuredSchema.parse(JSON.parse(text));
      const figure = (name: string, unit: string, from: typeof startMs, peer: string) => {
        const measured = from.ours;
        return figureOf({
          name,
          unit,
          measured,
          peer: { name: peer, measured: from.peer },
          bound: null,
        });
      };
      return [
        figure('start to usable', 'ms', startMs, EMPTY),
        figure('memory of all processes, at rest', 'MB', restMb, EMPTY),
        figure(`memory of all processes, after ${REQUESTS} requests`, 'MB', afterMb, EMPTY),
        figure('round trip of an operation by IPC', 'ms', roundTripMs, 'the loopback host'),
      ];
    } finally {
      rmSync(out, { recursive: true, force: true });
    }
  },
};
