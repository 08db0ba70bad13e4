import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

import { keyFileOf } from '../keyFile.ts';
import { ringOf } from '../keyRing.ts';
import { newKey, protectWith, resumeSwitch, unlock, unprotect } from '../protection.ts';
import { fileKeychain } from './fileKeychain.ts';

/**
 * This program protects a data directory (`on`), gives it a new key (`rekey`), makes it plain (`off`) or goes on with what was
 * interrupted (`resume`). It kills itself before file number `dieAt`; or, with `steps`, before rename, flush or removal number
 * `dieAt`. With 0 it runs to its end. It prints the code of a new key.
 */
const [dataDir = '', keychainFile = '', what = '', dieAt = '0', by = 'files'] =
  process.argv.slice(2);
const dir = { dataDir, keychain: fileKeychain(keychainFile) };
let count = 0;
function next(): void {
  count += 1;
  if (count === Number(dieAt)) process.kill(process.pid, 'SIGKILL');
}
function onFile(): void {
  if (by === 'files') next();
}
if (by === 'steps') {
  const { renameSync, fsyncSync, rmSync } = fs;
  fs.renameSync = (...args) => [next(), renameSync(...args)][1];
  fs.fsyncSync = (...args) => [next(), fsyncSync(...args)][1];
  fs.rmSync = (...args) => [next(), rmSync(...args)][1];
  // The modules that were imported by name call these from now on.
  syncBuiltinESMExports();
}

const unlocked = await unlock(dir);
if (!unlocked.ok) throw new Error(unlocked.error);
const ring = ringOf(keyFileOf(dataDir));
if (what === 'resume') {
  if (ring !== null) await resumeSwitch(dir, ring, onFile);
} else if (what === 'off') {
  if (ring !== null) await unprotect(dir, ring, onFile);
} else {
  const fresh = newKey();
  process.stdout.write(fresh.code);
  await protectWith(dir, fresh, ring, onFile);
}
