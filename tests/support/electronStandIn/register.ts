import { registerHooks } from 'node:module';
import { isMainThread } from 'node:worker_threads';

const STAND_IN = new URL('electron.ts', import.meta.url).href;

/** `node --import` this file: from then on `import … from 'electron'` brings the stand-in. */
registerHooks({
  resolve(specifier, context, nextResolve) {
    if (specifier !== 'electron') return nextResolve(specifier, context);
    // Electron's modules are of its main thread alone.
    if (!isMainThread) {
      const words = "Cannot find module 'electron'";
      throw Object.assign(new Error(words), { code: 'MODULE_NOT_FOUND' });
    }
    return { url: STAND_IN, format: 'module-typescript', shortCircuit: true };
  },
});
