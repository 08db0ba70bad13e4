import { EventEmitter } from 'node:events';

import { describe, expect, test } from 'vitest';

import { type GuardedSession, guardPermissions, guardWebContents } from './guards.ts';
import { isOwnUrl } from './ownPage.ts';

const FOREIGN = [
  'https://evil.example/',
  'app://other/',
  'app://desk.evil.example/',
  'app://desk:1/',
  'app://user@desk/',
  'application://desk/',
  'file:///etc/passwd',
  'about:blank',
  'javascript:alert(1)',
  'data:text/html,x',
  'not an address',
  '',
];

test('an address is ours by protocol and host alone', () => {
  for (const own of ['app://desk/', 'app://desk', 'app://desk/assets/x.js', 'app://desk/#/log']) {
    expect(isOwnUrl(own)).toBe(true);
  }
  for (const foreign of FOREIGN) expect(isOwnUrl(foreign)).toBe(false);
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
    const isPrevented = (name: string, details: object): boolean => {
      let prevented = false;
      contents.emit(name, { ...details, preventDefault: () => (prevented = true) });
      return prevented;
    };
    return { opened, isPrevented, windowOpen: () => windowOpen };
  }

  test('stays on its own address, by navigation and by redirect', () => {
    const { isPrevented } = guarded();
    for (const name of ['will-navigate', 'will-redirect']) {
      for (const url of FOREIGN) expect(isPrevented(name, { url })).toBe(true);
      expect(isPrevented(name, { url: 'app://desk/' })).toBe(false);
    }
  });

  test('holds no frame and no web view', () => {
    const { isPrevented } = guarded();
    const own = { url: 'app://desk/' };
    expect(isPrevented('will-frame-navigate', { ...own, isMainFrame: false })).toBe(true);
    expect(isPrevented('will-frame-navigate', { ...own, isMainFrame: true })).toBe(false);
    expect(isPrevented('will-attach-webview', {})).toBe(true);
  });

  test('opens no window: the address goes to the one function that checks it', () => {
    const { windowOpen, opened } = guarded();
    expect(windowOpen()?.({ url: 'https://x.example/' })).toEqual({ action: 'deny' });
    expect(opened).toEqual(['https://x.example/']);
  });
});

describe('permissions', () => {
  type Check = Parameters<GuardedSession['setPermissionCheckHandler']>[0];
  type Ask = Parameters<GuardedSession['setPermissionRequestHandler']>[0];

  function handlers() {
    let check: Check = () => true;
    let ask: Ask = (_contents, _permission, callback) => callback(true);
    let device = () => true;
    guardPermissions({
      setPermissionCheckHandler: (handler) => {
        check = handler;
      },
      setPermissionRequestHandler: (handler) => {
        ask = handler;
      },
      setDevicePermissionHandler: (handler) => {
        device = handler;
      },
    });
    return { check, ask, device };
  }

  /** What the check says and what the request says: never different. */
  function granted(permission: string, requestingUrl: string): boolean {
    const { check, ask } = handlers();
    const answers: boolean[] = [];
    ask({}, permission, (isGranted) => answers.push(isGranted), { requestingUrl });
    expect(answers).toEqual([check(null, permission, requestingUrl)]);
    return answers[0] ?? false;
  }

  test('the clipboard may be written by our own page', () => {
    expect(granted('clipboard-sanitized-write', 'app://desk/')).toBe(true);
    expect(granted('clipboard-sanitized-write', 'https://evil.example')).toBe(false);
    expect(granted('clipboard-sanitized-write', '')).toBe(false);
  });

  test('everything else is denied', () => {
    const others = [
      'clipboard-read',
      'media',
      'geolocation',
      'notifications',
      'hid',
      'openExternal',
    ];
    for (const permission of others) {
      expect(granted(permission, 'app://desk/')).toBe(false);
    }
    expect(handlers().device()).toBe(false);
  });
});
