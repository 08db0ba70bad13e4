import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';

import { profileSchema } from '../../src/shared/domain/profile.ts';
import { createInput } from '../support/builders.ts';
import {
  type RunningStandIn,
  exitOfStart,
  launchStandIn,
} from '../support/electronStandIn/launch.ts';
import { readLedger } from '../support/ledger.ts';
import { CLEAN_EXIT } from './support/launchLoopback.ts';
import { OPERATION_CHANNEL_PREFIX } from '../../src/shared/contract/bridge.ts';
import { OPERATION_NAMES } from '../../src/shared/contract/operations.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const EXIT_REFUSED = 2;

let app: RunningStandIn;
let dataDir = '';

beforeAll(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'electron-host-'));
  app = await launchStandIn({ dataDir });
});

afterAll(async () => {
  expect(await app.close()).toBe(CLEAN_EXIT);
  rmSync(dataDir, { recursive: true });
});

function entries(kind: string): readonly unknown[] {
  return app.journal().flatMap((entry) => (entry.kind === kind ? [entry.value] : []));
}

describe('a call', () => {
  const issue = { channel: `${OPERATION_CHANNEL_PREFIX}issue.create`, input: createInput() };

  test.each([
    ['a foreign site', 'https://evil.example/', true],
    ['another host of our scheme', 'app://other/', true],
    ['a look-alike', 'https://desk/', true],
    ['credentials before our host', 'app://user@desk/', true],
    ['an empty frame', 'about:blank', true],
    ['no address', '', true],
    ['a frame inside our page', 'app://desk/', false],
  ])('from %s is refused before dispatch', async (_what, frameUrl, isTopFrame) => {
    const reply = await app.callFrom({ ...issue, frameUrl, isTopFrame });
    expect(reply).toMatchObject({ value: { ok: false, error: { code: 'not_authorised' } } });
    expect(readLedger(dataDir).arrivals).toBe(0);
  });

  test('from our own page passes, so that the refusals above mean something', async () => {
    const own = { channel: `${OPERATION_CHANNEL_PREFIX}app.info`, input: {} };
    const reply = await app.callFrom({ ...own, frameUrl: 'app://desk/#/log', isTopFrame: true });
    expect(reply).toMatchObject({ value: { ok: true } });
  });

  test('on a channel outside the contract has nobody to answer it', async () => {
    const channel = `${OPERATION_CHANNEL_PREFIX}fs.write`;
    const reply = await app.callFrom({
      channel,
      input: {},
      frameUrl: 'app://desk/',
      isTopFrame: true,
    });
    expect(JSON.stringify(reply)).toContain('No handler registered');
  });
});

describe('the window', () => {
  test('has every safety switch set', () => {
    expect(entries('window')).toMatchObject([
      {
        minWidth: 900,
        minHeight: 600,
        webPreferences: {
          sandbox: true,
          contextIsolation: true,
          nodeIntegration: false,
          nodeIntegrationInSubFrames: false,
          nodeIntegrationInWorker: false,
          webSecurity: true,
          allowRunningInsecureContent: false,
          webviewTag: false,
        },
      },
    ]);
    expect(entries('enableSandbox')).toEqual([true]);
  });

  test('does not leave its page, and opens no other', async () => {
    const before = app.page.url();
    await app.page.evaluate(() => {
      location.href = 'https://evil.example/away';
    });
    await expect
      .poll(() => entries('navigation'))
      .toContainEqual({ url: 'https://evil.example/away', isMainFrame: true, prevented: true });
    expect(app.page.url()).toBe(before);
    expect(app.page.context().pages()).toHaveLength(1);
  });

  test('may say something on the desktop, and nothing else that it would have to ask for', async () => {
    const stateOf = (permission: PermissionName): Promise<string> =>
      app.page.evaluate(
        async (name) => (await navigator.permissions.query({ name })).state,
        permission,
      );
    expect(await stateOf('notifications')).toBe('granted');
    expect(await stateOf('geolocation')).not.toBe('granted');
  });

  test('asks for nothing outside the app', () => {
    expect(entries('foreignRequest')).toEqual([]);
  });
});

