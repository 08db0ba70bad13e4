import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';

import { type Result, err, ok } from '#shared/domain/result.ts';

import { logPathsOf } from '../log/store/paths.ts';
import type { Vault, VaultFault } from '../ports.ts';
import { CODE_BYTES, codeText, isSameSecret, readCode } from '../vault/typedCode.ts';
import {
  type KeyFile,
  boxedByCode,
  boxedByKey,
  freshKey,
  openByCode,
  openByKey,
  readKeyFile,
  removeKeyFile,
  writeKeyFile,
} from './keyFile.ts';
import { type KeyRing, type LogKey, keysOf, logKeySchema, useKeyRing } from './keyRing.ts';
import { createFolderMark, hasPlainLog } from './folderMark.ts';
import { keyIdOfFile } from './replaceFile.ts';
import { lastSwitch, recordSwitch } from './switchEvent.ts';
import { type OnFile, switchFiles } from './switchFiles.ts';

/** A data directory, and the keychain that has its key. */
export type ProtectedDir = {
  readonly dataDir: string;
  readonly keychain: Pick<Vault, 'read' | 'write' | 'delete'>;
  /** Brings what core does not know (the sandbox's ledger) to the key in use, before older keys are forgotten. */
  readonly alsoRewrite?: (() => Promise<void>) | undefined;
};

export type ProtectionState = {
  readonly state: 'off' | 'on';
  /** A switch was interrupted: it goes on with the next start. */
  readonly isSwitching: boolean;
};

/** Beside the anchor's key: no profile may have a name that begins so (profiles/profileFiles.ts). */
export const LOG_KEY_ACCOUNTS = 'log-key-';

function accountOf(id: string): string {
  return `${LOG_KEY_ACCOUNTS}${id}`;
}

export function protectionState(dataDir: string): ProtectionState {
  const file = readKeyFile(dataDir);
  const isOn = file === null ? keyIdOfLog(dataDir) !== null : file.current !== null;
  return { state: isOn ? 'on' : 'off', isSwitching: file?.isSwitching ?? false };
}

/** Of a log that may not be read, opening it says why. */
function keyIdOfLog(dataDir: string): string | null {
  try {
    return keyIdOfFile(logPathsOf(dataDir).file);
  } catch {
    return null;
  }
}

/** `mistyped`: the checksum does not fit. `another_code`: a code, but not the one of this log. */
export type CodeFault = 'mistyped' | 'another_code';
/** The log is not protected, and the keychain or `log.key` says that it is. */
type PlainLog = 'plain_log';
export type UnlockFault = VaultFault | 'not_in_keychain' | PlainLog;

const markOf = ({ dataDir, keychain }: ProtectedDir) =>
  createFolderMark(dataDir, LOG_KEY_ACCOUNTS, keychain);

/**
 * Takes the keys of the data directory into use, from the keychain. Where `log.key` is lost the log itself names its key, and where
 * both are, the keychain does. `unsure`: the log is plain, and why the keychain did not say whether it may be.
 */
export async function unlock(
  dir: ProtectedDir,
): Promise<Result<'keys' | 'plain' | { readonly unsure: VaultFault }, UnlockFault>> {
  const { dataDir, keychain } = dir;
  const mark = markOf(dir);
  const file = readKeyFile(dataDir);
  const own = file?.byCode.id ?? keyIdOfLog(dataDir);
  const noted = own === null ? await mark.read() : ok(own);
  const id = noted.ok ? noted.value : null;
  const isFresh = own === null && !existsSync(logPathsOf(dataDir).backups);
  if (id !== null && own === null && hasPlainLog(dataDir)) return err('plain_log');
  if (id === null || isFresh) {
    // The protected log and its backups are gone: the note about them would stop the next start of the new log.
    if (id !== null) await mark.remove();
    useKeyRing(dataDir, null);
    return ok(noted.ok || !hasPlainLog(dataDir) ? 'plain' : { unsure: noted.error });
  }
  const stored = await keychain.read(accountOf(id));
  if (!stored.ok) return stored;
  const key = logKeySchema.safeParse({ id, secret: stored.value });
  if (!key.success) return err('not_in_keychain');
  // The keychain has just answered: it is waited for, and the caller's own deadline ends that.
  const marked = await mark.read('as_long_as_it_takes');
  if (!marked.ok) return marked;
  const isMarked = marked.value !== null;
  if (isReplaced(dataDir, file, isMarked)) return err('plain_log');
  await useKeys(dir, file, key.data, isMarked);
  return ok('keys');
}

