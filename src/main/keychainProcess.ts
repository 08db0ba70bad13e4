import process from 'node:process';

import { helperEnvironment } from '#core/vault/helper/environment.ts';
import type { StartHelper } from '#core/vault/helper/messages.ts';

/** Under this name the system's list of processes and `child-process-gone` know it. */
const PROCESS_NAME = 'Deposit Desk keychain';

/** What is used of Electron's utility process. */
type UtilityChild = {
  readonly pid: number | undefined;
  on(event: 'message', listener: (message: unknown) => void): unknown;
  once(event: 'spawn' | 'exit', listener: () => void): unknown;
  postMessage(message: unknown, transfer: []): void;
  kill(): boolean;
};

export type ForkUtility = (
  file: string,
  args: string[],
  options: { env: Record<string, string>; serviceName: string; stdio: 'inherit' },
) => UtilityChild;

/** What speaks to the keychain in Electron on Linux, where `child_process.fork` would start the whole app (fuse RunAsNode). */
export function utilityHelper(
  fork: ForkUtility,
  file: string,
  environment: Readonly<Record<string, string | undefined>>,
): StartHelper {
  return ({ onAnswer, onEnd }) => {
    const env = helperEnvironment(environment);
    const child = fork(file, [], { env, serviceName: PROCESS_NAME, stdio: 'inherit' });
    const ended = new Promise<void>((resolve) => {
      child.once('exit', resolve);
    });
    void ended.then(onEnd);
    child.on('message', onAnswer);
    return {
      post: (question) => child.postMessage(question, []),
      end() {
        if (child.pid === undefined) child.once('spawn', () => kill(child));
        else kill(child);
        return ended;
      },
    };
  };
}

/** Electron's own `kill` asks with SIGTERM, and a helper may be hanging inside the keychain. */
function kill(child: UtilityChild): void {
  try {
    if (child.pid !== undefined) process.kill(child.pid, 'SIGKILL');
  } catch {
    // Gone already: Chromium waits for its children itself, a moment before it tells of their end.
  }
  child.kill();
}

/** What the desk does to its helper by itself is no failure of the host. */
export function isEndedHelper(gone: { readonly name?: string; readonly reason: string }): boolean {
  return gone.name === PROCESS_NAME && (gone.reason === 'killed' || gone.reason === 'clean-exit');
}
