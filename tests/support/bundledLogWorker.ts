import { rmSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

import { build } from 'vite';

const ROOT = path.join(import.meta.dirname, '../..');
/** Of this run: another one beside it must not pull the file away from under its threads. */
const OUT = path.join(ROOT, `artifacts/log-worker/${process.pid}`);

/** The unit tests open hundreds of logs, each with threads of its own: one file starts four times as fast as fifty. */
export async function setup(): Promise<void> {
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'silent',
    build: {
      ssr: 'src/core/log/worker.ts',
      outDir: OUT,
      emptyOutDir: true,
      rolldownOptions: { output: { entryFileNames: 'worker.js' } },
    },
    ssr: { noExternal: true, external: ['better-sqlite3'] },
  });
  process.env['DESK_LOG_WORKER'] = pathToFileURL(path.join(OUT, 'worker.js')).href;
}

export function teardown(): void {
  rmSync(OUT, { recursive: true, force: true });
}