/** Asks again after `unsure`: whether the plain log is in a folder that the keychain knows as protected. */
export async function isPlainReplaced(dir: ProtectedDir): Promise<Result<boolean, VaultFault>> {
  const noted = await markOf(dir).read('as_long_as_it_takes');
  return noted.ok ? ok(noted.value !== null && hasPlainLog(dir.dataDir)) : noted;
}

/** A plain log is expected during a switch and after protection was switched off, and never where the keychain says otherwise. */
function isReplaced(dataDir: string, file: KeyFile | null, isMarked: boolean): boolean {
  const mayBePlain = !isMarked && file !== null && (file.isSwitching || file.current === null);
  return !mayBePlain && hasPlainLog(dataDir);
}

/**
 * A person decided to go on with the plain log of a folder that the keychain knows as protected: it gets the folder's key. On record
 * in that log.
 */
export async function protectReplaced(dir: ProtectedDir): Promise<Result<void, UnlockFault>> {
  const { dataDir, keychain } = dir;
  const file = readKeyFile(dataDir);
  const noted = file === null ? await markOf(dir).read() : ok(file.byCode.id);
  if (!noted.ok) return noted;
  const id = noted.value;
  if (id === null) return err('not_in_keychain');
  const stored = await keychain.read(accountOf(id));
  if (!stored.ok) return stored;
  const key = logKeySchema.safeParse({ id, secret: stored.value });
  if (!key.success) return err('not_in_keychain');
  const ring = { current: key.data, others: file === null ? [] : openByKey(file, key.data) };
  useKeyRing(dataDir, ring);
  recordSwitch(dataDir, 'on');
  await finishSwitch(dir, ring, () => undefined);
  return ok(undefined);
}

/**
 * `log.key` is a file that can be edited: that protection was switched off counts only where the log itself says so, and the
 * keychain does not say otherwise. Else everything is brought to the newest key again.
 */
async function useKeys(
  dir: ProtectedDir,
  file: KeyFile | null,
  newest: LogKey,
  isMarked: boolean,
): Promise<void> {
  const { dataDir } = dir;
  const others = file === null ? [] : openByKey(file, newest);
  useKeyRing(dataDir, { current: newest, others });
  const isOff = file?.current === null && !isMarked && lastSwitch(dataDir) === 'off';
  if (isOff) useKeyRing(dataDir, { current: null, others: [newest, ...others] });
  else {
    if (file !== null && file.current !== newest.id) {
      writeKeyFile(dataDir, { ...file, current: newest.id, isSwitching: true });
    }
    if (keyIdOfLog(dataDir) === newest.id) await markOf(dir).put(newest.id);
  }
}

/**
 * The same by the Log code. The key is put back into the keychain where that takes it, so that the next start needs no code;
 * `isKept` says whether it did.
 */
export async function unlockByCode(
  dir: ProtectedDir,
  typed: string,
): Promise<Result<{ readonly isKept: boolean }, CodeFault | PlainLog>> {
  const { dataDir, keychain } = dir;
  const code = readCode(typed);
  if (code === null) return err('mistyped');
  const file = readKeyFile(dataDir);
  const key = file === null ? null : openByCode(file, code);
  if (file === null || key === null) return err('another_code');
  const kept = await keychain.write(accountOf(key.id), key.secret);
  const marked = await markOf(dir).read();
  const isMarked = marked.ok && marked.value !== null;
  if (isReplaced(dataDir, file, isMarked)) return err('plain_log');
  await useKeys(dir, file, key, isMarked);
  return ok({ isKept: kept.ok });
}

/** A key that is in no file yet, and the code that will open it. The code is shown once and kept nowhere. */
export type NewKey = { readonly key: LogKey; readonly code: string };

export function newKey(): NewKey {
  return { key: freshKey(), code: codeText(randomBytes(CODE_BYTES)) };
}

/** Null: the code was typed back as it was shown. */
export function typedBackFault({ code }: NewKey, typed: string): CodeFault | null {
  const [shown, read] = [readCode(code), readCode(typed)];
  if (read === null || shown === null) return 'mistyped';
  return isSameSecret(shown, read) ? null : 'another_code';
}

/**
 * Makes a new key durable, in the keychain and, sealed by its code, in `log.key`, before the first file changes. Returns the ring to
 * switch the files to; a kill from here on is made good by the next start. `ring`: the keys in use so far, null where there are none.
 */
