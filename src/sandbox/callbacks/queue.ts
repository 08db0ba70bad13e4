import { randomUUID } from 'node:crypto';

import type { Ledger } from '../ledger.ts';
import type { LedgerNote, QueuedCallback } from '../ledgerNote.ts';
import { createSlots, createTimers } from './pacing.ts';
import { type Sent, sendCallback } from './send.ts';

export type Draft = Pick<QueuedCallback, 'id' | 'of' | 'url' | 'message' | 'retries_ms'>;

export type QueueOptions = {
  readonly ledger: Pick<Ledger, 'note'>;
  /** What stands in the merchant's account just now. */
  readonly accountUrl: () => string | null;
  readonly onTried: (requestId: string, sent: Sent) => void;
};

export type CallbackQueue = {
  /** Groups go one after another, what is in a group at once; a retry does not wait for its group. Resolves when each was tried once. */
  readonly add: (groups: readonly (readonly Draft[])[], delayMs: number) => Promise<void>;
  /** Goes on with what an earlier run did not deliver. */
  readonly resume: (notes: readonly LedgerNote[]) => void;
  /** What is under way is cut, and sent again after the next start. */
  readonly close: () => Promise<void>;
};

const MOST_AT_ONCE = 8;
const NOWHERE: Sent = { status: null, text: 'Neither the request nor the account has an address' };

export function createCallbackQueue(options: QueueOptions): CallbackQueue {
  const tries = createTries(options);
  async function inOrder([
    group,
    ...others
  ]: readonly (readonly QueuedCallback[])[]): Promise<void> {
    if (group === undefined || tries.isClosed()) return;
    await Promise.all(group.map((one) => tries.run(one, 0)));
    await inOrder(others);
  }

  return {
    async add(groups, delayMs) {
      const now = Date.now();
      const at = new Date(now).toISOString();
      const due = new Date(now + delayMs).toISOString();
      const queued = groups.map((group) =>
        group.map((draft): QueuedCallback => ({
          line: 'callback',
          key: randomUUID(),
          ...draft,
          due,
          at,
        })),
      );
      await Promise.all(queued.flat().map(tries.note));
      if (delayMs > 0) await tries.timers.wait(delayMs);
      await inOrder(queued);
    },
    resume(notes) {
      for (const { queued, made, since } of unheard(notes)) {
        const wait = made === 0 ? 0 : (queued.retries_ms[made - 1] ?? 0);
        tries.timers.after(Math.max(0, since + wait - Date.now()), () => tries.run(queued, made));
      }
    },
    close: tries.close,
  };
}

function createTries({ ledger, accountUrl, onTried }: QueueOptions) {
  const closing = new AbortController();
  const timers = createTimers();
  const slots = createSlots(MOST_AT_ONCE);
  const underWay = new Set<Promise<void>>();

  /** A ledger that takes no more only means that a callback is sent once more after a restart. */
  async function note(line: LedgerNote): Promise<void> {
    try {
      await ledger.note(line);
    } catch (error) {
      process.stderr.write(`Sandbox provider: a callback could not be noted: ${String(error)}\n`);
    }
  }

  async function attempt(queued: QueuedCallback, made: number): Promise<void> {
    const sent = await slots.within(async () => {
      const url = queued.url ?? accountUrl();
      if (url === null || closing.signal.aborted) return NOWHERE;
      return sendCallback(url, queued.message, closing.signal);
    });
    // What closing cut off was no try: it is made again after the next start.
    if (closing.signal.aborted && sent.status === null) return;
    onTried(queued.id, sent);
    await note({ line: 'called', key: queued.key, ...sent, at: new Date().toISOString() });
    const wait = isHeard(sent.status) ? undefined : queued.retries_ms[made];
    if (wait !== undefined && !closing.signal.aborted)
      timers.after(wait, () => run(queued, made + 1));
  }

  /** `made`: how many tries came before this one. */
  function run(queued: QueuedCallback, made: number): Promise<void> {
    const work = attempt(queued, made).finally(() => underWay.delete(work));
    underWay.add(work);
    return work;
  }

  return {
    run,
    note,
    timers,
    isClosed: (): boolean => closing.signal.aborted,
    close: async (): Promise<void> => {
      closing.abort();
      timers.clear();
      await Promise.all(underWay);
    },
  };
}

function isHeard(status: number | null): boolean {
  return status !== null && status >= 200 && status < 300;
}

type Unheard = {
  readonly queued: QueuedCallback;
  /** How many tries were made. */
  readonly made: number;
  /** When it was due, or tried last. */
  readonly since: number;
};

function unheard(notes: readonly LedgerNote[]): readonly Unheard[] {
  const open = new Map<string, Unheard>();
  for (const note of notes) {
    if (note.line === 'callback') {
      open.set(note.key, { queued: note, made: 0, since: Date.parse(note.due) });
    }
    const known = note.line === 'called' ? open.get(note.key) : undefined;
    if (note.line !== 'called' || known === undefined) continue;
    const made = known.made + 1;
    if (isHeard(note.status) || made > known.queued.retries_ms.length) open.delete(note.key);
    else open.set(note.key, { ...known, made, since: Date.parse(note.at) });
  }
  return [...open.values()];
}
