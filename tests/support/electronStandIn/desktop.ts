import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';

import { z } from 'zod';

import { record, testSide } from './journal.ts';
import { strict } from './strict.ts';

/** What the system would show or tell: recorded, if a test asks for it. What comes of it, specs in Electron see. */

/** Electron makes an empty image of a file that is not there; here that is an error. */
export const nativeImage = strict('nativeImage', {
  createFromPath: (file: string) => strict('NativeImage', { png: readFileSync(file) }),
});

export const Menu = strict('Menu', {
  buildFromTemplate: (template: readonly object[]) => strict('a menu', { template, popup() {} }),
  setApplicationMenu: (): void => {},
});

export class Tray extends EventEmitter {
  constructor() {
    super();
    return strict('Tray', this);
  }

  setImage(): void {}
  setToolTip(): void {}
  setTitle(): void {}
  setContextMenu(): void {}
}

/** The lid and the lock. */
export class StandInPowerMonitor extends EventEmitter {
  getSystemIdleState(): string {
    return 'active';
  }
}

const FULL_HD = { x: 0, y: 0, width: 1920, height: 1080 } as const;
export const screen = strict('screen', {
  getAllDisplays: () => [{ id: 1, bounds: FULL_HD, workArea: FULL_HD }],
});

/** One for the whole app, as the system's is; nobody else's programs use this one. */
export const clipboard = strict('clipboard', {
  held: '',
  async writeText(text: string): Promise<void> {
    this.held = text;
  },
  async readText(): Promise<string> {
    return this.held;
  },
});

export const shell = strict('shell', {
  openExternal: async (url: string): Promise<void> => record('openExternal', url),
  showItemInFolder: (file: string): void => record('showItemInFolder', file),
});

const answerSchema = z.object({ response: z.int() });

type MessageBoxOptions = { readonly cancelId?: number; readonly signal?: AbortSignal };

/** The test is the operator before the system's dialogs; an answer that it has not chosen is waited for. */
async function showMessageBox(...given: readonly object[]) {
  const { signal, ...options }: MessageBoxOptions = { ...given.at(-1) };
  record('messageBox', options);
  const aborted = new Promise<{ readonly response: number }>((resolve) => {
    signal?.addEventListener('abort', () => resolve({ response: options.cancelId ?? 0 }));
  });
  const answered = testSide.ask('dialog', options).then((answer) => answerSchema.parse(answer));
  const { response } = await Promise.race([answered, aborted]);
  return { response, checkboxChecked: false };
}

export const dialog = strict('dialog', {
  showMessageBox,
  // The operator chooses no folder.
  showOpenDialog: async () => ({ canceled: true, filePaths: [] }),
  showErrorBox: (title: string, content: string): void => record('errorBox', { title, content }),
});
