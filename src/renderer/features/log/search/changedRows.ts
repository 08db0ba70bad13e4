import type { IntentId } from '#shared/domain/ids.ts';

const REFRESH_AFTER_MS = 50;
/** What `log.rowsOf` takes at once. */
const MOST_AT_ONCE = 200;

export type ChangedRows = {
  readonly add: (intentId: IntentId) => void;
  readonly stop: () => void;
};

/** Collects changed rows for a moment, then reads them again, at most `MOST_AT_ONCE` in one call. */
export function createChangedRows(
  read: (intentIds: readonly IntentId[]) => Promise<void>,
): ChangedRows {
  const changed = new Set<IntentId>();
  let timer: ReturnType<typeof setTimeout> | null = null;
  let isReading = false;
  let isStopped = false;

  async function readAll(): Promise<void> {
    if (changed.size === 0 || isStopped) return;
    const intentIds = [...changed].slice(0, MOST_AT_ONCE);
    // Before the call: one that changes meanwhile is read once more.
    for (const intentId of intentIds) changed.delete(intentId);
    await read(intentIds);
    await readAll();
  }

  async function refresh(): Promise<void> {
    timer = null;
    isReading = true;
    try {
      await readAll();
    } finally {
      isReading = false;
    }
  }

  return {
    add(intentId) {
      if (isStopped) return;
      changed.add(intentId);
      if (!isReading) timer ??= setTimeout(() => void refresh(), REFRESH_AFTER_MS);
    },
    stop() {
      isStopped = true;
      if (timer !== null) clearTimeout(timer);
    },
  };
}
