import type { ChildProcess } from 'node:child_process';

const PATIENCE_MS = 5000;

/**
 * Waits for its end, also where it has already come. Whatever does not end when it is asked to is killed, and said: a suite
 * must come to its end.
 */
export async function endProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((resolve) => {
    child.once('exit', resolve);
  });
  const timer = setTimeout(() => {
    process.stderr.write(`${child.spawnargs.join(' ')} had to be killed\n`);
    child.kill('SIGKILL');
  }, PATIENCE_MS);
  child.kill(signal);
  await exited;
  clearTimeout(timer);
}
