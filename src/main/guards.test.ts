import { EventEmitter } from 'node:events';

import { describe, expect, test } from 'vitest';

import { guardApp, refusedSwitches } from './appGuards.ts';
import { giveUp, refusalMessage } from './giveUp.ts';
import { guardWebContents } from './guards.ts';
import { isOwnBlob, isOwnUrl, isPageUrl, screenUrl } from './ownPage.ts';
import { FOREIGN } from './testing/addresses.ts';

test('an address is ours by protocol and host alone', () => {
  for (const own of ['app://desk/', 'app://desk', 'app://desk/assets/x.js', 'app://desk/#/log']) {
    expect(isOwnUrl(own)).toBe(true);
  }
  for (const foreign of FOREIGN) expect(isOwnUrl(foreign)).toBe(false);
});

test('the page is not a file beside it', () => {
  for (const page of ['app://desk/', 'app://desk', 'app://desk/#/log', screenUrl('about')]) {
    expect(isPageUrl(page)).toBe(true);
  }
  for (const other of [...FOREIGN, 'app://desk/assets/x.js', 'app://desk/?x', 'app://desk//']) {
    expect(isPageUrl(other)).toBe(false);
  }
});

test('what the page made itself has its address inside', () => {
  expect(isOwnBlob('blob:app://desk/0b1c')).toBe(true);
  for (const foreign of FOREIGN) {
    expect(isOwnBlob(foreign)).toBe(false);
    expect(isOwnBlob(`blob:${foreign}`)).toBe(false);
  }
});

type WindowOpenHandler = (details: { readonly url: string }) => { readonly action: string };

describe('a page', () => {
  function guarded() {
    const opened: string[] = [];
    let windowOpen: WindowOpenHandler | null = null;
    const contents = Object.assign(new EventEmitter(), {
      setWindowOpenHandler(handler: WindowOpenHandler) {
        windowOpen = handler;
      },
    });
    guardWebContents(contents, async (url) => {
      opened.push(url);
    });
    const isPrevented = (name: string, details: object, ...more: readonly unknown[]): boolean => {
      let prevented = false;
      contents.emit(name, { ...details, preventDefault: () => (prevented = true) }, ...more);
      return prevented;
    };
    return { opened, isPrevented, windowOpen: () => windowOpen };
  }

  test.each(['will-navigate', 'will-redirect', 'will-frame-navigate'])(
    'stays on its own address: %s',
    (name) => {
      const { isPrevented } = guarded();
      for (const url of FOREIGN) {
        expect(isPrevented(name, { url, isMainFrame: true })).toBe(true);
      }
      expect(isPrevented(name, { url: 'app://desk/assets/x.js', isMainFrame: true })).toBe(true);
      expect(isPrevented(name, { url: 'app://desk/#/log', isMainFrame: true })).toBe(false);
    },
  );

  test('holds no frame and no web view', () => {
    const { isPrevented } = guarded();
    const inFrame = { url: 'app://desk/', isMainFrame: false };
    expect(isPrevented('will-frame-navigate', inFrame)).toBe(true);
    expect(isPrevented('will-redirect', inFrame)).toBe(true);
    expect(isPrevented('will-attach-webview', {})).toBe(true);
  });

  test('opens no window: the address goes to the one function that checks it', () => {
    const { windowOpen, opened } = guarded();
    expect(windowOpen()?.({ url: 'https://x.example/' })).toEqual({ action: 'deny' });
    expect(opened).toEqual(['https://x.example/']);
  });

  test('gets no Bluetooth device', () => {
    const { isPrevented } = guarded();
    const chosen: string[] = [];
    const choose = (id: string) => chosen.push(id);
    expect(isPrevented('select-bluetooth-device', {}, [{ deviceId: 'near' }], choose)).toBe(true);
    expect(chosen).toEqual(['']);
  });
});

describe('the app', () => {
  test('never waves a certificate through, and offers nobody’s certificate or password', () => {
    const app = new EventEmitter();
    guardApp(app);
    let prevented = 0;
    const event = { preventDefault: () => (prevented += 1) };
    const answers: unknown[] = [];
    const answer = (...given: readonly unknown[]) => answers.push(given);
    app.emit('certificate-error', event, {}, 'https://x.example', 'expired', {}, answer);
    app.emit('select-client-certificate', event, null, 'https://x.example', [{}], answer);
    app.emit('login', event, null, {}, {}, answer);
    expect(answers).toEqual([[false], [], []]);
    expect(prevented).toBe(3);
  });

  test('when installed, does not start with a switch that takes a wall down', () => {
    const given = new Set(['data-dir', 'remote-debugging-port', 'force-dark-mode']);
    const hasSwitch = (name: string) => given.has(name);
    expect(refusedSwitches({ hasSwitch }, {})).toEqual(['remote-debugging-port']);
    expect(refusedSwitches({ hasSwitch: () => false }, {})).toEqual([]);
    const env = { ELECTRON_DISABLE_SANDBOX: '' };
    expect(refusedSwitches({ hasSwitch: () => false }, env)).toEqual(['no-sandbox']);
  });

  test.each([
    ['takes the sandbox away', ['no-sandbox', 'disable-setuid-sandbox', 'disable-gpu-sandbox']],
    ['takes a part of it away', ['disable-namespace-sandbox', 'disable-seccomp-filter-sandbox']],
    ['lets others into it', ['allow-sandbox-debugging', 'allow-third-party-modules']],
    ['starts processes outside of it', ['no-zygote', 'no-zygote-sandbox']],
    ['puts the page into the main process', ['single-process', 'in-process-gpu']],
    ['runs a program', ['renderer-cmd-prefix', 'utility-cmd-prefix', 'zygote-cmd-prefix']],
    ['runs a program', ['gpu-launcher', 'ppapi-plugin-launcher', 'browser-subprocess-path']],
    ['keeps a page that broke the rules alive', ['disable-kill-after-bad-ipc']],
  ])('when installed, does not start with a switch that %s', (_, switches) => {
    for (const given of switches) {
      expect(refusedSwitches({ hasSwitch: (name) => name === given }, {})).toEqual([given]);
    }
  });

  test('that does not start says so in a box once there can be one, and what to do', async () => {
    const done: string[] = [];
    let ready = (): void => {};
    const whenReady = () => new Promise<void>((resolve) => (ready = resolve));
    const exit = (code: number) => done.push(`exit ${code}`);
    const ending = {
      app: { isPackaged: true, whenReady, exit },
      showErrorBox: (_title: string, content: string) => done.push(`box: ${content}`),
      say: (line: string) => done.push(`terminal: ${line}`),
    };
    const ended = giveUp(ending, 'why', 2);
    await Promise.resolve();
    expect(done).toEqual(['terminal: why']);
    ready();
    await ended;
    expect(done.slice(1)).toEqual(['box: why', 'exit 2']);
    expect(refusalMessage('linux', ['no-sandbox'])).toMatch(/--no-sandbox\..+\.deb/u);
    expect(refusalMessage('linux', ['js-flags', 'load-extension'])).toBe(
      'Deposit Desk does not start with --js-flags, --load-extension. Start it without.',
    );
    expect(refusalMessage('win32', ['no-sandbox'])).not.toContain('.deb');
    const env = { ELECTRON_DISABLE_SANDBOX: '1' };
    expect(refusalMessage('linux', ['no-sandbox'], env)).toContain('start without the variable');
  });
});
