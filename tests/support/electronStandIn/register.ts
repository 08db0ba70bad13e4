import { registerHooks } from 'node:module';

await import('./process/differs.ts');

const STAND_IN = new URL('electron.ts', import.meta.url).href;

/** `node --import` this file: from then on `import … from 'electron'` brings the stand-in. */
registerHooks({
  resolve: (specifier, context, nextResolve) =>
    specifier === 'electron'
      ? { url: STAND_IN, format: 'module-typescript', shortCircuit: true }
      : nextResolve(specifier, context),
});
