import { readFileSync } from 'node:fs';
import path from 'node:path';

import type { Services } from '#core/ports.ts';
import type { Updates } from '#shared/contract/host.ts';
import { type BuiltUpdates, builtUpdates, chosenUpdates } from './built.ts';
import { watchUpdates } from './watchUpdates.ts';

/** Put in by the build, see built.ts. */
declare const DESK_UPDATES: unknown;

/** As packaging and this machine have it: handed to `openDesk`, which tells it to About. */
export function readUpdates(app: { readonly isPackaged: boolean }): BuiltUpdates | null {
  const built = builtUpdates();
  if (built === null || !app.isPackaged) return null;
  const feedFile = textOf(path.join(process.resourcesPath, 'app-update.yml'));
  return chosenUpdates(built, { platform: process.platform, isPackaged: true, feedFile });
}

export function updatesState(updates: BuiltUpdates | null): Updates {
  return updates === null ? { state: 'off' } : { state: 'on', channel: updates.channel };
}

/** Nothing of electron-updater is read while updates are off; a build without them does not even hold it. */
export async function startUpdates(
  updates: BuiltUpdates | null,
  note: Services['note'],
): Promise<() => void> {
  // Written out here, and first: the bundler then sees by itself that the branch is dead, and leaves the updater out.
  if (typeof DESK_UPDATES !== 'undefined' && DESK_UPDATES !== null && updates !== null) {
    const { autoUpdater } = await import('electron-updater');
    return watchUpdates(autoUpdater, updates, note);
  }
  return () => {};
}

function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
