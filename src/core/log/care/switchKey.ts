import { basename } from 'node:path';

import { type Failure, failure } from '#shared/domain/failure.ts';
import type { ProtectionProgress } from '#shared/domain/protection.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';

import { type KeyRing, useKeyRing } from '../../protection/keyRing.ts';
import { countFiles, switchFiles } from '../../protection/switchFiles.ts';
import { type Session, closeSession, openSession } from '../session.ts';

export type OnProtecting = (progress: ProtectionProgress) => void;

/** Pictures are many and small: a page needs no more than this. */
const TELL_EVERY_MS = 100;

/**
 * Brings every file of the data directory to the ring's current key, in the writer thread, with the log closed meanwhile: writes that
 * are asked for wait for their turn, as during any long commit. Returns the ids of the keys that files still need. Where it fails
 * the log is opened again: every file names its key, and the next start goes on.
 */
export function switchKey(
  session: Session,
  at: string,
  ring: KeyRing,
  onProtecting: OnProtecting,
): Result<readonly string[], Failure> {
  const { paths, health } = session;
  if (session.log === null || health.state !== 'ok') {
    return err(failure('log_unavailable', health.state));
  }
  closeSession(session);
  useKeyRing(paths.dataDir, ring);
  try {
    return ok([...switchFiles(paths, ring, createTeller(countFiles(paths), onProtecting))]);
  } catch (error) {
    return err(failure('protection_not_finished', String(error)));
  } finally {
    openSession(session, at);
  }
}

function createTeller(of: number, onProtecting: OnProtecting): (file: string) => void {
  let done = 0;
  let toldAtMs = -Infinity;
  return (file) => {
    const nowMs = performance.now();
    if (nowMs - toldAtMs >= TELL_EVERY_MS) {
      toldAtMs = nowMs;
      onProtecting({ done: Math.min(done, of), of, file: basename(file) });
    }
    done += 1;
  };
}
