import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { type Installed, builtUpdates, chosenUpdates } from './built.ts';
import { readUpdates, startUpdates, updatesState } from './updates.ts';
import { type Updater, watchUpdates } from './watchUpdates.ts';

const BUILT = {
  channel: 'latest',
  url: 'https://updates.example/desk/',
  publisher: 'Deposit Desk LLC',
} as const;
const WINDOWS: Installed = {
  platform: 'win32',
  isPackaged: true,
  feedFile: 'provider: generic\npublisherName:\n  - Deposit Desk LLC\nupdaterCacheDirName: x\n',
};

describe('updates', () => {
  test('are off as the sources are, and nothing of the updater is loaded', async () => {
    expect(builtUpdates()).toBeNull();
    expect(updatesState(readUpdates({ isPackaged: true }))).toEqual({ state: 'off' });
    const stop = await startUpdates(BUILT, () => {
      throw new Error('looked');
    });
    stop();
    expect(updatesState(BUILT)).toEqual({ state: 'on', channel: 'latest' });
  });

  test('are on only in a package, where the system checks who signed', () => {
    expect(chosenUpdates(BUILT, WINDOWS)).toEqual(BUILT);
    expect(chosenUpdates(BUILT, { ...WINDOWS, platform: 'darwin' })).toBeNull();
    expect(chosenUpdates(BUILT, { ...WINDOWS, platform: 'linux' })).toBeNull();
    expect(chosenUpdates(BUILT, { ...WINDOWS, isPackaged: false })).toBeNull();
    expect(chosenUpdates(BUILT, { ...WINDOWS, feedFile: null })).toBeNull();
  });

  test.each([
    ['provider: generic\n', 'nobody named'],
    ['publisherName:\n  - Somebody Else\n', 'somebody else'],
    ['publisherName:\n  - Deposit Desk LLC\n  - Somebody Else\n', 'somebody beside us'],
    ['publisherName: Deposit Desk LLC\n', 'another shape'],
    ['publisherName:\n', 'an empty list'],
  ])('are off on Windows with %j: %s', (feedFile) => {
    expect(chosenUpdates(BUILT, { ...WINDOWS, feedFile })).toBeNull();
  });

  test.each([
    { channel: 'latest' },
    { ...BUILT, publisher: '' },
    { ...BUILT, channel: '' },
    { ...BUILT, channel: '../latest' },
    { ...BUILT, url: 'http://updates.example/' },
    { ...BUILT, url: 'https://me:secret@updates.example/' },
    { ...BUILT, url: 'https://updates.example/?a=b' },
    { ...BUILT, url: 'file:///tmp' },
    { ...BUILT, more: true },
    'on',
    true,
    0,
  ])('are off with %j', (built) => {
    expect(chosenUpdates(built, WINDOWS)).toBeNull();
  });

  test('are off with whatever else stands there', () => {
    fc.assert(
      fc.property(fc.anything(), fc.string(), (built, feedFile) => {
        expect(chosenUpdates(built, { ...WINDOWS, feedFile })).toBeNull();
      }),
    );
  });
});

describe('a look for updates', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  function updater(check: Updater['checkForUpdates']) {
    const asked: object[] = [];
    let fail = (_error: Error): void => {};
    let channel: string | null = null;
    const made: Updater = {
      autoDownload: false,
      autoInstallOnAppQuit: false,
      allowPrerelease: true,
      allowDowngrade: false,
      disableWebInstaller: false,
      logger: {},
      get channel() {
        return channel;
      },
      // As the library does it.
      set channel(value) {
        channel = value;
        this.allowDowngrade = true;
      },
      setFeedURL: (feed) => asked.push(feed),
      checkForUpdates: check,
      on: (_event, listener) => (fail = listener),
    };
    return { made, asked, fail: (error: Error) => fail(error) };
  }

  test('never goes back to an older version, nor to another place', () => {
    const { made, asked } = updater(async () => null);
    watchUpdates(made, BUILT, () => {})();
    expect(made).toMatchObject({
      allowDowngrade: false,
      allowPrerelease: false,
      disableWebInstaller: true,
      channel: 'latest',
      logger: null,
    });
    expect(asked).toEqual([{ provider: 'generic', url: BUILT.url, channel: 'latest' }]);
  });

  test('that fails is told without its text, and the next one comes', async () => {
    const told: unknown[] = [];
    let looks = 0;
    const { made, fail } = updater(async () => {
      looks += 1;
      if (looks === 1) throw new Error('https://updates.example/secret');
      return { isUpdateAvailable: true };
    });
    const stop = watchUpdates(made, BUILT, (...line) => told.push(line));
    await vi.advanceTimersByTimeAsync(60_000);
    fail(new Error('download'));
    await vi.advanceTimersByTimeAsync(6 * 60 * 60_000);
    stop();
    await vi.advanceTimersByTimeAsync(24 * 60 * 60_000);
    expect(told).toEqual([
      ['update_checked', { outcome: 'failed' }],
      ['update_checked', { outcome: 'failed' }],
      ['update_checked', { outcome: 'newer' }],
    ]);
  });
});
