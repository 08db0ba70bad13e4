import { spawn } from 'node:child_process';
import path from 'node:path';

const SESSION = path.join(import.meta.dirname, 'electron-session.sh');

/** Runs a command in a desktop session of its own (Linux), which may write into `out`, and returns its exit code. */
export function runInSession(
  root: string,
  out: string,
  command: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<number> {
  const child = spawn(SESSION, [root, out, ...command], { cwd: root, stdio: 'inherit', env });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}
