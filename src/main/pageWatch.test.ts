import { EventEmitter } from 'node:events';

import type { MessageBoxOptions } from 'electron';
import { describe, expect, test } from 'vitest';

import { watchPage } from './pageWatch.ts';
import { FakeDesk } from './testing/fakeDesk.ts';
import { MAIN_WORDS } from './words.ts';

class FakeContents extends EventEmitter {
  url = 'app://desk/#/log';
  isGone = false;
  readonly did: string[] = [];

  getURL(): string {
    return this.url;
  }

  isDestroyed(): boolean {
    return this.isGone;
  }

  reload(): void {
    this.did.push('reload');
  }

  async loadURL(url: string): Promise<void> {
    this.did.push(url);
  }

  forcefullyCrashRenderer(): void {
    this.did.push('crash');
    this.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 5 });
  }

  crash(reason = 'crashed'): void {
    this.emit('render-process-gone', {}, { reason, exitCode: 5 });
  }
}

function watched(answer: number | null = null) {
  const contents = new FakeContents();
  const desk = new FakeDesk();
  const asked: MessageBoxOptions[] = [];
  const state = { isQuitting: false, quits: 0, nowMs: 0 };
  watchPage(contents, {
    ask: (question) => {
      asked.push(question);
      return new Promise((resolve) => {
        if (answer !== null) resolve(answer);
        // As Electron answers for a question that is taken back.
        question.signal?.addEventListener('abort', () => resolve(question.cancelId ?? 0));
      });
    },
    words: () => MAIN_WORDS.en,
    note: desk.note,
    isQuitting: () => state.isQuitting,
    quit: () => (state.quits += 1),
    nowMs: () => state.nowMs,
    later: (work) => work(),
  });
  return { contents, noted: desk.noted, asked, state };
}

const settled = () => new Promise(setImmediate);

describe('a page that crashes', () => {
  test('is loaded again where it was, and both are written down', () => {
    const { contents, noted, asked } = watched();
    contents.crash('oom');
    contents.emit('did-finish-load');
    contents.emit('did-finish-load');
    expect(contents.did).toEqual(['reload']);
    expect(noted).toEqual([
      ['page_gone', { reason: 'oom', exitCode: 5 }],
      ['page_back', { reloads: 1 }],
    ]);
    expect(asked).toEqual([]);
  });

  test('and has lost its address is sent back to the screen it last showed', () => {
    const { contents } = watched();
    contents.emit('did-navigate-in-page', {}, 'app://desk/#/inbox/7', true);
    contents.emit('did-navigate-in-page', {}, 'app://desk/#/elsewhere', false);
    contents.emit('did-navigate-in-page', {}, 'https://evil.example/', true);
    contents.url = '';
    contents.crash();
    expect(contents.did).toEqual(['app://desk/#/inbox/7']);
  });

  test('a fourth time within a minute is left to the operator', async () => {
    const { contents, asked } = watched(0);
    for (let times = 0; times < 4; times += 1) contents.crash();
    expect([contents.did.length, asked.length]).toEqual([3, 1]);
    expect(asked[0]).toMatchObject({ buttons: ['Reload', 'Quit Deposit Desk'] });
    await settled();
    expect(contents.did.length).toBe(4);
    contents.crash();
    expect([contents.did.length, asked.length]).toEqual([5, 1]);
  });

  test('four times in longer than a minute is not asked about', () => {
    const { contents, asked, state } = watched();
    for (let times = 0; times < 8; times += 1) {
      contents.crash();
      state.nowMs += 25_000;
    }
    expect([contents.did.length, asked.length]).toEqual([8, 0]);
  });

  test('may be the end, where the operator says so', async () => {
    const { contents, state } = watched(1);
    for (let times = 0; times < 4; times += 1) contents.crash();
    await settled();
    expect([contents.did.length, state.quits]).toEqual([3, 1]);
  });

  test('while the app quits, by itself, or with its window is let go', () => {
    const { contents, state, noted } = watched();
    contents.crash('clean-exit');
    state.isQuitting = true;
    contents.crash('killed');
    expect([contents.did, noted]).toEqual([[], []]);
    state.isQuitting = false;
    contents.isGone = true;
    contents.crash();
    expect(contents.did).toEqual([]);
  });
});

describe('a page that hangs', () => {
  test('is asked about once, and ended and loaded again on Reload', async () => {
    const { contents, asked, noted } = watched(0);
    contents.emit('unresponsive');
    contents.emit('unresponsive');
    await settled();
    expect(asked).toMatchObject([{ buttons: ['Reload', 'Wait'], defaultId: 1, cancelId: 1 }]);
    expect(contents.did).toEqual(['crash', 'reload']);
    expect(noted[0]).toEqual(['page_hangs']);
  });

  test('is left alone on Wait, and may be asked about again', async () => {
    const { contents, asked } = watched(1);
    contents.emit('unresponsive');
    await settled();
    contents.emit('unresponsive');
    await settled();
    expect([contents.did, asked.length]).toEqual([[], 2]);
  });

  test('and answers again takes the question back', async () => {
    const { contents, asked } = watched();
    contents.emit('unresponsive');
    contents.emit('responsive');
    await settled();
    expect(asked[0]?.signal?.aborted).toBe(true);
    expect(contents.did).toEqual([]);
  });
});
