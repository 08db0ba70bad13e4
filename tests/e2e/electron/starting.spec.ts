import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { expect } from '@playwright/test';

import { electronBinary } from '../hosts/electronHost.ts';
import { test as base } from '../hosts/hostTest.ts';
import {
  type BareElectron,
  type Line,
  ROOT,
  appWithout,
  deskLog,
  holderOf,
  linesOf,
  mainChange,
  startBare,
} from './mainChange.ts';

const EXIT_FAILED = 1;
const EXIT_HELD = 3;
const SECRET = 'customer 4111-1111';

type Options = Partial<Parameters<typeof startBare>[0]>;
type Place = {
  readonly folder: string;
  readonly dataDir: string;
  readonly start: (changes?: Readonly<Record<string, string>>, options?: Options) => BareElectron;
  /** What the changed main process has noted, of that kind. */
  readonly noted: (kind: string) => readonly Line[];
  readonly shown: (count?: number) => Promise<void>;
};

/** A folder of a test's own and what it starts there, which ends with it. */
const test = base.extend<{ place: Place }>({
  place: async ({ host: _host }, use) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'starting-'));
    const dataDir = path.join(folder, 'desk');
    const notes = path.join(folder, 'notes.jsonl');
    const started: BareElectron[] = [];
    const noted = (kind: string) => linesOf(notes).filter((line) => line.kind === kind);
    await use({
      folder,
      dataDir,
      start(changes = {}, options = {}) {
        const env = mainChange({ DATA_DIR: dataDir, NOTES: notes, ...changes });
        const own = { ...options, env: { ...env, ...options.env } };
        const bare = startBare({ dataDir, ...own });
        started.push(bare);
        return bare;
      },
      noted,
      shown: (count = 1) =>
        expect.poll(() => noted('window').length, { timeout: 60_000 }).toBe(count),
    });
    for (const { child } of started) child.kill('SIGKILL');
    await Promise.all(started.map(({ ended }) => ended));
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  },
});

function what(dataDir: string): readonly string[] {
  return deskLog(dataDir).flatMap((line) => line.what ?? []);
}

async function closedInOrder({ dataDir }: Place, bare: BareElectron, code: number): Promise<void> {
  expect(await bare.ended, bare.output()).toBe(code);
  expect(what(dataDir).at(-1)).toBe('stopped');
  expect(holderOf(dataDir)).toBeNull();
}

async function isClosing({ dataDir }: Place): Promise<void> {
  await expect.poll(() => what(dataDir).at(-1)).toBe('stopped');
}

/** Installed: a box of its own, after the sentence. */
async function givesUp(place: Place, options: Options, words: RegExp): Promise<void> {
  const bare = place.start({ PACKAGED: 'yes' }, options);
  expect(await bare.ended, bare.output()).toBe(EXIT_FAILED);
  expect(bare.output()).toMatch(words);
  expect(place.noted('box')).toMatchObject([{ content: expect.stringMatching(words) }]);
  expect(place.noted('window')).toEqual([]);
}

test.describe('a start that cannot succeed says why and ends', { tag: '@host' }, () => {
  test('where a file is in the place of the data directory', async ({ place }) => {
    writeFileSync(place.dataDir, '');
    await givesUp(place, {}, /cannot start: the data directory .+ is not a folder/u);
  });

  test('where the data directory may not be written', async ({ place }) => {
    // As a desk before left it, so that nothing has to be made at first.
    mkdirSync(path.join(place.dataDir, 'electron'), { recursive: true });
    chmodSync(place.dataDir, 0o555);
    await givesUp(place, {}, /cannot start: the data directory .+ cannot be written/u);
    chmodSync(place.dataDir, 0o755);
  });

  test('where the data directory may not be made', async ({ place }) => {
    const parent = path.join(place.folder, 'closed');
    mkdirSync(parent, { mode: 0o555 });
    const dataDir = path.join(parent, 'desk');
    await givesUp(place, { dataDir }, /cannot start: the data directory .+ cannot be written/u);
  });

  test('where a part of the app cannot be loaded', async ({ place }) => {
    const app = appWithout('better-sqlite3', place.folder);
    await givesUp(place, { app }, /cannot start: .*better-sqlite3/u);
  });
});

for (const breaks of ['exception', 'rejection'] as const) {
  test(
    `an uncaught ${breaks} is written without its words, and told once everything is closed`,
    { tag: '@host' },
    async ({ place }) => {
      const bare = place.start({ BREAKS: breaks, SECRET });
      await place.shown();
      bare.child.kill('SIGUSR2');
      bare.child.kill('SIGUSR2');
      await closedInOrder(place, bare, EXIT_FAILED);
      // On macOS a box without a window stops the main thread, and with it whatever is not closed by then.
      expect(place.noted('box')).toMatchObject([{ type: 'error', isHeld: false }]);
      const failed = deskLog(place.dataDir).find((line) => line.what === 'host_failed');
      expect(failed).toMatchObject({ error: 'TypeError' });
      expect(JSON.stringify([place.noted('box'), deskLog(place.dataDir)])).not.toContain(SECRET);
    },
  );
}

