import { EventEmitter } from 'node:events';

import { describe, expect, it, onTestFinished, vi } from 'vitest';

import { isEndedHelper, utilityHelper } from './keychainProcess.ts';

const PID = 2 ** 30;
const QUESTION = { id: 1, name: 'get', args: ['keyring', 'a'] } as const;

function forked() {
  const child = Object.assign(new EventEmitter(), {
    pid: undefined as number | undefined,
    posted: [] as unknown[],
    postMessage: (message: unknown): void => void child.posted.push(message),
    kill: vi.fn(() => true),
  });
  const given: unknown[] = [];
  const heard: unknown[] = [];
  const killed = vi.spyOn(process, 'kill').mockReturnValue(true);
  onTestFinished(() => killed.mockRestore());
  const start = utilityHelper(
    (...args) => {
      given.push(...args);
      return child;
    },
    '/desk/keychainHelper.cjs',
    { HOME: '/home/a', HTTPS_PROXY: 'http://user:password@proxy' },
  );
  const helper = start({
    onAnswer: (answer) => heard.push(answer),
    onEnd: () => heard.push('end'),
  });
  return { child, given, heard, killed, helper };
}

describe('the keychain’s process in Electron', () => {
  it('is told everything by its port, nothing by arguments, and little by its environment', () => {
    const { child, given, heard, helper } = forked();
    expect(given).toEqual([
      '/desk/keychainHelper.cjs',
      [],
      { env: { HOME: '/home/a' }, serviceName: 'Deposit Desk keychain', stdio: 'inherit' },
    ]);
    helper?.post(QUESTION);
    child.emit('message', 'an answer');
    expect([child.posted, heard]).toEqual([[QUESTION], ['an answer']]);
  });

  it('is killed, not asked to end; one that is still starting as soon as it runs', async () => {
    const { child, heard, killed, helper } = forked();
    const ended = helper?.end();
    expect(killed).not.toHaveBeenCalled();
    child.pid = PID;
    child.emit('spawn');
    expect(killed).toHaveBeenCalledWith(PID, 'SIGKILL');
    child.emit('exit', 0);
    await ended;
    expect(heard).toEqual(['end']);
  });

  it('that is gone before Electron has said so is ended without an error', async () => {
    const { child, killed, helper } = forked();
    killed.mockImplementation(() => {
      throw Object.assign(new Error('kill ESRCH'), { code: 'ESRCH' });
    });
    child.pid = PID;
    const ended = helper?.end();
    child.emit('exit', 0);
    await ended;
    expect(child.kill).toHaveBeenCalledTimes(1);
  });

  it('that the desk has ended is no failure; one that crashed is', () => {
    const name = 'Deposit Desk keychain';
    expect(isEndedHelper({ name, reason: 'killed' })).toBe(true);
    expect(isEndedHelper({ name, reason: 'crashed' })).toBe(false);
    expect(isEndedHelper({ name: 'Network Service', reason: 'killed' })).toBe(false);
  });
});
