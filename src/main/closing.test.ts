import { EventEmitter } from 'node:events';

import { expect, test } from 'vitest';

import { closeBeforeQuit } from './closing.ts';

/** Electron's app by the order of its events: quitting goes on only where nobody kept it from it. */
class FakeApp extends EventEmitter {
  readonly did: string[] = [];

  readonly quit = (): void => {
    let isKept = false;
    const event = {
      preventDefault: () => {
        isKept = true;
      },
    };
    this.emit('before-quit', event);
    if (isKept) return;
    this.emit('will-quit', event);
    if (!isKept) this.did.push('gone');
  };

  readonly relaunch = (): void => void this.did.push('relaunch');
}

function closing(held = 0, isLossAccepted = false) {
  const app = new FakeApp();
  let finish = (_error?: Error): void => undefined;
  const closed = new Promise<void>((resolve, reject) => {
    finish = (error) => (error === undefined ? resolve() : reject(error));
  });
  const made = closeBeforeQuit(app, {
    close: () => closed,
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
  return { app, settled, ...made };
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
  startAgain();
  startAgain();
  expect(app.did).toEqual(['deaf']);
  expect(await settled()).toEqual(['deaf', 'relaunch', 'gone']);
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