export async function beginProtecting(
  dir: ProtectedDir,
  { key, code }: NewKey,
  ring: KeyRing | null,
): Promise<Result<KeyRing, VaultFault>> {
  const written = await dir.keychain.write(accountOf(key.id), key.secret);
  if (!written.ok) return written;
  const older = ring === null ? [] : keysOf(ring);
  writeKeyFile(dir.dataDir, {
    version: 1,
    current: key.id,
    isSwitching: true,
    byCode: boxedByCode(key, readCode(code) ?? new Uint8Array()),
    byKey: older.map((one) => boxedByKey(one, key)),
  });
  return ok({ current: key, others: older });
}

/**
 * The same for making every file plain again. `record` writes the event that asks for it: only once the keychain gave its note up, so
 * that the log says `off` of no desk that stays protected. A kill before the event leaves it protected, and the next start marks it again.
 */
export async function beginUnprotecting<E>(
  dir: ProtectedDir,
  ring: KeyRing,
  record: () => Promise<Result<unknown, E>>,
): Promise<Result<KeyRing, VaultFault | E>> {
  const { dataDir } = dir;
  const unmarked = await markOf(dir).remove();
  // A machine without a keychain has no mark.
  if (!unmarked.ok && unmarked.error !== 'unavailable') return unmarked;
  const recorded = await record();
  if (!recorded.ok) {
    if (ring.current !== null) await markOf(dir).put(ring.current.id);
    return recorded;
  }
  const file = readKeyFile(dataDir);
  // Without `log.key`, which was lost, a kill leaves the keys to the keychain alone, where they were before.
  if (file !== null) writeKeyFile(dataDir, { ...file, current: null, isSwitching: true });
  return ok({ current: null, others: keysOf(ring) });
}

/** Protects the data directory, or protects it with another key. The log must be closed. */
export async function protectWith(
  dir: ProtectedDir,
  fresh: NewKey,
  ring: KeyRing | null,
  onFile: OnFile,
): Promise<Result<void, VaultFault>> {
  const begun = await beginProtecting(dir, fresh, ring);
  if (!begun.ok) return begun;
  recordSwitch(dir.dataDir, ring === null ? 'on' : 'new_key');
  await finishSwitch(dir, begun.value, onFile);
  return ok(undefined);
}

/** Makes every file plain again. The log must be closed. */
export async function unprotect(
  dir: ProtectedDir,
  ring: KeyRing,
  onFile: OnFile,
): Promise<Result<void, VaultFault>> {
  const begun = await beginUnprotecting<never>(dir, ring, async () => {
    recordSwitch(dir.dataDir, 'off');
    return ok(undefined);
  });
  if (!begun.ok) return begun;
  await finishSwitch(dir, begun.value, onFile);
  return ok(undefined);
}

/** Goes on with a switch that was interrupted. `unlock` was called; the log is closed. */
export async function resumeSwitch(
  dir: ProtectedDir,
  ring: KeyRing,
  onFile: OnFile,
): Promise<boolean> {
  if (readKeyFile(dir.dataDir)?.isSwitching !== true) return false;
  await finishSwitch(dir, ring, onFile);
  return true;
}

async function finishSwitch(dir: ProtectedDir, ring: KeyRing, onFile: OnFile): Promise<void> {
  useKeyRing(dir.dataDir, ring);
  const inUse = switchFiles(logPathsOf(dir.dataDir), ring, onFile);
  await endSwitch(dir, ring, inUse);
}

/** Every file is at the ring's current key, but those that name the keys `inUse`: the other keys are forgotten. */
export async function endSwitch(
  dir: ProtectedDir,
  ring: KeyRing,
  inUse: ReadonlySet<string>,
): Promise<void> {
  const { dataDir, keychain, alsoRewrite } = dir;
  await alsoRewrite?.();
  if (ring.current !== null && inUse.has(ring.current.id)) await markOf(dir).put(ring.current.id);
  const file = readKeyFile(dataDir);
  const gone = ring.others.filter(({ id }) => !inUse.has(id) && id !== file?.byCode.id);
  if (ring.current === null && inUse.size === 0) {
    removeKeyFile(dataDir);
    useKeyRing(dataDir, null);
    await Promise.all(ring.others.map(({ id }) => keychain.delete(accountOf(id))));
    return;
  }
  const isKept = ({ id }: { readonly id: string }): boolean => !gone.some((key) => key.id === id);
  if (file !== null) {
    writeKeyFile(dataDir, { ...file, isSwitching: false, byKey: file.byKey.filter(isKept) });
  }
  useKeyRing(dataDir, { current: ring.current, others: ring.others.filter(isKept) });
  // Only the newest key is read from the keychain: the others are in `log.key`, sealed by it.
  const replaced = ring.others.filter(({ id }) => id !== file?.byCode.id);
  await Promise.all(replaced.map(({ id }) => keychain.delete(accountOf(id))));
}
