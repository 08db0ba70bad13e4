import type { Thread } from './thread.ts';
import type { WriterApi } from './writerThread.ts';

/** How soon a log that was moved is looked for again in its place. */
const LOOK_AGAIN_MS = 500;

export type PlaceWatch = {
  /** The log's health has changed. */
  readonly changed: () => void;
  readonly close: () => void;
};

/** While the log is not in its place nobody can issue, so that no write would find out that it is back. */
export function createPlaceWatch(
  writer: Pick<Thread<WriterApi>, 'call'>,
  isMoved: () => boolean,
): PlaceWatch {
  let timer: NodeJS.Timeout | null = null;
  let isClosed = false;
  async function again(): Promise<void> {
    try {
      await writer.call('lookAtPlace');
    } catch {
      // The writer has ended, and with it the log.
      return;
    }
    timer = null;
    changed();
  }
  function changed(): void {
    if (isClosed || !isMoved()) return;
    timer ??= setTimeout(() => void again(), LOOK_AGAIN_MS).unref();
  }
  return {
    changed,
    close() {
      isClosed = true;
      if (timer !== null) clearTimeout(timer);
    },
  };
}
