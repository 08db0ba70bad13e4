import { EventEmitter } from 'node:events';

import { afterEach, expect, test, vi } from 'vitest';

import { closeBeforeQuit } from './closing.ts';

/** Electron's app by the order of its events: quitting goes on unless a listener prevented it. */
class FakeApp extends EventEmitter {
  readonly did: string[] = [];

  /** Its page does not answer: Electron waits, and `will-quit` does not come. */
  hasHangingWindow = false;

  readonly quit = (): void => {
    let isKept = false;
    const event = {
      preventDefault: () => {
        isKept = true;
      },
    };
    this.emit('before-quit', event);
    if (isKept || this.hasHangingWindow) return;
    this.emit('will-quit', event);
    if (!isKept) this.did.push('gone');
  };

  readonly exit = (code: number): void => void this.did.push(`exit ${code}`);
}

afterEach(() => {
  vi.useRealTimers();
});

function closing(held = 0, isLossAccepted = false) {
  const app = new FakeApp();
  let finish = (_error?: Error): void => undefined;
  const closed = new Promise<void>((resolve, reject) => {
    finish = (error) => (error === undefined ? resolve() : reject(error));
  });
  const made = closeBeforeQuit(app, {
    close: () => closed,
    stillOpen: () => ['log', 'hold'],
    noteOverdue: async (open) => void app.did.push(`noted: ${open}`),
    destroyWindows() {
      app.did.push('windows destroyed');
      app.hasHangingWindow = false;
    },
    tellClosing: () => void app.did.push('told'),
    relaunch: (link) => void app.did.push(`relaunch ${link ?? 'alone'}`),
    kill: () => void app.did.push('killed'),
    heldAnswers: () => held,
    async askToQuit(count) {
      app.did.push(`asked about ${count}`);
      return isLossAccepted;
    },
    stay: () => void app.did.push('stays'),
    stopAnswering: () => void app.did.push('deaf'),
    say: (line) => void app.did.push(line),
  });
  const settled = async (error?: Error): Promise<readonly string[]> => {
    finish(error);
    await new Promise((resolve) => setImmediate(resolve));
    return app.did;
  };
  return { app, settled, finish, ...made };
}

test('quitting waits until everything is closed, and nobody is answered meanwhile', async () => {
  const { app, isQuitting, settled } = closing();
  expect(isQuitting()).toBe(false);
  app.quit();
  expect([isQuitting(), app.did]).toEqual([true, ['deaf']]);
  expect(await settled()).toEqual(['deaf', 'gone']);
});

test('what cannot be closed keeps nobody, and is said', async () => {
  const { app, settled } = closing();
  app.quit();
  expect(await settled(new Error('disk'))).toEqual(['deaf', 'Error: disk', 'gone']);
});

test('whoever starts the desk while it closes gets it afterwards, once', async () => {
  const { app, startAgain, settled } = closing();
  app.quit();
  startAgain('amount=1');
  startAgain('amount=2');
  startAgain(null);
  expect(app.did).toEqual(['deaf']);
  expect(await settled()).toEqual(['deaf', 'relaunch amount=2', 'gone']);
});

test('answers in memory only keep the desk open until the operator accepts their loss', async () => {
  const kept = closing(9);
  kept.app.quit();
  kept.app.quit();
  expect(kept.isQuitting()).toBe(false);
  expect(await kept.settled()).toEqual(['asked about 9', 'stays']);
  kept.app.quit();
  expect(await kept.settled()).toEqual(['asked about 9', 'stays', 'asked about 9', 'stays']);

  const left = closing(9, true);
  left.app.quit();
  expect(await left.settled()).toEqual(['asked about 9', 'deaf', 'gone']);
});

test('what hangs is named in the journal after 20 s, and the process ends itself', async () => {
  vi.useFakeTimers();
  const { app, startAgain } = closing();
  app.quit();
  startAgain(null);
  await vi.advanceTimersByTimeAsync(900);
  expect(app.did).toEqual(['deaf']);
  await vi.advanceTimersByTimeAsync(19_000);
  expect(app.did).toEqual(['deaf', 'told']);
  await vi.advanceTimersByTimeAsync(200);
  expect(app.did.slice(2)).toEqual([
    'Not closed after 20 s: log, hold. The process ends itself.',
    'noted: log, hold',
    'relaunch alone',
    'killed',
  ]);
});

test('a window whose page hangs is destroyed after 5 s, and the rest closes in order', async () => {
  vi.useFakeTimers();
  const { app, isQuitting, finish } = closing();
  app.hasHangingWindow = true;
  app.quit();
  app.quit();
  await vi.advanceTimersByTimeAsync(4900);
  expect([isQuitting(), app.did]).toEqual([true, []]);
  await vi.advanceTimersByTimeAsync(5000);
  const said = 'The window has not closed after 5 s: it is destroyed.';
  expect(app.did).toEqual([said, 'windows destroyed', 'deaf']);
  finish();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(app.did.slice(2)).toEqual(['deaf', 'gone']);
});

test('asking again while it closes changes nothing, and what closed in time is not killed', async () => {
  vi.useFakeTimers();
  const { app, startAgain, finish } = closing();
  app.quit();
  app.quit();
  app.quit();
  expect(app.did).toEqual(['deaf']);
  startAgain(null);
  finish();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(app.did).toEqual(['deaf', 'relaunch alone', 'gone']);
});

test('a desk that broke closes first, then says so, and ends with a code of its own once that was read', async () => {
  const { app, quitFailed, settled } = closing();
  let read = (): void => undefined;
  const tell = (): Promise<void> => {
    app.did.push('box');
    return new Promise((resolve) => {
      read = resolve;
    });
  };
  quitFailed(tell);
  // On macOS nothing else happens while the box stands.
  expect(app.did).toEqual(['deaf']);
  expect(await settled()).toEqual(['deaf', 'box']);
  read();
  expect(await settled()).toEqual(['deaf', 'box', 'exit 1']);
});

test('a box that cannot be shown does not keep a desk that broke', async () => {
  const { quitFailed, settled } = closing();
  quitFailed(() => Promise.reject(new Error('no display')));
  expect(await settled()).toEqual(['deaf', 'Error: no display', 'exit 1']);
});

test('a box that stands keeps nobody who ends the desk from outside', async () => {
  const { app, quitFailed, settled } = closing();
  quitFailed(() => new Promise(() => undefined));
  await settled();
  app.quit();
  expect(app.did).toEqual(['deaf', 'exit 1']);
});