describe('a link', () => {
  async function open(url: string): Promise<void> {
    const known = entries('windowOpen').length;
    await app.page.evaluate((address) => void window.open(address, '_blank', 'noopener'), url);
    await expect.poll(() => entries('windowOpen').length).toBe(known + 1);
  }
  const CANCEL = 1;

  test('leaves by https, or to the sandbox’s own origin, once somebody agreed to the host; never otherwise', async () => {
    const profiles = await app.page.evaluate(() =>
      window.depositDesk?.invoke['profile.list']?.({}),
    );
    const { value: list } = z.object({ value: profileSchema.array() }).parse(profiles);
    const sandbox = list[0]?.baseUrl;
    await open('http://provider.example/pay');
    await open('https://user:pass@provider.example/');
    await open('http://127.0.0.1:1/pay');
    await open('https://other.example/');
    await app.dialogs.press(CANCEL);
    await open('https://provider.example/pay?id=1');
    await app.dialogs.press('Open');
    await expect.poll(() => entries('openExternal')).toEqual(['https://provider.example/pay?id=1']);
    await open(`${sandbox}/pay/x`);
    await app.dialogs.press('Open');
    // What was agreed is written before the link opens; one that was agreed before waits for nothing.
    await expect.poll(() => entries('openExternal')).toHaveLength(2);
    await open('https://provider.example/pay?id=2');
    await expect
      .poll(() => entries('openExternal'))
      .toEqual([
        'https://provider.example/pay?id=1',
        `${sandbox}/pay/x`,
        'https://provider.example/pay?id=2',
      ]);
    expect(entries('messageBox')).toMatchObject([
      { message: 'Open other.example in the browser?', defaultId: CANCEL, cancelId: CANCEL },
      { message: 'Open provider.example in the browser?' },
      { defaultId: CANCEL },
    ]);
    expect(
      entries('windowOpen').every((value) => Reflect.get(Object(value), 'action') === 'deny'),
    ).toBe(true);
  });
});

describe('the preload bundle', () => {
  const bundle = readFileSync(path.join(ROOT, 'out/preload/index.cjs'), 'utf8');

  test('holds no zod, loads nothing but electron, and stays small', () => {
    const loaded = [...bundle.matchAll(/require\((?<name>[^)]*)\)/gu)];
    expect(loaded.map(({ groups }) => groups?.['name'])).toEqual(['"electron"']);
    // Every zod schema brings this method, whatever a bundler renames.
    expect(bundle).not.toContain('safeParse');
    expect(bundle.length).toBeLessThan(8192);
  });

  test('shows the page one function per operation and one for events, frozen', async () => {
    const shown = await app.page.evaluate(() => ({
      keys: Object.keys(window.depositDesk ?? {}).toSorted(),
      operations: Object.keys(window.depositDesk?.invoke ?? {}),
      frozen: Object.isFrozen(window.depositDesk) && Object.isFrozen(window.depositDesk?.invoke),
    }));
    expect(shown).toEqual({
      keys: ['invoke', 'onEvent'],
      operations: [...OPERATION_NAMES],
      frozen: true,
    });
  });
});

test('while the screen is locked nothing of the page can be seen', async () => {
  const seen = (): Promise<string> =>
    app.page.evaluate(
      () =>
        document
          .elementFromPoint(innerWidth / 2, innerHeight / 2)
          ?.closest('[data-locked], [role="dialog"], main')
          ?.tagName.toLowerCase() ?? 'nothing',
    );
  await app.page.getByRole('heading', { level: 1 }).waitFor();
  expect(await seen()).toBe('main');
  app.power('lock-screen');
  await expect.poll(seen).not.toBe('main');
  app.power('unlock-screen');
  await expect.poll(seen).toBe('main');
});

test('a download is what the page itself made, of the kinds that it makes', async () => {
  for (const [type, name] of [
    ['application/json', 'profiles.json'],
    ['application/x-msdownload', 'profiles.exe'],
  ] as const) {
    const known = entries('download').length;
    await app.page.evaluate(
      ([kind, file]) => {
        const link = document.createElement('a');
        link.href = URL.createObjectURL(new Blob(['{}'], { type: kind }));
        link.download = file;
        link.click();
      },
      [type, name] as const,
    );
    await expect.poll(() => entries('download').length).toBe(known + 1);
  }
  expect(entries('download')).toMatchObject([
    { filename: 'profiles.json', mimeType: 'application/json', prevented: false },
    { filename: 'profiles.exe', prevented: true },
  ]);
  expect(JSON.stringify(entries('download'))).toContain('blob:app://desk/');
});

test('the app uses nothing of Electron that the stand-in does not have', () => {
  expect(entries('missing')).toEqual([]);
});

test('a second start brings the first one’s window forward and exits 0', async () => {
  const { exitCode, output } = await exitOfStart({ dataDir });
  expect(exitCode).toBe(0);
  expect(output).toContain('its window comes forward');
  await expect.poll(() => entries('focused').length).toBeGreaterThan(0);
});

// Here and not in Electron, which no test may start so: the switch would take the sandbox away before the app could refuse it.
test.each([
  ['--no-sandbox', ['--no-sandbox'], {}],
  ['ELECTRON_DISABLE_SANDBOX', [], { ELECTRON_DISABLE_SANDBOX: '1' }],
])('an installed app does not start with %s', async (_what, args, env) => {
  const folder = path.join(dataDir, 'installed');
  const installed = { ELECTRON_STAND_IN_PACKAGED: '1', ...env };
  const ended = await exitOfStart({ dataDir: folder, args, env: installed });
  expect(ended.exitCode).toBe(EXIT_REFUSED);
  expect(ended.output).toContain('does not start with --no-sandbox');
  const kinds = ended.journal.map(({ kind }) => kind);
  expect(kinds).toContain('errorBox');
  expect(kinds).toContain('enableSandbox');
  expect(kinds).not.toContain('window');
});
