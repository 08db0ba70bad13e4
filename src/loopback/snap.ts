import { createHash } from 'node:crypto';
import path from 'node:path';

/** Where the hand-over file is made, and the browser's own profile. */
export type BrowserPlaces = { readonly handOverParent: string; readonly browserDir: string };

export type FoundBrowser = {
  readonly command: string;
  /** Behind every symbolic link. */
  readonly resolved: string;
};

/** What every command under /snap/bin leads to. */
const SNAP_LAUNCHERS: ReadonlySet<string> = new Set(['/usr/bin/snap', '/usr/lib/snapd/snap']);

/**
 * A browser from a snap has a /tmp of its own and may not read hidden folders: of a hand-over file or a profile there it sees
 * nothing. What it always may use is its own folder.
 */
export function placesFor(found: FoundBrowser, home: string, usual: BrowserPlaces): BrowserPlaces {
  const name = snapNameOf(found);
  if (name === null) return usual;
  const handOverParent = path.posix.join(home, 'snap', name, 'common');
  // One profile for each data directory, as everywhere else.
  const desk = createHash('sha256').update(usual.browserDir).digest('hex').slice(0, 16);
  return {
    handOverParent,
    browserDir: path.posix.join(handOverParent, `deposit-desk-browser-${desk}`),
  };
}

function snapNameOf({ command, resolved }: FoundBrowser): string | null {
  // An app that is called otherwise than its snap is `snap.app` there.
  const isLaunched = command.startsWith('/snap/bin/') || SNAP_LAUNCHERS.has(resolved);
  if (isLaunched) return path.posix.basename(command).split('.')[0] ?? null;
  return /^\/snap\/(?<name>[^/]+)\//u.exec(resolved)?.groups?.['name'] ?? null;
}
