import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { helperEnvironment } from './environment.ts';
import type { StartHelper } from './messages.ts';

/** A child of plain Node. Questions and answers cross its channel alone: no arguments, and a chosen environment. */
export function forkHelper(
  file: URL,
  environment: Readonly<Record<string, string | undefined>>,
): StartHelper {
  return ({ onAnswer, onEnd }) => {
    const child = fork(fileURLToPath(file), [], {
      env: helperEnvironment(environment),
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    // A call under way keeps this process alive by its own timer; an idle helper does not.
    child.unref();
    child.channel?.unref();
    const ended = new Promise<void>((resolve) => {
      // Without an exit where it could not be started.
      child.once('error', () => resolve());
      child.once('exit', () => resolve());
    });
    void ended.then(onEnd);
    child.on('message', onAnswer);
    return {
      // Where it has gone the callback takes the error, and `onEnd` tells.
      post: (question) => void child.send(question, () => undefined),
      end() {
        child.kill('SIGKILL');
        return ended;
      },
    };
  };
}
