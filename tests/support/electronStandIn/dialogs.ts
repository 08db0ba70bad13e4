import { z } from 'zod';

import type { Peer } from './peer.ts';

type Options = Readonly<Record<string, unknown>>;
type Shown = { readonly options: Options; readonly press: (response: number) => void };

/** The operator before the system's dialogs. */
export type Dialogs = {
  /** Presses a button of the one that has waited longest, by its word or its place; waits for it to come. */
  readonly press: (button: string | number) => Promise<void>;
  /** For all that come. */
  readonly always: (choose: ((options: object) => number) | null) => void;
};

const optionsSchema = z.record(z.string(), z.unknown());

export function createDialogs(peer: Peer): Dialogs {
  let shown: readonly Shown[] = [];
  let choose: ((options: object) => number) | null = null;

  peer.answer('dialog', (value) => {
    const options = optionsSchema.parse(value);
    if (choose !== null) return { response: choose(options) };
    return new Promise((resolve) => {
      const own: Shown = {
        options,
        press(response) {
          shown = shown.filter((one) => one !== own);
          resolve({ response });
        },
      };
      shown = [...shown, own];
    });
  });

  return {
    async press(button) {
      const first = await untilShown(() => shown[0] ?? null);
      const { buttons } = first.options;
      const response =
        typeof button === 'number' || !Array.isArray(buttons) ? button : buttons.indexOf(button);
      if (typeof response !== 'number' || response < 0) {
        throw new Error(`The dialog has no ${button}: ${JSON.stringify(buttons)}`);
      }
      first.press(response);
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
