import type { ElectronApplication } from '@playwright/test';

import type { HeldCall, OnCall } from './pageHost.ts';
import { OPERATION_CHANNEL_PREFIX } from '../../../src/shared/contract/bridge.ts';

/** What the test hears of the app's own process. */
type Told =
  | { readonly kind: 'answered'; readonly name: string; readonly input: unknown }
  | { readonly kind: 'held'; readonly id: number; readonly name: string; readonly input: unknown }
  | {
      readonly kind: 'saved';
      readonly name: string;
      readonly file: string;
      readonly state: string;
    };

type Decision = { readonly id: number; readonly how: string; readonly reply: unknown };

/** A tap in Electron's main process, on the way of every call and of every download. */
export type ElectronTap = {
  readonly hold: (pattern: string, onCall: OnCall) => Promise<void>;
  readonly letGo: (pattern: string) => Promise<void>;
  readonly answered: (name: string, isIt: (input: unknown) => boolean) => Promise<void>;
  readonly saved: () => Promise<{
    readonly name: string;
    readonly file: string;
    readonly state: string;
  }>;
};

export async function tapElectron(app: ElectronApplication): Promise<ElectronTap> {
  const held = new Map<string, OnCall>();
  const listeners = new Set<(told: Told) => void>();
  const inMain = await app.evaluateHandle(tap, OPERATION_CHANNEL_PREFIX);

  const ask = (decision: Decision): Promise<unknown> =>
    inMain.evaluate((one, what) => one.decide(what), decision);
  const patterns = (): Promise<void> =>
    inMain.evaluate((one, list) => one.hold(list), [...held.keys()]);
  const hear = (told: Told): void => {
    if (told.kind === 'held') {
      const { id, name, input } = told;
      const tell = async (how: string, reply: unknown = null): Promise<void> =>
        void (await ask({ id, how, reply }));
      const call: HeldCall = {
        name,
        input,
        continue: () => tell('continue'),
        abort: () => tell('abort'),
        fetch: () => ask({ id, how: 'fetch', reply: null }),
        fulfill: (reply) => tell('fulfill', reply),
      };
      const found = [...held].find(([pattern]) => fits(pattern, name));
      void (found === undefined ? call.continue() : found[1](call));
    }
    for (const listener of listeners) listener(told);
  };
  const pump = async (): Promise<void> => {
    try {
      for (let heard = 0; ;) {
        const news = await again(() => inMain.evaluate((one, from) => one.news(from), heard));
        heard += news.length;
        for (const told of news) hear(told);
      }
    } catch {
      // The app has ended.
    }
  };
  void pump();

  const next = <T>(pick: (told: Told) => T | null): Promise<T> =>
    new Promise((resolve) => {
      const listener = (told: Told): void => {
        const picked = pick(told);
        if (picked === null) return;
        listeners.delete(listener);
        resolve(picked);
      };
      listeners.add(listener);
    });
  return {
    async hold(pattern, onCall) {
      held.set(pattern, onCall);
      await patterns();
    },
    async letGo(pattern) {
      held.delete(pattern);
      await patterns();
    },
    async answered(name, isIt) {
      await next(
        (told) => (told.kind === 'answered' && told.name === name && isIt(told.input)) || null,
      );
    },
    saved: () => next((told) => (told.kind === 'saved' ? told : null)),
  };
}

function fits(pattern: string, name: string): boolean {
  return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
}

/** V8's inspector may lose a promise of Electron's main process that it waits for: the question is asked again. */
async function again<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!String(error).includes('promise was garbage collected')) throw error;
    }
  }
}

/** What is used of Electron's DownloadItem. */
type SavedItem = {
  readonly getFilename: () => string;
  readonly getSavePath: () => string;
  readonly once: (event: 'done', listener: (event: unknown, state: string) => void) => void;
};

/** Runs in main, so it knows nothing but its arguments. Electron has no public way to what `ipcMain.handle` was given. */
function tap(
  {
    ipcMain,
    session,
  }: {
    readonly ipcMain: object;
    readonly session: { readonly defaultSession: NodeJS.EventEmitter };
  },
  prefix: string,
) {
  type Answer = (event: unknown, ...inputs: unknown[]) => Promise<unknown>;
  const hasHandlers = (one: object): one is { _invokeHandlers: Map<string, Answer> } =>
    '_invokeHandlers' in one;
  if (!hasHandlers(ipcMain)) throw new Error('Electron keeps its handlers elsewhere');
  const news: Told[] = [];
  const waiting = new Map<number, (decision: { how: string; reply: unknown }) => unknown>();
  let patterns: string[] = [];
  let wake = (): void => undefined;
  let lastId = 0;
  const tell = (told: Told): void => {
    news.push(told);
    wake();
  };
  const { _invokeHandlers: handlers } = ipcMain;
  for (const [channel, original] of handlers) {
    if (!channel.startsWith(prefix)) continue;
    const name = channel.slice(prefix.length);
    handlers.set(channel, async (event, ...inputs) => {
      // A file's bytes are nothing that a test asks for, and long.
      const isFile = typeof Reflect.get(Object(inputs[0]), 'base64') === 'string';
      const input = isFile ? null : (inputs[0] ?? null);
      const isHeld = patterns.some((pattern) =>
        pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : pattern === name,
      );
      if (!isHeld) {
        const reply = await original(event, ...inputs);
        tell({ kind: 'answered', name, input });
        return reply;
      }
      lastId += 1;
      const id = lastId;
      const reply = await new Promise((resolve, reject) => {
        waiting.set(id, async ({ how, reply: given }) => {
          if (how === 'fetch') return await original(event, ...inputs);
          waiting.delete(id);
          if (how === 'continue') resolve(original(event, ...inputs));
          else if (how === 'abort') reject(new Error('reply was never sent'));
          else resolve(given);
          return null;
        });
        tell({ kind: 'held', id, name, input });
      });
      tell({ kind: 'answered', name, input });
      return reply;
    });
  }
  session.defaultSession.on('will-download', (_event: unknown, item: SavedItem) => {
    item.once('done', (_done: unknown, state: string) =>
      tell({ kind: 'saved', name: item.getFilename(), file: item.getSavePath(), state }),
    );
  });
  return {
    hold(list: string[]): void {
      patterns = list;
    },
    decide: ({ id, ...decision }: Decision): unknown => waiting.get(id)?.(decision),
    async news(from: number): Promise<readonly Told[]> {
      if (news.length <= from) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      return news.slice(from);
    },
  };
}
