import path from 'node:path';

import { type Plugin, build } from 'vite';

import { bundledPackages } from './bundledPackages.ts';

/** What the app starts in threads and in a utility process, by the name of its file in out/main. */
const PROGRAMS = {
  logWorker: 'src/core/threads/worker.ts',
  keychainHelper: 'src/core/vault/helper/program.ts',
};

/** Comments of the sources would be 0.7 MB of the package. Licences stay. */
export const SHIPPED_COMMENTS = { jsdoc: false, annotation: false, legal: true } as const;

/**
 * Builds them beside main, as CommonJS: inside an archive Electron proves a thread of that kind (its spec "should start worker
 * thread from asar file"), and none that is an ES module. See ADR 16.
 */
export function threadPrograms(root: string): Plugin {
  return {
    name: 'thread-programs',
    apply: 'build',
    closeBundle: () => buildThreadPrograms(root, PROGRAMS),
  };
}

export async function buildThreadPrograms(
  root: string,
  programs: Readonly<Record<string, string>>,
): Promise<void> {
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    plugins: [bundledPackages('threads')],
    build: {
      ssr: true,
      outDir: path.join(root, 'out/main'),
      emptyOutDir: false,
      rolldownOptions: {
        input: programs,
        output: {
          format: 'cjs',
          comments: SHIPPED_COMMENTS,
          strict: true,
          entryFileNames: '[name].cjs',
          chunkFileNames: 'chunks/[name]-[hash].cjs',
        },
      },
    },
    ssr: { noExternal: true, external: ['better-sqlite3', '@napi-rs/keyring', 'keytar'] },
  });
}
