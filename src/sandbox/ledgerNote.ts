import { type TransferMethod, isTransferMethod } from './limits.ts';

/** How a payment page ended. It ends once. The document knows no such words (part 4 ends with `created` and `builded`). */
const ENDS = ['paid', 'rejected', 'expired'] as const;
export type End = (typeof ENDS)[number];

/** What a callback tells of. */
const CALLED_FOR = ['created', 'ended'] as const;

/** One callback, ready to travel. */
export type Message = {
  readonly method: 'POST' | 'GET';
  /** Added to the address; empty: nothing is. */
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
};

/** The payer of a page that offers methods took this one. The last one counts. */
type Chosen = {
  readonly line: 'chosen';
  readonly id: string;
  readonly method: TransferMethod;
  readonly at: string;
};

export type Ended = {
  readonly line: 'ended';
  readonly id: string;
  readonly as: End;
  /** What was paid, in minor units; null: nothing. */
  readonly cents: number | null;
  readonly at: string;
};

/** A callback that is to be delivered, exactly as it will travel, so that a repeat is the very same. */
export type QueuedCallback = {
  readonly line: 'callback';
  readonly key: string;
  /** The request that it is about. */
  readonly id: string;
  readonly of: (typeof CALLED_FOR)[number];
  /** null: the address in the merchant's account at the time of sending. */
  readonly url: string | null;
  readonly message: Message;
  /** The first try is made then, and another after each of these unless one was answered 2xx. */
  readonly due: string;
  readonly retries_ms: readonly number[];
  readonly at: string;
};

/** One try of it. `status` null: there was no answer, and `text` says why. */
type Called = {
  readonly line: 'called';
  readonly key: string;
  readonly status: number | null;
  readonly text: string;
  readonly at: string;
};

/** What became of deposits after they were made. */
export type LedgerNote = Chosen | Ended | QueuedCallback | Called;

type Loose = Readonly<Record<string, unknown>>;

/** null: not such a line. */
export function readNote(value: Loose): LedgerNote | null {
  const { at } = value;
  if (typeof at !== 'string') return null;
  switch (value['line']) {
    case 'chosen':
      return readChosen(value, at);
    case 'ended':
      return readEnded(value, at);
    case 'callback':
      return readQueued(value, at);
    case 'called':
      return readCalled(value, at);
    default:
      return null;
  }
}

function readChosen({ id, method }: Loose, at: string): Chosen | null {
  if (typeof id !== 'string' || typeof method !== 'string' || !isTransferMethod(method)) {
    return null;
  }
  return { line: 'chosen', id, method, at };
}

function readEnded({ id, as, cents }: Loose, at: string): Ended | null {
  const end = ENDS.find((known) => known === as);
  if (typeof id !== 'string' || end === undefined) return null;
  if (cents !== null && !isCount(cents)) return null;
  return { line: 'ended', id, as: end, cents, at };
}

function readQueued(value: Loose, at: string): QueuedCallback | null {
  const { key, id, url, message, due, retries_ms } = value;
  if (typeof key !== 'string' || typeof id !== 'string' || typeof due !== 'string') return null;
  const told = CALLED_FOR.find((known) => known === value['of']);
  if (told === undefined || (url !== null && typeof url !== 'string')) return null;
  if (!isMessage(message) || !isCounts(retries_ms)) return null;
  return { line: 'callback', key, id, of: told, url, message, due, retries_ms, at };
}

function readCalled({ key, status, text }: Loose, at: string): Called | null {
  if (typeof key !== 'string' || typeof text !== 'string') return null;
  if (status !== null && !isCount(status)) return null;
  return { line: 'called', key, status, text, at };
}

function isMessage(value: unknown): value is Message {
  if (!isObject(value)) return false;
  const { method, query, headers, body } = value;
  return (
    (method === 'POST' || method === 'GET') &&
    typeof query === 'string' &&
    isObject(headers) &&
    Object.values(headers).every((header) => typeof header === 'string') &&
    (body === null || typeof body === 'string')
  );
}

function isObject(value: unknown): value is Loose {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function isCounts(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.every(isCount);
}
