import { createDeadlines } from './deadlines.ts';
import type { Ledger } from './ledger.ts';
import type { LedgerEntry } from './ledgerLine.ts';
import type { End, Ended } from './ledgerNote.ts';
import type { TransferMethod } from './limits.ts';

/** What became of one payment page. `ended` null: it is open. */
export type Payment = {
  readonly method: TransferMethod | null;
  readonly ended: Ended | null;
};

export type Payments = {
  readonly of: (entry: LedgerEntry) => Payment;
  /** Does nothing once the page has ended. */
  readonly choose: (entry: LedgerEntry, method: TransferMethod) => Promise<void>;
  /** Resolves with how the page ended, which may differ from what was asked for: the first end stays. */
  readonly end: (entry: LedgerEntry, as: End, cents: number | null) => Promise<Ended>;
  /** Looked after until it ends. */
  readonly watch: (entry: LedgerEntry) => void;
  readonly close: () => void;
};

export type PaymentsOptions = {
  readonly ledger: Pick<Ledger, 'entries' | 'find' | 'note' | 'notes'>;
  /** Called once for each page, when its end is on disk. */
  readonly onEnd: (entry: LedgerEntry, ended: Ended) => void;
};

/** The pages' states. The document ends with `created` and `builded`: everything here is this sandbox's own. */
export function createPayments({ ledger, onEnd }: PaymentsOptions): Payments {
  const methods = new Map<string, TransferMethod>();
  const ends = new Map<string, Ended>();
  /** Being written. */
  const ending = new Map<string, Promise<Ended>>();
  for (const note of ledger.notes) {
    if (note.line === 'chosen') methods.set(note.id, note.method);
    if (note.line === 'ended' && !ends.has(note.id)) ends.set(note.id, note);
  }

  async function write(entry: LedgerEntry, ended: Ended): Promise<Ended> {
    try {
      await ledger.note(ended);
      ends.set(entry.id, ended);
      onEnd(entry, ended);
      return ended;
    } finally {
      ending.delete(entry.id);
    }
  }

  async function end(entry: LedgerEntry, as: End, cents: number | null): Promise<Ended> {
    const known = ends.get(entry.id) ?? ending.get(entry.id);
    if (known !== undefined) return known;
    const at = new Date().toISOString();
    const asAsked: Ended = { line: 'ended', id: entry.id, as, cents, at };
    const writing = write(entry, isOver(entry) ? expiry(entry, at) : asAsked);
    ending.set(entry.id, writing);
    return writing;
  }

  const deadlines = createDeadlines((id) => {
    const entry = ledger.find(id);
    if (entry === null || ends.has(id)) return;
    end(entry, 'expired', null).catch((error: unknown) => {
      process.stderr.write(`Sandbox provider: a page could not expire: ${String(error)}\n`);
    });
  });
  const watch = (entry: LedgerEntry): void => {
    if (!ends.has(entry.id)) deadlines.add(Date.parse(entry.expires_at), entry.id);
  };
  ledger.entries().forEach(watch);

  return {
    of(entry) {
      const method = methods.get(entry.id) ?? null;
      // Between its deadline and the note of it, it is over all the same.
      const over = isOver(entry) ? expiry(entry, entry.expires_at) : null;
      return { method, ended: ends.get(entry.id) ?? over };
    },
    async choose(entry, method) {
      if (ends.has(entry.id) || ending.has(entry.id)) return;
      await ledger.note({ line: 'chosen', id: entry.id, method, at: new Date().toISOString() });
      methods.set(entry.id, method);
    },
    end,
    watch,
    close: deadlines.close,
  };
}

function isOver({ expires_at }: LedgerEntry): boolean {
  return Date.parse(expires_at) <= Date.now();
}

function expiry({ id }: LedgerEntry, at: string): Ended {
  return { line: 'ended', id, as: 'expired', cents: null, at };
}
