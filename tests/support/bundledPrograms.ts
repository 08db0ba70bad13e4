import { pathToFileURL } from 'node:url';

import { type Bundled, bundled } from './bundled.ts';

/** Programs that tests start hundreds of times, by the variable that tells a test run where the bundle is. */
const PROGRAMS: ReadonlyMap<string, string> = new Map([
  // Read by core/testing/log.ts.
  ['DESK_LOG_WORKER', 'src/core/threads/worker.ts'],
  // Read by tests/component/support/thread.ts.
  ['DESK_THREAD', 'tests/component/support/deskThread.ts'],
  // Read by tests/support/provider.ts.
  ['DESK_SANDBOX', 'tests/provider/cli.ts'],
]);

const made: Bundled[] = [];

/** Vitest's global set-up, for each project that names it; the second one finds what the first has made. */
export async function setup(): Promise<void> {
  const missing = [...PROGRAMS].filter(([variable]) => process.env[variable] === undefined);
  await Promise.all(
    missing.map(async ([variable, entry]) => {
      const program = await bundled(entry);
      made.push(program);
      process.env[variable] = pathToFileURL(program.file).href;
    }),
  );
}

export function teardown(): void {
  for (const { remove } of made.splice(0)) remove();
}
