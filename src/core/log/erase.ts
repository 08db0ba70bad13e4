import { cleanFile } from './care/cleanFile.ts';
import { codeOf, isNoRoom } from './care/damage.ts';
import { type Session, commitGroup, noteClock, noteFault, watchPlace } from './session.ts';
import type { Erasing } from './store/erasing.ts';

/**
 * One step of erasing what is older than the retention time, while no call waits and no request is between W1 and W3. False:
 * there is nothing to do for a while.
 */
export function erase(session: Session): boolean {
  const { log, at } = session;
  if (log === null || session.erasesNoMore) return false;
  watchPlace(session);
  if (session.health.state !== 'ok' || log.store.projection.rows.countInFlight() > 0) return false;
  if (!noteClock(session)) return false;
  try {
    if (nameSome(session, log.erasing, at)) return true;
    if (log.erasing.eraseSome()) {
      session.commitsSinceCheckpoint += 1;
      session.isToBeCleaned = true;
      return true;
    }
    if (session.isToBeCleaned) {
      session.isToBeCleaned = !cleanFile(log.store, session.paths, false);
    }
  } catch (error) {
    noteErasingFault(session, error);
  }
  return false;
}

function nameSome(session: Session, erasing: Erasing, at: string): boolean {
  const days = erasing.daysDue();
  if (days === null) return false;
  const run = (): boolean => erasing.nameSome(at, days);
  const [outcome] = commitGroup(session, [{ run, mayUseReserve: false }]);
  if (outcome?.kind === 'bug') throw outcome.error;
  return outcome?.kind === 'done' && outcome.value === true;
}

/** Nothing is lost: what is left to erase is on record. */
function noteErasingFault(session: Session, error: unknown): void {
  session.erasesNoMore = true;
  const code = codeOf(error);
  if (!isNoRoom(code, session.paths)) noteFault(session, code, String(error));
}
