import type { Services } from '#core/ports.ts';
import type { BuiltUpdates } from './built.ts';

/** What is used of electron-updater. */
export type Updater = {
  autoDownload: boolean;
  autoInstallOnAppQuit: boolean;
  allowPrerelease: boolean;
  allowDowngrade: boolean;
  disableWebInstaller: boolean;
  channel: string | null;
  logger: object | null;
  setFeedURL(feed: {
    readonly provider: 'generic';
    readonly url: string;
    readonly channel: string;
  }): void;
  checkForUpdates(): Promise<{ readonly isUpdateAvailable: boolean } | null>;
  on(event: 'error', listener: (error: Error) => void): unknown;
};

/** The desk has better things to do in its first minute; a shift sees at least one look. */
const FIRST_LOOK_MS = 60_000;
const NEXT_LOOK_MS = 6 * 60 * 60_000;

/**
 * Looks for a newer version and fetches it; it is installed when the operator quits, never under their hands.
 * Whatever goes wrong is a line in the log file and the next look.
 */
export function watchUpdates(
  updater: Updater,
  { url, channel }: BuiltUpdates,
  note: Services['note'],
): () => void {
  updater.autoDownload = true;
  updater.autoInstallOnAppQuit = true;
  updater.allowPrerelease = false;
  // A web installer fetches files that are not signed.
  updater.disableWebInstaller = true;
  updater.logger = null;
  updater.channel = channel;
  // Choosing a channel allows older versions, and with them holes that were closed.
  updater.allowDowngrade = false;
  updater.setFeedURL({ provider: 'generic', url, channel });
  // Without a listener the failure of a download would end the desk. Its text may hold an address: it is not told.
  updater.on('error', () => note('update_checked', { outcome: 'failed' }));
  const look = async (): Promise<void> => {
    try {
      const found = await updater.checkForUpdates();
      note('update_checked', { outcome: found?.isUpdateAvailable === true ? 'newer' : 'none' });
    } catch {
      note('update_checked', { outcome: 'failed' });
    }
  };
  const first = setTimeout(() => void look(), FIRST_LOOK_MS);
  const next = setInterval(() => void look(), NEXT_LOOK_MS);
  return () => {
    clearTimeout(first);
    clearInterval(next);
  };
}
