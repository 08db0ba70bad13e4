import { keyFileOf } from '../keyFile.ts';
import { ringOf } from '../keyRing.ts';
import { newKey, protectWith, resumeSwitch, unlock, unprotect } from '../protection.ts';
import { fileKeychain } from './fileKeychain.ts';

/**
 * This program protects a data directory (`on`), gives it a new key (`rekey`), makes it plain (`off`) or goes on with what was
 * interrupted (`resume`), and kills itself before file number `dieAt`. With 0 it runs to its end. It prints the code of a new key.
 */
const [dataDir = '', keychainFile = '', what = '', dieAt = '0'] = process.argv.slice(2);
const dir = { dataDir, keychain: fileKeychain(keychainFile) };
let files = 0;
function onFile(): void {
  files += 1;
  if (files === Number(dieAt)) process.kill(process.pid, 'SIGKILL');
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
