import path from 'node:path';
import { pathToFileURL } from 'node:url';

import { LOOPBACK_USAGE, type LoopbackFlags, readLoopbackFlags } from './flags.ts';

/** scripts/build names them. Only the build is ever run: reading a hundred sources costs a second at each start. */
const BUILT = {
  logWorkerUrl: pathToFileURL(path.join(import.meta.dirname, 'logWorker.cjs')),
  keychainHelperUrl: pathToFileURL(path.join(import.meta.dirname, 'keychainHelper.cjs')),
  rendererDir: path.join(import.meta.dirname, '../renderer'),
};
const EXIT_USAGE = 2;

export async function startLoopback(flags: LoopbackFlags): Promise<number> {
  // Loaded only now: flags that cannot be read touch nothing, not even the database's library.
  const { runLoopback } = await import('./runLoopback.ts');
  return await runLoopback(flags, BUILT);
}

if (import.meta.main) {
  const flags = readLoopbackFlags(process.argv.slice(2));
  if (flags.ok) {
    process.exitCode = await startLoopback(flags.value);
  } else {
    const usage = `Usage: node out/main/loopback.js [flags]\n\n${LOOPBACK_USAGE}`;
    process.stderr.write(`${flags.error}\n\n${usage}\n`);
    process.exitCode = EXIT_USAGE;
  }
}
