import { setTimeout as delay } from 'node:timers/promises';

import { afterAll, expect, it } from 'vitest';

import { removeTemporaryDirs, temporaryDir } from '../testing/builders.ts';
import { logPathsOf } from '../log/paths.ts';
import { type Finder, openFinder } from './finder.ts';
import { createSearches } from './searches.ts';
import { createTending } from './tending.ts';
import { diceOf, openRandomLog } from './testing/randomLog.ts';

afterAll(removeTemporaryDirs);

const AFTER_MS = 200;

/** On a machine of two processors what is done ahead would be taken from whoever is scrolling. */
it('puts everything in order ahead only while nobody asks for anything', async () => {
  const paths = logPathsOf(temporaryDir());
  const log = openRandomLog(paths, diceOf(31));
  log.grow(40);
  const opened = openFinder(paths, { readonly: false });
  let [begun, ended] = [0, 0];
  const finder: Finder = {
    ...opened,
    *prepare() {
      begun += 1;
      // The first time it would take longer than the test may.
      const steps = begun === 1 ? 1e6 : 1;
      for (let at = 0; at < steps; at += 1) {
        const until = performance.now() + 1;
        while (performance.now() < until);
        yield undefined;
      }
      ended += 1;
    },
  };
  const tending = createTending({
    finder: () => finder,
    searches: createSearches(),
    startOver: () => undefined,
    isFault: () => false,
    onIndex: () => undefined,
    prepareAfterMs: AFTER_MS,
    prepareFrom: 1,
  });
  await tending.caughtUp();
  for (let asked = 0; asked < 30; asked += 1) {
    tending.noteAsked();
    await delay(AFTER_MS / 20);
  }
  expect([begun, ended]).toEqual([0, 0]);
  await expect.poll(() => begun).toBe(1);
  tending.noteAsked();
  await expect.poll(() => ended).toBe(1);
  expect(begun).toBe(2);
  opened.close();
  log.close();
});
