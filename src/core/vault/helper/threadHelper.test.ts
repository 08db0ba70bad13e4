import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';

import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';

import { removeTemporaryDirs, temporaryDir } from '../../testing/builders.ts';
import { waitUntil } from '../../testing/waitUntil.ts';
import type { Outgoing } from '../../threads/messages.ts';
import { threadHelper } from './threadHelper.ts';

/** Waits inside the system, where nothing ends a thread, until the pipe named by the account is opened for writing. */
const STUCK = `
import { spawnSync } from 'node:child_process';
import { parentPort } from 'node:worker_threads';
parentPort.on('message', (message) => {
  if (message === 'end') process.exit();
  const [, account] = message.args;
  spawnSync('sh', ['-c', 'echo stuck >> "$0.stuck"; cat "$0"', account]);
});`;

type Stuck = {
  readonly program: URL;
  readonly pipe: string;
  readonly count: () => number;
  readonly release: () => void;
};

function stuckThread(): Stuck {
  const dir = temporaryDir();
  const program = path.join(dir, 'stuck.mjs');
  writeFileSync(program, STUCK);
  const pipe = path.join(dir, 'pipe');
  expect(spawnSync('mkfifo', [pipe]).status).toBe(0);
  const marks = `${pipe}.stuck`;
  return {
    program: pathToFileURL(program),
    pipe,
    count: () => (existsSync(marks) ? readFileSync(marks, 'utf8').split('\n').length - 1 : 0),
    release: () => closeSync(openSync(pipe, 'r+')),
  };
}

const question = (account: string): Outgoing => ({
  id: 1,
  name: 'get',
  args: ['keyring', account],
});

describe('a thread that hangs inside the keychain', () => {
  beforeEach((context) => {
    context.skip(process.platform !== 'linux', 'no pipe that can be let go without blocking');
    onTestFinished(removeTemporaryDirs);
  });

  it('does not keep its process from ending', () => {
    const { program, pipe, release } = stuckThread();
    const own = new URL('./threadHelper.ts', import.meta.url);
    const desk = `${pipe}-desk.mjs`;
    writeFileSync(
      desk,
      `import { existsSync } from 'node:fs';
      const { threadHelper } = await import(${JSON.stringify(own)});
      const start = threadHelper(new URL(${JSON.stringify(program)}));
      const helper = start({ onAnswer: () => undefined, onEnd: () => undefined });
      helper.post(${JSON.stringify(question(pipe))});
      const timer = setInterval(() => {
        if (!existsSync(${JSON.stringify(`${pipe}.stuck`)})) return;
        clearInterval(timer);
        void helper.end();
        console.log('closed');
      }, 5);`,
    );
    const limits = { timeout: 30_000, killSignal: 'SIGTERM' } as const;
    const left = spawnSync(process.execPath, [desk], { ...limits, encoding: 'utf8' });
    release();
    expect([left.stdout.trim(), left.signal]).toEqual(['closed', 'SIGKILL']);
  });

  it('is left alone, with two others at most; more are started once they have returned', async () => {
    const { program, pipe, count, release } = stuckThread();
    const ends: number[] = [];
    const abandoned: number[] = [];
    const start = threadHelper(program);
    const started = [1, 2, 3].map((nth) => {
      const helper = start({
        onAnswer: () => undefined,
        onEnd: () => ends.push(nth),
        onAbandoned: () => abandoned.push(nth),
      });
      helper?.post(question(pipe));
      return helper;
    });
    const nothing = { onAnswer: () => undefined, onEnd: () => undefined };
    await waitUntil(() => (count() === 3 ? true : null));
    const before = process.listenerCount('exit');
    const ended = Promise.all(started.map(async (helper) => helper?.end()));
    expect(process.listenerCount('exit')).toBe(before + 1);
    expect(start(nothing)).toBeNull();
    expect(ends).toEqual([]);
    expect(abandoned).toEqual([1, 2, 3]);

    // A shell that has marked its start may not have opened the pipe yet.
    const releasing = setInterval(release, 10);
    await ended;
    clearInterval(releasing);
    expect(ends.toSorted((one, other) => one - other)).toEqual([1, 2, 3]);
    expect(process.listenerCount('exit')).toBe(before);
    const next = start({ ...nothing, onAbandoned: () => abandoned.push(4) });
    expect(next).not.toBeNull();
    // It waits for nothing, so it ends when it is told to.
    await next?.end();
    expect(abandoned).toEqual([1, 2, 3]);
  });
});
