import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';

import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';

import { waitUntil } from '../../src/core/testing/waitUntil.ts';
import { type BreakableVault, startBreakableVault, whyNoVault } from '../faults/support/vault.ts';
import { type Bundled, bundled } from '../support/bundled.ts';
import { profileSetUp } from '../support/profileSetUp.ts';
import { findKeytar } from './keytar.ts';

const ASKED = path.join(import.meta.dirname, 'asked.ts');
const HELPER = path.join(import.meta.dirname, 'helper.ts');
/** Generous: a keychain that answers does so in milliseconds, unless the machine is busy. */
const PATIENT_MS = 20_000;
/** For one that never answers. */
const HASTY_MS = 200;
/** Where it is measured whether a process is held up that long: far more than a busy machine holds it up each time. */
const STALLED_MS = 900;
/** Of the bus: many more than a desk needs, fewer than its calls. */
const CONNECTIONS = 40;
const SERVICE = 'Deposit Desk';
const keytar = findKeytar();
const SOME_TIME: unknown = expect.any(String);

/** Why an adapter cannot be held to the contract here; null: it can. */
const WHY_NOT = {
  keyring: whyNoVault(),
  keytar:
    whyNoVault() ?? (keytar === null ? 'keytar could not be built, see npm run provision' : null),
} as const;

let keychain: BreakableVault | null = null;
let dataDir = '';
let asking: Bundled | null = null;
let helping: Bundled | null = null;

beforeAll(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'vault-data-'));
  if (WHY_NOT.keyring === null) {
    [keychain, asking, helping] = await Promise.all([
      startBreakableVault(CONNECTIONS),
      bundled(ASKED),
      bundled(HELPER),
    ]);
  }
  for (const [adapter, reason] of Object.entries(WHY_NOT)) {
    if (reason !== null) console.log(`${adapter} is not tested on a real keychain: ${reason}.`);
  }
});

afterAll(async () => {
  await keychain?.close();
  asking?.remove();
  helping?.remove();
  rmSync(dataDir, { recursive: true, force: true });
});

type Calls = readonly (readonly string[])[];
type Asking = {
  readonly adapter: 'keyring' | 'keytar';
  readonly helper: 'child' | 'thread';
  readonly timeoutMs: number;
  readonly profile: { readonly id: string } & ReturnType<typeof profileSetUp>;
  readonly calls: Calls;
};

