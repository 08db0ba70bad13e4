import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';

import { bundledPackages } from './scripts/build/bundledPackages.ts';
import { FIRST_CHUNKS, firstFiles } from './scripts/build/firstFiles.ts';
import { lazySchemas } from './scripts/build/lazySchemas.ts';
import { noJsonSchema } from './scripts/build/noJsonSchema.ts';
import { pictures } from './scripts/build/pictures.ts';
import { keptCalls, schemaNames } from './scripts/build/schemaNames.ts';
import { licences } from './scripts/build/licences.ts';
import { SHIPPED_COMMENTS, threadPrograms } from './scripts/build/threadPrograms.ts';
import { updatesFromEnvironment } from './scripts/build/updates.ts';
import { wordsAsJson } from './scripts/build/wordsAsJson.ts';
import { OPERATION_NAMES } from './src/shared/contract/operations.ts';

const SCHEMA_NAMES = schemaNames();

export default defineConfig({
  main: {
    plugins: [
      bundledPackages('main'),
      pictures(import.meta.dirname, 'chunks'),
      threadPrograms(import.meta.dirname),
    ],
    // src/main/updates/built.ts; null drops the updater from the bundle.
    define: { DESK_UPDATES: JSON.stringify(updatesFromEnvironment(process.env)) },
    build: {
      outDir: 'out/main',
      rollupOptions: {
        input: {
          index: 'src/main/index.ts',
          // The browser host: not for installers.
          loopback: 'src/loopback/index.ts',
        },
        output: { comments: SHIPPED_COMMENTS },
      },
    },
  },
  preload: {
    plugins: [bundledPackages('preload')],
    define: { OPERATION_NAMES: JSON.stringify(OPERATION_NAMES) },
    // A sandboxed preload can only be one CommonJS file.
    build: {
      outDir: 'out/preload',
      externalizeDeps: false,
      rollupOptions: {
        input: { index: 'src/preload/index.ts' },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: 'src/renderer',
    plugins: [
      react(),
      firstFiles(),
      lazySchemas(import.meta.dirname),
      noJsonSchema(),
      wordsAsJson(),
      licences(import.meta.dirname),
      bundledPackages('renderer'),
      keptCalls(SCHEMA_NAMES),
    ],
    build: {
      outDir: 'out/renderer',
      minify: true,
      // A file each: the page's CSP knows no data: addresses.
      assetsInlineLimit: 0,
      // Read from this machine's disk, not over a network: a start needs few files, and large ones.
      chunkSizeWarningLimit: 900,
      rollupOptions: {
        input: { index: 'src/renderer/index.html' },
        // Schemas that the page never asks are left out, and with them a third of its start.
        treeshake: { manualPureFunctions: SCHEMA_NAMES, propertyReadSideEffects: false },
        output: { codeSplitting: { groups: FIRST_CHUNKS } },
      },
    },
  },
});
