import { rmSync } from 'node:fs';
import { join } from 'node:path';

import { err } from '#shared/domain/result.ts';

import { errorFacts } from '../journal/errorFacts.ts';
import type { Redactor } from '../journal/redact.ts';
import type { Journal } from '../journal/journalFile.ts';
import type { CorePorts } from '../ports.ts';
import { within } from '../within.ts';
import { type KeyRing, keysOf, ringOf } from './keyRing.ts';
import { keyFileOf, readKeyFile } from './keyFile.ts';
import { type Pause, createPause } from './pause.ts';
import {
  type ProtectedDir,
  type UnlockFault,
  isPlainReplaced,
  resumeSwitch,
  unlock,
} from './protection.ts';

/** The operator may have to unlock the keychain first: without the key there is nothing that the desk could show. */
const PATIENCE_MS = 60_000;

/** The log is protected, and its key cannot be had. Nothing was changed. */
export class LockedLogError extends Error {
  override readonly name = 'LockedLogError';
  readonly fault: UnlockFault;
  /** False where `log.key` is lost: then the Log code opens nothing, and no page is shown. */
  readonly hasPage: boolean;

  constructor(dataDir: string, fault: UnlockFault) {
    const takesCode = readKeyFile(dataDir) !== null;
    super(whyLocked(dataDir, fault, takesCode));
    this.fault = fault;
    this.hasPage = takesCode || fault === 'plain_log';
  }
}

type OpenProtectionDeps = Pick<
  CorePorts,
  'dataDir' | 'keychains' | 'sandbox' | 'isUnlocked' | 'onUnsure'
> & {
  readonly redactor: Redactor;
  readonly journal: Pick<Journal, 'write' | 'close'>;
};

/** What a later switch needs. `pausing`: operations that write files about customers wait while one is under way. */
type OpenedProtection = {
  readonly dir: ProtectedDir;
  readonly pausing: Pause['around'];
  readonly whilePaused: Pause['whilePaused'];
};

/** Before any file with something of customers is read: takes the keys into use, and goes on with a switch that was interrupted. */
export async function openProtection(deps: OpenProtectionDeps): Promise<OpenedProtection> {
  const { dataDir, keychains, sandbox } = deps;
  // Always by the same library: the commands that unlock know no settings.
  const dir = { dataDir, keychain: keychains.keyring, alsoRewrite: sandbox.rewrite };
  if (deps.isUnlocked !== true) {
    const unlocked = await within(unlock(dir), { ms: PATIENCE_MS }, () =>
      err('timed_out' as const),
    );
    if (!unlocked.ok) {
      // The desk that opens with the Log code has a journal of its own.
      await deps.journal.close();
      throw new LockedLogError(dataDir, unlocked.error);
    }
    if (typeof unlocked.value === 'object') {
      deps.onUnsure?.(() => isPlainReplaced(dir), unlocked.value.unsure);
    }
  }
  const ring = ringOf(keyFileOf(dataDir));
  if (ring !== null) await finish(dir, ring, deps);
  const { around: pausing, whilePaused } = createPause();
  return { dir, pausing, whilePaused };
}

async function finish(
  dir: ProtectedDir,
  ring: KeyRing,
  { redactor, journal }: OpenProtectionDeps,
): Promise<void> {
  redactor.learn(
    'log-key',
    keysOf(ring).map(({ secret }) => secret),
  );
  try {
    await resumeSwitch(dir, ring, () => undefined);
    if (ring.current !== null) removePageTraces(dir.dataDir);
  } catch (error) {
    // Every file names its key, so that the desk reads those of before the switch too. The next start tries again.
    journal.write('protection_not_finished', errorFacts(error));
  }
}

/**
 * What a window remembered from before the log was protected: the storage of its pages, and, of the browser that shows the desk as
 * an app, the whole profile. No window is open yet, and those of a protected desk write none of it.
 */
function removePageTraces(dataDir: string): void {
  const traces = [
    'browser',
    join('electron', 'Session Storage'),
    join('electron', 'Local Storage'),
  ];
  for (const trace of traces) rmSync(join(dataDir, trace), { recursive: true, force: true });
}

function whyLocked(dataDir: string, fault: UnlockFault, takesCode: boolean): string {
  if (fault === 'plain_log') {
    return `the log in ${dataDir} is not protected, but this account's keychain says that it is: it was replaced. Put the protected log back, or go on with this one: npm run protect-log -- --off --data-dir "${dataDir}"`;
  }
  const why =
    fault === 'not_in_keychain'
      ? "this account's keychain does not have its key"
      : `the keychain did not give its key (${fault})`;
  const what = `the log in ${dataDir} is protected, and ${why}.`;
  return takesCode
    ? `${what} Unlock the keychain and start again, or open the log with its Log code: npm run protect-log -- --unlock --data-dir "${dataDir}"`
    : `${what} Its file log.key is missing, so the Log code opens nothing: unlock the keychain, or put a copy of log.key back, and start again.`;
}
