import { type FileHandle, appendFile, mkdir, open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';

import { type LedgerBox, PLAIN_BOX, rewriteLines } from './ledgerBox.ts';
import {
  type Arrival,
  type LedgerEntry,
  type LedgerLine,
  readLine,
  writeLine,
} from './ledgerLine.ts';
import type { LedgerNote } from './ledgerNote.ts';

/**
 * The provider's memory, and the oracle of the desk's tests: what is in here was created, even where the desk never heard of it.
 * One JSON object per line, only ever appended, on disk before the answer leaves.
 */
export type Ledger = {
  readonly entries: () => readonly LedgerEntry[];
  readonly find: (id: string) => LedgerEntry | null;
  /** null: it does not exist, or is only being written. */
  readonly findOrder: (merchant: string, orderId: string) => LedgerEntry | null;
  /** How often this order was POSTed, refused arrivals included. */
  readonly arrivalsOf: (orderId: string) => number;
  /** Every POST, those included whose order could not be read. */
  readonly arrivals: () => number;
  /** Resolves once the arrival is on disk. */
  readonly recordArrival: (arrival: Arrival) => Promise<void>;
  /** null: this merchant already has that order. Else resolves once the entry is on disk. */
  readonly record: (entry: LedgerEntry) => Promise<LedgerEntry | null>;
  /** What became of deposits, as far as it was known when this was opened. */
  readonly notes: readonly LedgerNote[];
  /** Resolves once the note is on disk. */
  readonly note: (note: LedgerNote) => Promise<void>;
  /** What reloading had to leave out, in words; null when there was nothing. */
  readonly complaint: string | null;
  /** Brings the lines of the file to the form in use. What is recorded meanwhile waits. */
  readonly rewrite: () => Promise<void>;
  /** Waits for what is being written. */
  readonly close: () => Promise<void>;
};

export async function openLedger(file: string, box: LedgerBox = PLAIN_BOX): Promise<Ledger> {
  await mkdir(dirname(file), { recursive: true });
  const loaded = await load(file, box);
  const entries = new Map<string, LedgerEntry>();
  /** By order, the id it has; null while it is being written. */
  const orders = new Map<string, string | null>();
  const arrivals = new Map<string, number>();
  let allArrivals = 0;
  const remember = (line: LedgerLine): void => {
    if (line.line === 'deposit') {
      const { line: _, ...entry } = line;
      entries.set(entry.id, entry);
      orders.set(orderKey(entry.merchant, entry.order_id), entry.id);
    } else if (line.line === 'arrival') {
      allArrivals += 1;
      const { order_id: order } = line;
      if (order !== null) arrivals.set(order, (arrivals.get(order) ?? 0) + 1);
    }
  };
  loaded.lines.forEach(remember);
  const notes = loaded.lines.filter(isNote);
  const appender = await openAppender(file, loaded.bytes, box);

  return {
    entries: () => [...entries.values()],
    find: (id) => entries.get(id) ?? null,
    findOrder: (merchant, orderId) =>
      entries.get(orders.get(orderKey(merchant, orderId)) ?? '') ?? null,
    arrivalsOf: (orderId) => arrivals.get(orderId) ?? 0,
    arrivals: () => allArrivals,
    async recordArrival(arrival) {
      const line: LedgerLine = { line: 'arrival', ...arrival };
      remember(line);
      await appender.append(line);
    },
    async record(entry) {
      const key = orderKey(entry.merchant, entry.order_id);
      if (orders.has(key)) return null;
      // Taken before the first await, so that two at once cannot both pass.
      orders.set(key, null);
      const line: LedgerLine = { line: 'deposit', ...entry };
      try {
        await appender.append(line);
      } catch (error) {
        orders.delete(key);
        throw error;
      }
      remember(line);
      return entry;
    },
    notes,
    note: appender.append,
    complaint: loaded.complaint,
    rewrite: appender.rewrite,
    close: appender.close,
  };
}

function isNote(line: LedgerLine): line is LedgerNote {
  return line.line !== 'deposit' && line.line !== 'arrival';
}

/** A line break cannot be in an order id (fields.ts refuses control characters), nor in a UUID. */
function orderKey(merchant: string, orderId: string): string {
  return `${merchant.toLowerCase()}\n${orderId}`;
}

type Loaded = {
  readonly lines: readonly LedgerLine[];
  readonly bytes: number;
  readonly complaint: string | null;
};

/**
 * A process killed while writing leaves a last line without its line break. Its answer never left, so it counts as not
 * created; it is moved beside the ledger rather than dropped. Other lines that cannot be read stay where they are.
 */
async function load(file: string, box: LedgerBox): Promise<Loaded> {
  const handle = await open(file, 'a+', 0o600);
  try {
    const whole = await readFile(handle);
    const bytes = whole.lastIndexOf('\n') + 1;
    const torn = whole.subarray(bytes);
    const complaints: string[] = [];
    if (torn.length > 0) {
      const aside = `${file}.torn`;
      await appendFile(aside, Buffer.concat([torn, Buffer.from('\n')]), {
        mode: 0o600,
        flush: true,
      });
      await handle.truncate(bytes);
      complaints.push(`its last line was torn and is now in ${aside}`);
    }
    const texts = whole.subarray(0, bytes).toString('utf8').split('\n').slice(0, -1);
    const read = texts.map((text) => readSealed(text, box));
    const lines = read.filter((line) => line !== null);
    if (lines.length < read.length) {
      complaints.push(`${read.length - lines.length} of its lines cannot be read`);
    }
    await handle.sync();
    return { lines, bytes, complaint: complaints.length > 0 ? complaints.join('; ') : null };
  } finally {
    await handle.close();
  }
}

function readSealed(text: string, box: LedgerBox): LedgerLine | null {
  try {
    return readLine(box.open(text));
  } catch {
    return null;
  }
}

type Waiting = {
  readonly text: string;
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
};

/** Lines that arrive while one is being written share the next write and its fsync. */
async function openAppender(file: string, existingBytes: number, box: LedgerBox) {
  let handle = await open(file, 'a');
  await syncFolder(dirname(file));
  let waiting: Waiting[] = [];
  let writing: Promise<void> | null = null;
  let goodBytes = existingBytes;

  const writeBatch = async (): Promise<void> => {
    const batch = waiting;
    waiting = [];
    const bytes = Buffer.from(batch.map((line) => line.text).join(''), 'utf8');
    try {
      await appendDurably(handle, bytes, goodBytes);
      goodBytes += bytes.length;
      batch.forEach((line) => line.done());
    } catch (error) {
      batch.forEach((line) => line.failed(error));
    }
    writing = waiting.length > 0 ? writeBatch() : null;
  };

  const drained = async (): Promise<void> => {
    if (writing === null) return;
    await writing;
    await drained();
  };

  const rewriteFile = async (): Promise<void> => {
    try {
      if (await rewriteLines(file, box)) {
        await handle.close();
        handle = await open(file, 'a');
        await syncFolder(dirname(file));
        goodBytes = (await handle.stat()).size;
      }
    } finally {
      writing = waiting.length > 0 ? writeBatch() : null;
    }
  };
  const rewrite = async (): Promise<void> => {
    if (writing === null) {
      const rewriting = rewriteFile();
      // A failure is the caller's; those who wait for their lines have nothing to do with it.
      writing = rewriting.catch(() => undefined);
      return rewriting;
    }
    await writing;
    return rewrite();
  };

  return {
    append: (line: LedgerLine): Promise<void> =>
      new Promise((done, failed) => {
        waiting.push({ text: `${box.seal(writeLine(line).trimEnd())}\n`, done, failed });
        writing ??= writeBatch();
      }),
    rewrite,
    close: async (): Promise<void> => {
      await drained();
      await handle.close();
    },
  };
}

async function appendDurably(handle: FileHandle, bytes: Buffer, goodBytes: number): Promise<void> {
  try {
    await handle.appendFile(bytes);
    await handle.sync();
  } catch (error) {
    // What was half written must not run into the next line, nor come back as created.
    await handle.truncate(goodBytes);
    throw error;
  }
}

/** A new file is only sure to survive a power cut once its folder is on disk too. Windows cannot sync folders. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
