import type { MessageBoxReturnValue } from 'electron';
import { expect, test } from 'vitest';

import { ENDING_WORDS } from './endingWords.ts';
import { lastSteps } from './lastSteps.ts';
import { MAIN_WORDS } from './words.ts';

test.each([
  ['linux', 1],
  ['win32', 1],
  // A box there would stop the closing that it tells of.
  ['darwin', 0],
] as const)('a start while the desk closes is told on %s by %d boxes', (platform, boxes) => {
  const shown: unknown[] = [];
  const { tellClosing } = lastSteps({
    platform,
    app: { isPackaged: true, relaunch: () => true, releaseSingleInstanceLock: () => undefined },
    dialog: {
      showMessageBox: async (...given: unknown[]): Promise<MessageBoxReturnValue> => {
        shown.push(given);
        return { response: 0, checkboxChecked: false };
      },
      showErrorBox: () => undefined,
    },
    services: { note: () => undefined, noted: async () => undefined },
    speech: {
      words: () => MAIN_WORDS.en,
      endingWords: () => ENDING_WORDS.en,
      onChange: () => undefined,
    },
  });
  tellClosing();
  expect(shown).toHaveLength(boxes);
});
