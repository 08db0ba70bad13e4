import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { type DeskHeld, holdDataDir } from './dataDir.ts';

const LOOK_AGAIN_MS = 100;

/**
 * Which other desk holds the data directory. A desk that has just started may take a moment to hold it, so this waits. Null when
 * no desk holds it then.
 */
export async function heldBy(
  dataDir: string,
  host: string,
  patienceMs: number,
): Promise<DeskHeld | null> {
  const held = heldNow(dataDir, host);
  if (held !== null || patienceMs <= 0) return held;
  await sleep(LOOK_AGAIN_MS);
  return await heldBy(dataDir, host, patienceMs - LOOK_AGAIN_MS);
}

/** The lock is only tried where a holder has said who it is: trying it could be in the way of a desk that is about to take it. */
function heldNow(dataDir: string, host: string): DeskHeld | null {
  if (!existsSync(path.join(dataDir, 'holder.json'))) return null;
  const tried = holdDataDir(dataDir, host, new Date());
  if (!tried.ok) return tried.error;
  // A killed desk had left its name. It goes with this.
  tried.value.release();
  return null;
}