function startAsked(questions: Asking, env: Readonly<Record<string, string>> = {}) {
  const asked = spawn(process.execPath, [asking?.file ?? ASKED], {
    env: { ...process.env, ...keychain?.env, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const program = helping?.file ?? HELPER;
  asked.stdin.end(JSON.stringify({ ...questions, program, dataDir }));
  return asked;
}

/** One contract, two libraries, one real gnome-keyring. */
describe.each(['keyring', 'keytar'] as const)('the keychain by %s', (adapter) => {
  const profile = { id: `live-${adapter}`, archivedAt: null, ...profileSetUp() };
  const account = adapter === 'keyring' ? 'username' : 'account';

  beforeEach((context) => {
    context.skip(WHY_NOT[adapter] !== null, WHY_NOT[adapter] ?? '');
  });

  /** In a process of its own. */
  function ask(...calls: Calls): Promise<readonly unknown[]> {
    return askWithin(PATIENT_MS, calls);
  }

  async function askWithin(
    timeoutMs: number,
    calls: Calls,
    env: Readonly<Record<string, string>> = {},
  ): Promise<readonly unknown[]> {
    const asked = startAsked({ adapter, helper: 'child', timeoutMs, profile, calls }, env);
    const [said] = await Promise.all([text(asked.stdout), once(asked, 'exit')]);
    // In good order, even where the keychain hangs.
    expect([asked.exitCode, asked.signalCode]).toEqual([0, null]);
    return z.array(z.unknown()).parse(JSON.parse(said));
  }

  /** What another program finds. */
  function secretTool(name: string): string | null {
    const looked = spawnSync('secret-tool', ['lookup', 'service', SERVICE, account, name], {
      env: { ...process.env, ...keychain?.env },
      encoding: 'utf8',
    });
    return looked.status === 0 ? looked.stdout : null;
  }
  const done = { ok: true };
  const failed = (error: string) => ({ ok: false, error });

  it('stores a secret, which another process reads and secret-tool finds', async () => {
    const secret = 'pässword "1"\nline 2';
    expect(await ask(['write', 'p1', secret])).toEqual([done]);
    expect(await ask(['read', 'p1'], ['read', 'p2'])).toEqual([
      { ok: true, value: secret },
      { ok: true, value: null },
    ]);
    expect(secretTool('p1')).toBe(secret);
    expect(secretTool('p2')).toBeNull();
  });

  it('is found at the usual place of the bus, where Electron has written that there is no bus', async () => {
    const socket = /path=([^,]+)/u.exec(keychain?.env['DBUS_SESSION_BUS_ADDRESS'] ?? '')?.[1] ?? '';
    const runtime = mkdtempSync(path.join(tmpdir(), 'runtime-'));
    onTestFinished(() => rmSync(runtime, { recursive: true, force: true }));
    symlinkSync(socket, path.join(runtime, 'bus'));
    const unnamed = { DBUS_SESSION_BUS_ADDRESS: 'disabled:', XDG_RUNTIME_DIR: runtime };
    expect(await askWithin(PATIENT_MS, [['write', 'p3', 'x']], unnamed)).toEqual([done]);
    expect(secretTool('p3')).toBe('x');
  });

  it('keeps a secret as long as the contract allows', async () => {
    const secret = 'k'.repeat(16_384);
    expect(await ask(['write', 'long', secret], ['read', 'long'], ['delete', 'long'])).toEqual([
      done,
      { ok: true, value: secret },
      done,
    ]);
  });

  it('is asked more often than the bus takes connections', async () => {
    const reads = Array.from({ length: CONNECTIONS + 10 }, () => ['read', 'nothing']);
    expect(await ask(...reads)).toEqual(reads.map(() => ({ ok: true, value: null })));
  });

  it('replaces, so that the one before is not found any more', async () => {
    await ask(['write', 'p1', 'before'], ['write', 'p1', 'after']);
    expect(secretTool('p1')).toBe('after');
    const found = spawnSync('secret-tool', ['search', '--all', 'service', SERVICE, account, 'p1'], {
      env: { ...process.env, ...keychain?.env },
      encoding: 'utf8',
    });
    expect(found.stdout.match(/^secret = /gmu)).toHaveLength(1);
  });

  it('deletes, once and again', async () => {
    expect(
      await ask(['write', 'p3', 'x'], ['delete', 'p3'], ['delete', 'p3'], ['read', 'p3']),
    ).toEqual([done, done, done, { ok: true, value: null }]);
    expect(secretTool('p3')).toBeNull();
  });

  it('rotates: the old secret stays beside the new one until that one is proven', async () => {
    const stored = { slot: { kind: 'signing' }, state: 'stored', store: 'keychain' };
    const first = await ask(['enter', 'first-secret'], ['enter', 'second-secret'], ['signing']);
    expect(first).toEqual([
      { ok: true, value: { ...stored, replacedAt: null } },
      { ok: true, value: { ...stored, replacedAt: SOME_TIME } },
      'second-secret',
    ]);
    expect(secretTool(profile.id)).toContain('first-secret');
    // An accepted answer to what the old one signed proves nothing of the new one.
    const [, still, ...taken] = await ask(
      ['proven', 'first-secret'],
      ['states'],
      ['takeBack'],
      ['signing'],
      ['takeBack'],
    );
    expect(still).toMatchObject({ value: [{ replacedAt: SOME_TIME }] });
    expect(taken).toEqual([
      { ok: true, value: { ...stored, replacedAt: null } },
      'first-secret',
      failed('none_kept'),
    ]);
    await ask(['enter', 'third-secret'], ['states'], ['proven', 'third-secret']);
    expect(secretTool(profile.id)).toContain('third-secret');
    expect(secretTool(profile.id)).not.toContain('first-secret');
    const gone = { ok: true, value: { ...stored, state: 'missing', replacedAt: null } };
    expect(await ask(['forget'], ['signing'])).toEqual([gone, null]);
    expect(secretTool(profile.id)).toBeNull();
  });

  it('says locked, changes nothing, and has everything again once unlocked', async () => {
    await ask(['write', 'p1', 'kept'], ['enter', 'kept-secret']);
    keychain?.lock();
    try {
      const [read, written, deleted, signing, ...forRun] = await ask(
        ['read', 'p1'],
        ['write', 'p1', 'x'],
        ['delete', 'p1'],
        ['signing'],
        ['enterForRun', 'for-now'],
        ['signing'],
      );
      expect([read, written, deleted, signing]).toEqual(Array(4).fill(failed('locked')));
      // For this run only it needs no keychain.
      expect(forRun).toEqual([
        {
          ok: true,
          value: { slot: { kind: 'signing' }, state: 'stored', store: 'memory', replacedAt: null },
        },
        'for-now',
      ]);
    } finally {
      await keychain?.unlock();
    }
    expect(await ask(['read', 'p1'], ['signing'])).toEqual([
      { ok: true, value: 'kept' },
      'kept-secret',
    ]);
  });

  it('says locked also while new items go to another, unlocked collection', async () => {
    await ask(['write', 'p1', 'kept']);
    keychain?.setDefault('session');
    keychain?.lock();
    try {
      expect(await ask(['read', 'p1'], ['delete', 'p1'])).toEqual([
        failed('locked'),
        failed('locked'),
      ]);
    } finally {
      await keychain?.unlock();
      keychain?.setDefault('login');
    }
    expect(await ask(['read', 'p1'])).toEqual([{ ok: true, value: 'kept' }]);
  });

  it('says of a locked collection without any item that there is none, and that it takes none', async () => {
    const empty = await startBreakableVault(CONNECTIONS);
    try {
      empty.lock();
      const calls = [
        ['read', 'p1'],
        ['delete', 'p1'],
        ['write', 'p1', 'x'],
      ];
      const absent = { ok: true, value: null };
      expect(await askWithin(PATIENT_MS, calls, empty.env)).toEqual([
        absent,
        done,
        failed('locked'),
      ]);
    } finally {
      await empty.close();
    }
  });

  it('says denied', async () => {
    await keychain?.deny();
    try {
      expect(await ask(['read', 'p1'], ['write', 'p1', 'x'], ['delete', 'p1'])).toEqual([
        failed('denied'),
        failed('denied'),
        failed('denied'),
      ]);
    } finally {
      await keychain?.allow();
    }
  });

  it('says timed_out of one that hangs, once for each call and not one after another', async () => {
    keychain?.hang();
    const startedMs = performance.now();
    try {
      expect(
        await askWithin(HASTY_MS, [
          ['read', 'p1'],
          ['write', 'p1', 'x'],
        ]),
      ).toEqual([failed('timed_out'), failed('timed_out')]);
    } finally {
      keychain?.goOn();
    }
    expect(performance.now() - startedMs).toBeLessThan(10_000);
  });

  it('does not hold up the process that asks while it hangs, and answers it afterwards', async () => {
    const pid = String(keychain?.pid());
    const late = failed('timed_out');
    const stall = ['stall', 'p1'];
    const [, , ...said] = await askWithin(STALLED_MS, [
      ['readAgain', 'none'],
      ['signal', pid, 'SIGSTOP'],
      stall,
      stall,
      stall,
      ['readThrice', 'p1'],
      ['signal', pid, 'SIGCONT'],
      ['readAgain', 'none'],
    ]);
    expect(said.slice(3)).toEqual([[late, late, late], true, { ok: true, value: null }]);
    // The shortest of three: a busy machine stalls one of them, the keychain all.
    expect(Math.min(...z.array(z.number()).parse(said.slice(0, 3)))).toBeLessThan(STALLED_MS / 2);
  });

  it('says unavailable where there is none, and does not fall back to another store', async () => {
    await keychain?.takeAway();
    try {
      const none = failed('unavailable');
      expect(await ask(['write', 'p1', 'x'], ['read', 'p1'], ['delete', 'p1'])).toEqual([
        none,
        none,
        none,
      ]);
    } finally {
      await keychain?.unlock();
    }
  });
});

describe('the helper that speaks to the keychain', () => {
  const profile = { id: 'live-helper', archivedAt: null, ...profileSetUp() };

  beforeEach((context) => {
    context.skip(WHY_NOT.keyring !== null, WHY_NOT.keyring ?? '');
  });

  it('is told no secret by its environment or its arguments, and ends with a desk that is killed', async () => {
    const canary = 'http://user:proxy-password@localhost';
    keychain?.hang();
    try {
      const calls = [['write', 'p1', 'a-secret-to-write']];
      const questions = { adapter: 'keyring', helper: 'child', timeoutMs: PATIENT_MS } as const;
      const asked = startAsked({ ...questions, profile, calls }, { HTTPS_PROXY: canary });
      const own = String(asked.pid);
      const child = await waitUntil(() => {
        const children = readFileSync(`/proc/${own}/task/${own}/children`, 'utf8').trim();
        return children === '' ? null : children;
      });
      const told = () =>
        ['environ', 'cmdline'].map((name) => readFileSync(`/proc/${child}/${name}`, 'utf8'));
      // Until it runs its own program, a new process shows what its parent was told.
      const helper = helping?.file ?? HELPER;
      await waitUntil(() => (told()[1]?.includes(helper) === true ? true : null));
      expect(told().join('')).toContain(keychain?.env['DBUS_SESSION_BUS_ADDRESS']);
      expect(told().join('')).not.toMatch(/proxy-password|a-secret-to-write/u);
      const ended = once(asked, 'exit');
      asked.kill('SIGKILL');
      await ended;
      await waitUntil(() => (existsSync(`/proc/${child}`) ? null : true));
    } finally {
      keychain?.goOn();
    }
  });

  it('as a thread: hangs alone, and answers afterwards', async () => {
    const pid = String(keychain?.pid());
    const asThread = {
      adapter: 'keyring',
      helper: 'thread',
      timeoutMs: STALLED_MS,
      profile,
    } as const;
    const stall = ['stall', 'p1'];
    const calls = [['readAgain', 'none'], ['signal', pid, 'SIGSTOP'], stall, stall, stall, stall];
    const after = [
      ['signal', pid, 'SIGCONT'],
      ['readAgain', 'none'],
    ];
    const asked = startAsked({ ...asThread, calls: [...calls, ...after] });
    const [said] = await Promise.all([text(asked.stdout), once(asked, 'exit')]);
    const [, , ...answers] = z.array(z.unknown()).parse(JSON.parse(said));
    expect(answers.slice(4)).toEqual([true, { ok: true, value: null }]);
    expect(Math.min(...z.array(z.number()).parse(answers.slice(0, 4)))).toBeLessThan(
      STALLED_MS / 2,
    );
  });
});
