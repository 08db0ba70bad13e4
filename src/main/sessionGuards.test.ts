import { EventEmitter } from 'node:events';

import { describe, expect, test } from 'vitest';

import { type GuardedSession, closeNetwork, guardSession } from './sessionGuards.ts';
import { FOREIGN } from './testing/addresses.ts';

type Check = Parameters<GuardedSession['setPermissionCheckHandler']>[0];
type Ask = Parameters<GuardedSession['setPermissionRequestHandler']>[0];
type Pair = Parameters<GuardedSession['setBluetoothPairingHandler']>[0];
type Share = Parameters<GuardedSession['setDisplayMediaRequestHandler']>[0];

/** Electron's session, as far as it keeps what it is given; without a handler everything is granted. */
class FakeSession extends EventEmitter {
  check: Check = () => true;
  ask: Ask = (_contents, _permission, callback) => callback(true);
  device = (): boolean => true;
  pair: Pair = (_details, answer) => answer({ confirmed: true });
  share: Share = () => undefined;

  setPermissionCheckHandler(handler: Check): void {
    this.check = handler;
  }

  setPermissionRequestHandler(handler: Ask): void {
    this.ask = handler;
  }

  setDevicePermissionHandler(handler: () => boolean): void {
    this.device = handler;
  }

  setBluetoothPairingHandler(handler: Pair): void {
    this.pair = handler;
  }

  setDisplayMediaRequestHandler(handler: Share): void {
    this.share = handler;
  }

  isPrevented(name: string, ...details: readonly unknown[]): boolean {
    let prevented = false;
    this.emit(name, { preventDefault: () => (prevented = true) }, ...details);
    return prevented;
  }
}

function guarded(): FakeSession {
  const session = new FakeSession();
  guardSession(session, (name) => (name === 'shut.png' ? null : `/home/o/Downloads/${name}`));
  return session;
}

test('a session that is told of twice is guarded once: each download gets one name', () => {
  const session = guarded();
  guardSession(session, () => null);
  expect(session.listenerCount('will-download')).toBe(1);
});

describe('permissions', () => {
  /** What the check says and what the request says: never different. */
  function granted(permission: string, requestingUrl: string, isMainFrame = true): boolean {
    const { check, ask } = guarded();
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
      expect(guarded().check(null, permission, 'app://desk/', outside)).toBe(true);
      expect(guarded().check(null, permission, '', outside)).toBe(false);
    },
  );

  test.each([
    'clipboard-read',
    'media',
    'geolocation',
    'display-capture',
    'fullscreen',
    'pointerLock',
    'keyboardLock',
    'idle-detection',
    'midi',
    'midiSysex',
    'mediaKeySystem',
    'storage-access',
    'top-level-storage-access',
    'speaker-selection',
    'window-management',
    'fileSystem',
    'hid',
    'serial',
    'usb',
    'openExternal',
    'push',
    'unknown',
    '',
  ])('%s is nobody’s', (permission) => {
    expect(granted(permission, 'app://desk/')).toBe(false);
  });
});

describe('a device', () => {
  test('is neither remembered nor paired, and no screen is shared', () => {
    const session = guarded();
    const answers: unknown[] = [];
    session.pair({}, (answer) => answers.push(answer));
    session.share({}, (answer) => answers.push(answer));
    expect(answers).toEqual([{ confirmed: false }, null]);
    expect(session.device()).toBe(false);
  });

  test.each([
    ['select-hid-device', [{ deviceList: [{}] }], []],
    ['select-usb-device', [{ deviceList: [{}] }], []],
    ['select-serial-port', [[{}], {}], ['']],
    ['file-system-access-restricted', [{ path: '/' }], ['deny']],
  ])('is not chosen: %s', (name, details, answer) => {
    const answers: unknown[] = [];
    const choose = (...given: readonly unknown[]) => answers.push(given);
    expect(guarded().isPrevented(name, ...details, choose)).toBe(true);
    expect(answers).toEqual([answer]);
  });
});

describe('a download', () => {
  const isRefused = (url: string, type: string, name: string): boolean =>
    guarded().isPrevented('will-download', {
      getURL: () => url,
      getMimeType: () => type,
      getFilename: () => name,
      setSavePath: () => undefined,
    });

  test.each([
    ['a picture', 'requisites.png', 'image/png'],
    ['a file of profiles', 'profiles.json', 'application/json'],
    ['a report', 'batch.csv', 'text/csv'],
    [
      'a report as a workbook',
      'statement.xlsx',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    ],
  ])('is what the page itself made: %s', (_what, name, type) => {
    expect(isRefused('blob:app://desk/0b', type, name)).toBe(false);
  });

  test('goes where exports go without a question; the system’s dialog asks where that folder is shut', () => {
    const put = (name: string): readonly string[] => {
      const files: string[] = [];
      guarded().isPrevented('will-download', {
        getURL: () => 'blob:app://desk/0b',
        getMimeType: () => 'image/png',
        getFilename: () => name,
        setSavePath: (file: string) => files.push(file),
      });
      return files;
    };
    expect(put('QR D-1.png')).toEqual(['/home/o/Downloads/QR D-1.png']);
    expect(put('shut.png')).toEqual([]);
  });

  test('of anything else, or from anywhere else, does not begin', () => {
    for (const url of [...FOREIGN, 'app://desk/assets/x.js', 'blob:null/0b']) {
      expect(isRefused(url, 'image/png', 'requisites.png')).toBe(true);
    }
    expect(isRefused('blob:app://desk/0b', 'text/html', 'x.html')).toBe(true);
    expect(isRefused('blob:app://desk/0b', 'image/png', 'x.exe')).toBe(true);
    expect(isRefused('blob:app://desk/0b', 'application/x-msdownload', 'x.png')).toBe(true);
    expect(isRefused('blob:app://desk/0b', '', 'x')).toBe(true);
    expect(isRefused('blob:app://desk/0b', 'text/csv', 'x.csv.exe')).toBe(true);
  });
});

test('the page’s session asks the network for nothing', () => {
  const seen: { urls: string[]; answers: unknown[] } = { urls: [], answers: [] };
  closeNetwork({
    onBeforeRequest({ urls }, listener) {
      seen.urls = urls;
      listener({ url: 'https://evil.example/' }, (answer) => seen.answers.push(answer));
    },
  });
  expect(seen.urls.map((url) => url.split(':')[0])).toEqual([
    'http',
    'https',
    'ws',
    'wss',
    'ftp',
    'file',
  ]);
  expect(seen.answers).toEqual([{ cancel: true }]);
});
