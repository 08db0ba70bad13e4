import type { OpenLogOptions } from './openLogOptions.ts';
import type { Thread } from './thread.ts';
import type { WriterApi } from './writerThread.ts';

/** How often a full disk is looked at again, unless told otherwise. */
const LOOK_EVERY_MS = 2000;

type RoomWatchOptions = Pick<OpenLogOptions, 'lookForRoomEveryMs' | 'onOpenedLater'> & {
  readonly writer: Thread<WriterApi>;
  readonly now: () => string;
  readonly isFull: () => boolean;
};

export type RoomWatch = {
  /** To be called whenever the log's health changed. */
  readonly changed: () => void;
  readonly close: () => Promise<void>;
};

/** While the disk is full, looks every so often whether there is room again: nobody has to try a request or start again. */
export function createRoomWatch(options: RoomWatchOptions): RoomWatch {
  const { writer, now } = options;
  let timer: NodeJS.Timeout | null = null;
  let looking: Promise<void> = Promise.resolve();
  let isClosed = false;

  async function look(): Promise<void> {
    const isOpened = await writer.call('lookForRoom', now());
    if (!isOpened || isClosed) return;
    await options.onOpenedLater?.();
    await writer.call('recovered');
  }

  function round(): void {
    timer = null;
    // Where the thread has ended there is nothing to look for; what else fails is tried again in the next round.
    looking = look()
      .catch(() => undefined)
      .then(changed);
  }

  function changed(): void {
    if (isClosed || timer !== null || !options.isFull()) return;
    timer = setTimeout(round, options.lookForRoomEveryMs ?? LOOK_EVERY_MS);
    timer.unref();
  }

  changed();
  return {
    changed,
    async close() {
      isClosed = true;
      if (timer !== null) clearTimeout(timer);
      await looking;
    },
  };
}
