import { randomBytes } from 'node:crypto';

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
import { keyIdOfFile } from './replaceFile.ts';
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
export type UnlockFault = VaultFault | 'not_in_keychain';

/**
 * Takes the keys of the data directory into use, from the keychain. Where `log.key` is lost the log itself names its key. False:
 * nothing here has a key.
 */
export async function unlock({
  dataDir,
  keychain,
}: ProtectedDir): Promise<Result<boolean, UnlockFault>> {
  const file = readKeyFile(dataDir);
  const id = file?.byCode.id ?? keyIdOfLog(dataDir);
  if (id === null) {
    useKeyRing(dataDir, null);
    return ok(false);
  }
  const stored = await keychain.read(accountOf(id));
  if (!stored.ok) return stored;
  const key = logKeySchema.safeParse({ id, secret: stored.value });
  if (!key.success) return err('not_in_keychain');
  useKeyRing(dataDir, file === null ? { current: key.data, others: [] } : ringFrom(file, key.data));
  return ok(true);
}

/**
 * The same by the Log code. The key is put back into the keychain where that takes it, so that the next start needs no code;
 * `isKept` says whether it did.
 */
export async function unlockByCode(
  { dataDir, keychain }: ProtectedDir,
  typed: string,
): Promise<Result<{ readonly isKept: boolean }, CodeFault>> {
  const code = readCode(typed);
  if (code === null) return err('mistyped');
  const file = readKeyFile(dataDir);
  const key = file === null ? null : openByCode(file, code);
  if (file === null || key === null) return err('another_code');
  useKeyRing(dataDir, ringFrom(file, key));
  const kept = await keychain.write(accountOf(key.id), key.secret);
  return ok({ isKept: kept.ok });
}

function ringFrom(file: KeyFile, newest: LogKey): KeyRing {
  const all = [newest, ...openByKey(file, newest)];
  const current = all.find(({ id }) => id === file.current) ?? null;
  return { current, others: all.filter((key) => key !== current) };
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

/** The same for making every file plain again. */
export function beginUnprotecting({ dataDir }: ProtectedDir, ring: KeyRing): KeyRing {
  const file = readKeyFile(dataDir);
  // Without `log.key`, which was lost, a kill leaves the keys to the keychain alone, where they were before.
  if (file !== null) writeKeyFile(dataDir, { ...file, current: null, isSwitching: true });
  return { current: null, others: keysOf(ring) };
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
  await finishSwitch(dir, begun.value, onFile);
  return ok(undefined);
}

/** Makes every file plain again. The log must be closed. */
export async function unprotect(dir: ProtectedDir, ring: KeyRing, onFile: OnFile): Promise<void> {
  await finishSwitch(dir, beginUnprotecting(dir, ring), onFile);
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
  { dataDir, keychain, alsoRewrite }: ProtectedDir,
  ring: KeyRing,
  inUse: ReadonlySet<string>,
): Promise<void> {
  await alsoRewrite?.();
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
