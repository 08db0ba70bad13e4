import process from 'node:process';
import { Worker } from 'node:worker_threads';

import { END } from '../../threads/messages.ts';
import type { StartHelper } from './messages.ts';

/** A thread inside the keychain cannot be ended from outside: it is left alone, and costs memory until its call returns. */
const MAX_HUNG = 3;

/**
 * For Windows and macOS, where the keychain knows programs by their file: another process would be another program to it, and
 * macOS would ask the operator again.
 */
export function threadHelper(file: URL): StartHelper {
  const ending = new Set<Worker>();
  // The process would wait for its threads, and a thread for the keychain. By now everything is written.
  const leaveThem = (): void => void process.kill(process.pid, 'SIGKILL');

  return ({ onAnswer, onEnd, onAbandoned }) => {
    if (ending.size >= MAX_HUNG) return null;
    const worker = new Worker(file, { name: 'keychain' });
    // A call under way keeps this process alive by its own timer; an idle helper does not.
    worker.unref();
    const ended = new Promise<void>((resolve) => {
      worker.once('exit', () => {
        ending.delete(worker);
        if (ending.size === 0) process.off('exit', leaveThem);
        resolve();
        onEnd();
      });
    });
    // The exit comes after it.
    worker.on('error', () => undefined);
    let unanswered = 0;
    worker.on('message', (answer) => {
      unanswered -= 1;
      onAnswer(answer);
    });
    return {
      post(question) {
        unanswered += 1;
        worker.postMessage(question, []);
      },
      end() {
        if (unanswered > 0) onAbandoned?.();
        if (ending.size === 0) process.once('exit', leaveThem);
        ending.add(worker);
        // Asked, not terminated: that would stop it inside native code. One that hangs there is left alone, as ADR 18 says.
        worker.postMessage(END, []);
        // Listening to its messages has made the process wait for it again.
        worker.unref();
        return ended;
      },
    };
  };
}
