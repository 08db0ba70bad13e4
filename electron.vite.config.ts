import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';

export default defineConfig({
  main: {
    build: {
      outDir: 'out/main',
      rollupOptions: {
        input: { index: 'src/main/index.ts', logWorker: 'src/core/log/worker.ts' },
      },
    },
  },
  preload: {
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
    plugins: [react()],
    build: {
      outDir: 'out/renderer',
      minify: true,
      // A file each: the page's CSP knows no data: addresses.
      assetsInlineLimit: 0,
      // Read from this machine's disk, not over a network: one chunk starts faster than several.
      chunkSizeWarningLimit: 1500,
      rollupOptions: { input: { index: 'src/renderer/index.html' } },
    },
  },
});
