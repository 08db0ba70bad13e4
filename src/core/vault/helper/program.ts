import process from 'node:process';

import { inPieces } from '../pieces.ts';
import { serve } from './serve.ts';

/** Characters; see `inPieces`. */
const WINDOWS_LONGEST = 1200;

/** The helper's own file; scripts/build/threadPrograms.ts names it. A library is loaded when it is asked for. */
serve(async (library, kind) => {
  const keychain = await (library === 'keytar' ? keytar() : keyring(kind === 'thread'));
  return process.platform === 'win32' ? inPieces(keychain, WINDOWS_LONGEST) : keychain;
});

async function keytar() {
  const { createKeytar } = await import('../keytar.ts');
  return createKeytar();
}

async function keyring(isBlocking: boolean) {
  const { createBlockingKeyring, createKeyring } = await import('../keyring.ts');
  return isBlocking ? createBlockingKeyring() : createKeyring();
}