test.describe('a signal', { tag: '@host' }, () => {
  test('closes the desk in order, and more of them while it closes change nothing', async ({
    place,
  }) => {
    const bare = place.start({ CLOSING_MS: '2000' });
    await place.shown();
    bare.child.kill('SIGTERM');
    await isClosing(place);
    bare.child.kill('SIGTERM');
    bare.child.kill('SIGINT');
    await closedInOrder(place, bare, 0);
  });

  test('of a terminal reaches all of its processes, and closes it in order', async ({ place }) => {
    const bare = place.start();
    await place.shown();
    process.kill(-(bare.child.pid ?? 0), 'SIGINT');
    await closedInOrder(place, bare, 0);
  });

  test('is no reason to hang: closing has a deadline, the journal says what is open, a start that was asked for comes', async ({
    place,
  }) => {
    const bare = place.start({ LEDGER: 'hangs' });
    await place.shown();
    const pid = holderOf(place.dataDir);
    bare.child.kill('SIGTERM');
    await isClosing(place);
    expect(await place.start().ended).toBe(0);
    await expect.poll(() => place.noted('box').length).toBe(1);
    expect(await bare.ended).toBe('SIGKILL');
    const overdue = deskLog(place.dataDir).find((line) => line.what === 'closing_overdue');
    expect(overdue).toMatchObject({ open: expect.stringContaining('sandbox') });
    await place.shown(2);
    const next = holderOf(place.dataDir);
    expect(next).not.toBe(pid);
    process.kill(next ?? 0, 'SIGKILL');
  });
});

test.describe('where the file system takes no lock', { tag: '@host' }, () => {
  test('the desk starts and ends, and a second start says who holds it', async ({ place }) => {
    const first = place.start({ LOCK: 'refused' });
    await place.shown();
    const second = place.start({ LOCK: 'refused' });
    expect(await second.ended).toBe(EXIT_HELD);
    expect(second.output()).toMatch(/is held by the electron host of Deposit Desk/u);
    first.child.kill('SIGTERM');
    await closedInOrder(place, first, 0);
  });
});

test(
  'an AppImage that is started again while it closes starts itself, when everything is closed',
  { tag: '@host' },
  async ({ place }) => {
    const notes = path.join(place.folder, 'arguments');
    // What the AppImage's runtime tells the app, with a script in the place of the AppImage.
    const image = path.join(place.folder, 'Deposit Desk.AppImage');
    const script = `printf '%s\\n' "$@" > '${notes}.part'\nmv '${notes}.part' '${notes}'\n`;
    writeFileSync(image, `#!/bin/sh\n${script}`, { mode: 0o755 });
    const mounted = path.dirname(path.resolve(ROOT, electronBinary() ?? ''));
    const env = { APPIMAGE: image, APPDIR: mounted };
    const bare = place.start({ PACKAGED: 'yes', CLOSING_MS: '10000' }, { env });
    await place.shown();
    bare.child.kill('SIGTERM');
    await isClosing(place);
    const again = place.start();
    expect(await again.ended, again.output()).toBe(0);
    expect(existsSync(notes)).toBe(false);
    await closedInOrder(place, bare, 0);
    await expect.poll(() => existsSync(notes)).toBe(true);
    expect(readFileSync(notes, 'utf8')).toContain(`--data-dir=${place.dataDir}\n`);
  },
);

test.describe('closed streams', { tag: '@host' }, () => {
  test('from the first line on keep it from nothing', async ({ place }) => {
    const bare = place.start({ STREAMS: 'written' }, { closesStreams: true });
    await place.shown();
    await expect.poll(() => place.noted('line failed').length).toBe(2);
    bare.child.kill('SIGTERM');
    await closedInOrder(place, bare, 0);
    expect(what(place.dataDir)).not.toContain('host_failed');
    expect(place.noted('box')).toEqual([]);
  });

  test('while it runs, as when its terminal is closed, are no error', async ({ place }) => {
    const bare = place.start({ STREAMS: 'written' });
    await place.shown();
    await expect.poll(bare.output).toContain('a line of the test');
    bare.child.stdout?.destroy();
    bare.child.stderr?.destroy();
    await expect
      .poll(() => place.noted('line failed'))
      .toMatchObject([{ code: 'EPIPE' }, { code: 'EPIPE' }]);
    expect(await place.start().ended).toBe(0);
    bare.child.kill('SIGTERM');
    await closedInOrder(place, bare, 0);
    expect(what(place.dataDir)).not.toContain('host_failed');
    expect(place.noted('box')).toEqual([]);
  });
});
