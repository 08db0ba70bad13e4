import type { Protection } from '#shared/domain/protection.ts';

/** These entries belong to the tab and hold nothing of customers: they are always in its storage, so that a reload finds them. */
export const OF_TAB: ReadonlySet<string> = new Set([
  'desk-session',
  'desk-proof',
  'page-id',
  'page-profile',
]);

/** A storage that no browser writes to a file. It ends with the page. */
function createMemory(): Storage {
  const kept = new Map<string, string>();
  return {
    get length() {
      return kept.size;
    },
    key: (at) => [...kept.keys()][at] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
    clear: () => kept.clear(),
  };
}

let memory: Storage | null = null;

/**
 * Where a page keeps what was typed and looked for: drafts, notes, searches, filters. While the log is protected it is the page's
 * memory, because a browser's storage is a file: a draft of the form comes back from the desk, which keeps it encrypted.
 */
export function typedStorage(): Storage {
  return memory ?? sessionStorage;
}

/** Called with every answer about protection, before the first screen is drawn. */
export function keepTypedBy({ state }: Protection): void {
  if ((state === 'on') === (memory !== null)) return;
  const from = typedStorage();
  const to = state === 'on' ? createMemory() : sessionStorage;
  const keys = Array.from({ length: from.length }, (_, at) => from.key(at) ?? '');
  for (const key of keys.filter((one) => !OF_TAB.has(one))) {
    to.setItem(key, from.getItem(key) ?? '');
    from.removeItem(key);
  }
  memory = state === 'on' ? to : null;
}
