import path from 'node:path';
import process from 'node:process';

import type { MessageBoxReturnValue } from 'electron';
import { afterEach, expect, test, vi } from 'vitest';

import { ENDING_WORDS } from './endingWords.ts';
import { lastSteps } from './lastSteps.ts';
import { MAIN_WORDS } from './words.ts';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

function stepsOn(platform: NodeJS.Platform) {
  const shown: unknown[] = [];
  const restarts: unknown[] = [];
  const relaunch = (options: object): void => void restarts.push(options);
  const steps = lastSteps({
    platform,
    app: { isPackaged: true, relaunch, releaseSingleInstanceLock: () => undefined },
    dialog: {
      showMessageBox: async (...given: unknown[]): Promise<MessageBoxReturnValue> => {
        shown.push(given);
        return { response: 0, checkboxChecked: false };
      },
      showErrorBox: (...given: unknown[]) => void shown.push(given),
    },
    services: { note: () => undefined, noted: async () => undefined },
    speech: {
      words: () => MAIN_WORDS.en,
      endingWords: () => ENDING_WORDS.en,
      onChange: () => undefined,
    },
  });
  return { ...steps, shown, restarts };
}

test.each([
  ['linux', 1],
  ['win32', 1],
  // A box there would stop the closing that it tells of.
  ['darwin', 0],
] as const)('a start while the desk closes is told on %s by %d boxes', (platform, boxes) => {
  const { tellClosing, shown } = stepsOn(platform);
  tellClosing();
  expect(shown).toHaveLength(boxes);
});

test('an AppImage that is gone cannot be started again, which is told', () => {
  const mounted = path.dirname(process.execPath);
  vi.stubEnv('APPDIR', mounted);
  vi.stubEnv('APPIMAGE', path.join(mounted, 'gone/Deposit Desk.AppImage'));
  const { relaunch, shown } = stepsOn('linux');
  relaunch(null);
  expect(shown).toEqual([['Deposit Desk', ENDING_WORDS.en.startYourself]]);
});

test('a desk that is started again has the link of that start, and not the one of its own', () => {
  const argv = ['/app', '--data-dir=x', 'deposit-desk://new?customer=old'];
  vi.spyOn(process, 'argv', 'get').mockReturnValue(argv);
  const { relaunch, restarts } = stepsOn('linux');
  relaunch('amount=1500');
  relaunch(null);
  expect(restarts).toEqual([
    { args: ['--data-dir=x', 'deposit-desk://new?amount=1500'] },
    { args: ['--data-dir=x'] },
  ]);
});
