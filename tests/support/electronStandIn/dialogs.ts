import type { Peer } from './peer.ts';
import { dialogSchema } from './questions.ts';

type Shown = {
  readonly options: Readonly<Record<string, unknown>>;
  readonly answer: (answer: {
    readonly response?: number;
    readonly folder?: string | null;
  }) => void;
};

/** The operator before the system's dialogs. */
export type Dialogs = {
  /** Those that wait for an answer, the oldest first. */
  readonly shown: () => readonly Readonly<Record<string, unknown>>[];
  /** Presses a button of the oldest, by its word or its place; waits for it to come. */
  readonly press: (button: string | number) => Promise<void>;
  /** Answers the oldest, a dialog for folders; null: it is put away. */
  readonly chooseFolder: (folder: string | null) => Promise<void>;
  /** For all that come. */
  readonly always: (choose: ((options: object) => number) | null) => void;
};

export function createDialogs(peer: Peer): Dialogs {
  let shown: readonly Shown[] = [];
  let choose: ((options: object) => number) | null = null;

  peer.answer('dialog', (value) => {
    const { options } = dialogSchema.parse(value);
    if (choose !== null) return { response: choose(options) };
    return new Promise((resolve) => {
      const own: Shown = {
        options,
        answer(answer) {
          shown = shown.filter((one) => one !== own);
          resolve(answer);
        },
      };
      shown = [...shown, own];
    });
  });

  return {
    shown: () => shown.map(({ options }) => options),
    async press(button) {
      const first = await untilShown(() => shown[0] ?? null);
      const { buttons } = first.options;
      const response =
        typeof button === 'number' || !Array.isArray(buttons) ? button : buttons.indexOf(button);
      if (typeof response !== 'number' || response < 0) {
        throw new Error(`The dialog has no ${button}: ${JSON.stringify(buttons)}`);
      }
      first.answer({ response });
    },
    async chooseFolder(folder) {
      const first = await untilShown(() => shown[0] ?? null);
      first.answer({ folder });
    },
    always(chosen) {
      choose = chosen;
    },
  };
}

const PATIENCE_MS = 30_000;

async function untilShown(look: () => Shown | null): Promise<Shown> {
  const deadlineMs = Date.now() + PATIENCE_MS;
  for (;;) {
    const found = look();
    if (found !== null) return found;
    if (Date.now() > deadlineMs) throw new Error('No dialog was shown');
    await new Promise((resolve) => {
      setTimeout(resolve, 20);
    });
  }
}
