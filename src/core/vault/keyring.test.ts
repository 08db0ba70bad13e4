import { execFile, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { afterAll, describe, expect, it } from 'vitest';

import { temporaryDir, removeTemporaryDirs } from '../testing/builders.ts';

afterAll(removeTemporaryDirs);

const run = promisify(execFile);
const TOOLS = ['dbus-run-session', 'gnome-keyring-daemon'] as const;

/** Why a real keychain cannot be had here, or null. */
function missing(): string | null {
  if (process.platform !== 'linux') return `a throwaway keychain can be started on Linux only`;
  const absent = TOOLS.filter((tool) => spawnSync('sh', ['-c', `command -v ${tool}`]).status !== 0);
  return absent.length === 0 ? null : `not installed: ${absent.join(', ')}`;
}

const script = `
  const { createKeyringVault } = await import(process.argv[1]);
  const vault = createKeyringVault();
  const said = [];
  for (const [name, ...parts] of JSON.parse(process.argv[2])) said.push(await vault[name](...parts));
  process.stdout.write(JSON.stringify(said));`;

/** Calls the vault in a process of its own, in the given environment. */
function command(calls: readonly (readonly string[])[]): readonly string[] {
  const module = fileURLToPath(new URL('./keyring.ts', import.meta.url));
  return [process.execPath, '--input-type=module', '-e', script, module, JSON.stringify(calls)];
}

describe('the keychain', () => {
  it('keeps a secret from one process to the next, under the profile it was given for', async (context) => {
    const reason = missing();
    if (reason !== null) {
      console.log(`The keychain is not tested against a real one: ${reason}.`);
    }
    context.skip(reason !== null, reason ?? '');
    const home = temporaryDir();
    const write = command([['write', 'live-1', 'pässword "1"']]);
    const read = command([
      ['read', 'live-1'],
      ['read', 'live-2'],
    ]);
    // An empty line would make a keyring without a password; any other one serves.
    const session = `
      printf x | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1 || exit 9
      count=$1; shift
      "$1" "$2" "$3" "$4" "$5" "$6" && printf '\\n' && shift "$count" && "$@"`;
    const args = ['--', 'sh', '-c', session, 'sh', String(write.length), ...write, ...read];
    const { stdout } = await run('dbus-run-session', args, {
      env: { PATH: process.env['PATH'], HOME: home, XDG_RUNTIME_DIR: home, XDG_DATA_HOME: home },
      timeout: 18_000,
    });
    const [written, readBack] = stdout.split('\n').map((line): unknown => JSON.parse(line));
    expect(written).toEqual([{ ok: true }]);
    expect(readBack).toEqual([
      { ok: true, value: 'pässword "1"' },
      { ok: true, value: null },
    ]);
  });

  it('says unavailable where there is none, and does not fall back to another store', async (context) => {
    context.skip(process.platform !== 'linux', 'every other system always has one');
    const [node = '', ...args] = command([
      ['write', 'live-1', 'x'],
      ['read', 'live-1'],
    ]);
    const home = temporaryDir();
    const env = {
      PATH: process.env['PATH'],
      HOME: home,
      DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent',
    };
    const { stdout } = await run(node, args, { env, timeout: 18_000 });
    expect(JSON.parse(stdout)).toEqual([
      { ok: false, error: 'unavailable' },
      { ok: false, error: 'unavailable' },
    ]);
  });
});
