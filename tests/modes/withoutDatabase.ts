import { registerHooks } from 'node:module';

/** `node --import` this file: an installation from which a package is gone. */
registerHooks({
  resolve(specifier, context, nextResolve) {
    if (specifier === 'better-sqlite3') throw new Error(`Cannot find package '${specifier}'`);
    return nextResolve(specifier, context);
  },
});
