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
  function granted(permission: string, requestingUrl: string, isMainFrame = true): boolean {
    const { check, ask } = handlers();
    const answers: boolean[] = [];
    const details = { requestingUrl, isMainFrame };
    ask({}, permission, (isGranted) => answers.push(isGranted), details);
    const page = { getURL: () => requestingUrl };
    expect(answers).toEqual([check(page, permission, requestingUrl, details)]);
    return answers[0] ?? false;
  }

  test.each(['clipboard-sanitized-write', 'notifications'])(
    '%s is our own page’s',
    (permission) => {
      expect(granted(permission, 'app://desk/')).toBe(true);
      expect(granted(permission, 'app://desk/', false)).toBe(false);
      for (const foreign of FOREIGN) expect(granted(permission, foreign)).toBe(false);
      const outside = { isMainFrame: false };
      expect(handlers().check(null, permission, 'app://desk/', outside)).toBe(true);
      expect(handlers().check(null, permission, '', outside)).toBe(false);
    },
  );

  test('everything else is denied', () => {
    const others = ['clipboard-read', 'media', 'geolocation', 'push', 'hid', 'openExternal'];
    for (const permission of others) {
      expect(granted(permission, 'app://desk/')).toBe(false);
    }
    expect(handlers().device()).toBe(false);
  });
});
