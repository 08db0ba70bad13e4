import { EventEmitter } from 'node:events';

import { z } from 'zod';

import { record, testSide } from './journal.ts';
import type { StandInMenu } from './menu.ts';
import { inMode } from './modes.ts';
import { displaySchema } from './questions.ts';
import { needsReady } from './ready.ts';
import { strict } from './strict.ts';

/** What the system would show or tell: recorded, and fired by the test. */

export class StandInTray extends EventEmitter {
  static readonly all: StandInTray[] = [];
  menu: StandInMenu | null = null;
  #isDestroyed = false;

  constructor(image: unknown) {
    super();
    needsReady('Cannot create Tray before app is ready');
    if (process.env['ELECTRON_STAND_IN_TRAY'] === 'none')
      throw new Error('No tray on this desktop');
    record('tray', { image });
    StandInTray.all.push(this);
    return strict('Tray', this);
  }

  setImage(image: unknown): void {
    record('tray', { image });
  }

  setPressedImage(image: unknown): void {
    record('tray', { pressedImage: image });
  }

  setToolTip(toolTip: string): void {
    record('tray', { toolTip });
  }

  setTitle(title: string): void {
    record('tray', { title });
  }

  setContextMenu(menu: StandInMenu | null): void {
    this.menu = menu;
    record('tray', { menu });
  }

  setIgnoreDoubleClickEvents(): void {}

  isDestroyed(): boolean {
    return this.#isDestroyed;
  }

  destroy(): void {
    this.#isDestroyed = true;
    record('tray', { destroyed: true });
  }
}

export class StandInNotification extends EventEmitter {
  static readonly all: StandInNotification[] = [];

  static isSupported(): boolean {
    return true;
  }

  readonly title: string;
  readonly body: string;
  readonly #options: object;

  constructor(options: { readonly title?: string; readonly body?: string } = {}) {
    super();
    needsReady('Cannot create Notification before app is ready');
    this.title = options.title ?? '';
    this.body = options.body ?? '';
    this.#options = options;
    return strict('Notification', this);
  }

  show(): void {
    StandInNotification.all.push(this);
    record('notification', this.#options);
    this.emit('show');
  }

  close(): void {
    this.emit('close');
  }
}

/** So often Chromium still waits for the system when it is asked after a change (`IDLE_STATE_UNKNOWN`). */
const UNKNOWN_FIRST = inMode('idle-unknown') ? 2 : 0;

/** The lid, the lock and the mains. */
export class StandInPowerMonitor extends EventEmitter {
  #idleState = 'active';
  #unknownLeft = UNKNOWN_FIRST;

  set idleState(state: string) {
    this.#idleState = state;
    this.#unknownLeft = UNKNOWN_FIRST;
  }

  getSystemIdleState(threshold: number): string {
    if (threshold <= 0) throw new TypeError('Invalid idle threshold, must be greater than 0');
    if (this.#unknownLeft === 0) return this.#idleState;
    this.#unknownLeft -= 1;
    return 'unknown';
  }

  getSystemIdleTime(): number {
    return 0;
  }

  isOnBatteryPower(): boolean {
    return false;
  }
}

type Display = z.infer<typeof displaySchema>;
const FULL_HD = { x: 0, y: 0, width: 1920, height: 1080 } as const;
const ONE_SCREEN: readonly Display[] = [{ id: 1, bounds: FULL_HD, workArea: FULL_HD }];

const SCREEN_EARLY = "The 'screen' module can't be used before the app 'ready' event";

export class StandInScreen extends EventEmitter {
  #displays: readonly Display[] = ONE_SCREEN;

  constructor() {
    super();
    const given = process.env['ELECTRON_STAND_IN_DISPLAYS'];
    if (given !== undefined) this.#displays = z.array(displaySchema).parse(JSON.parse(given));
  }

  getAllDisplays(): readonly Display[] {
    needsReady(SCREEN_EARLY);
    return this.#displays;
  }

  getPrimaryDisplay(): Display {
    needsReady(SCREEN_EARLY);
    const [first] = this.#displays;
    if (first === undefined) throw new Error('No screen is there');
    return first;
  }
}

export class StandInNativeTheme extends EventEmitter {
  themeSource = 'system';
  readonly shouldUseDarkColors = false;
}

/** One for the whole app, as the system's is; nobody else's programs use this one. */
export const clipboard = strict('clipboard', {
  held: '',
  async writeText(text: string): Promise<void> {
    this.held = text;
    record('clipboard', text);
  },
  async readText(): Promise<string> {
    return this.held;
  },
  clear(): void {
    this.held = '';
  },
});

export const shell = strict('shell', {
  openExternal: async (url: string): Promise<void> => record('openExternal', url),
  showItemInFolder: (file: string): void => record('showItemInFolder', file),
  openPath: async (file: string): Promise<string> => {
    record('openPath', file);
    return '';
  },
  beep: (): void => record('beep', true),
});

type MessageBoxOptions = {
  readonly cancelId?: number;
  readonly signal?: AbortSignal;
  readonly [name: string]: unknown;
};

const MODAL_MS = 2000;

const answerSchema = z.object({ response: z.int() });

/** The test is the operator before the system's dialogs; an answer that it has not chosen is waited for. */
async function showMessageBox(
  first: object,
  second?: MessageBoxOptions,
): Promise<{ readonly response: number; readonly checkboxChecked: boolean }> {
  needsReady('dialog module can only be used after app is ready');
  const given: MessageBoxOptions = second ?? { ...first };
  const { signal, ...options } = given;
  record('messageBox', options);
  if (second === undefined && inMode('modal-box')) {
    // As an operator who takes a moment to read: NSAlert's runModal comes back with the answer.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, MODAL_MS);
    return { response: options.cancelId ?? 0, checkboxChecked: false };
  }
  const aborted = new Promise<{ readonly response: number }>((resolve) => {
    signal?.addEventListener('abort', () => resolve({ response: options.cancelId ?? 0 }));
  });
  const answered = testSide
    .ask('dialog', { kind: 'messageBox', options })
    .then((answer) => answerSchema.parse(answer));
  const { response } = await Promise.race([answered, aborted]);
  return { response, checkboxChecked: false };
}

const folderSchema = z.object({ folder: z.string().nullable() });

async function showOpenDialog(
  first: object,
  second?: object,
): Promise<{ readonly canceled: boolean; readonly filePaths: readonly string[] }> {
  const options = { ...(second ?? first) };
  record('openDialog', options);
  const answer = await testSide.ask('dialog', { kind: 'openDialog', options });
  const { folder } = folderSchema.parse(answer);
  return folder === null
    ? { canceled: true, filePaths: [] }
    : { canceled: false, filePaths: [folder] };
}

export const dialog = strict('dialog', {
  showMessageBox,
  showOpenDialog,
  showErrorBox: (title: string, content: string): void => record('errorBox', { title, content }),
});
