import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import { type Currency, CURRENCIES } from '#shared/domain/currency.ts';
import { type Flow, FLOWS } from '#shared/domain/deposit.ts';
import { OUTCOMES } from '#shared/domain/logSearch.ts';

import type { Entry } from './entry.ts';
import type { Times } from './times.ts';
import type { Words } from './words.ts';

export const BLOCK_PLACES = 1024;
/** Shifting by it gives a place's block. */
export const BLOCK_SHIFT = 10;
const ROW_BYTES = 28;

/** What filters ask for, of 1024 places: 28 bytes each, so that a million are looked through in a few milliseconds. */
export type Block = {
  readonly bytes: Uint8Array;
  readonly createdMs: Float64Array;
  /** Codes of words; 0: none. */
  readonly state: Uint32Array;
  readonly paymentType: Uint32Array;
  readonly operator: Uint32Array;
  readonly profile: Uint32Array;
  /** Outcome, flow and currency in one; see `kindOf`. */
  readonly kind: Uint8Array;
  readonly attention: Uint8Array;
  /** Classes of how long it took; see `Times`. */
  readonly answerTime: Uint8Array;
  readonly callbackTime: Uint8Array;
};

export type Columns = {
  /** Read from the index when first asked for. */
  readonly block: (at: number) => Block;
  /** To be called inside a transaction, and `write` before its end. */
  readonly put: (place: number, entry: Entry, times: Times, profileLabel?: string) => void;
  readonly timesAt: (place: number) => Times;
  readonly putTimes: (place: number, times: Times) => void;
  readonly putAttention: (place: number, bits: number) => void;
  readonly write: () => void;
  /** After a rollback. */
  readonly forget: () => void;
};

type Outcome = (typeof OUTCOMES)[number];
export const KINDS = OUTCOMES.length * FLOWS.length * CURRENCIES.length;

export function kindOf(outcome: string, flow: string, currency: string): number {
  const [o, f, c] = [
    OUTCOMES.findIndex((one) => one === outcome),
    FLOWS.findIndex((one) => one === flow),
    CURRENCIES.findIndex((one) => one === currency),
  ];
  return (c * FLOWS.length + f) * OUTCOMES.length + o;
}

export function partsOf(kind: number): {
  readonly outcome: Outcome;
  readonly flow: Flow;
  readonly currency: Currency;
} {
  const outcome = OUTCOMES[kind % OUTCOMES.length];
  const rest = Math.floor(kind / OUTCOMES.length);
  const flow = FLOWS[rest % FLOWS.length];
  const currency = CURRENCIES[Math.floor(rest / FLOWS.length)];
  if (outcome === undefined || flow === undefined || currency === undefined) {
    throw new RangeError(`No kind of request is ${kind}.`);
  }
  return { outcome, flow, currency };
}

export function createColumns(db: Database, words: Words): Columns {
  const read = db.prepare('SELECT data FROM block WHERE block = ?').pluck();
  const write = db.prepare('INSERT OR REPLACE INTO block (block, data) VALUES (?, ?)');
  const dataSchema = z.instanceof(Uint8Array).optional();
  const blocks: (Block | undefined)[] = [];
  const changed = new Set<number>();

  function block(at: number): Block {
    const there = blocks[at];
    if (there !== undefined) return there;
    const loaded = viewOf(bytesOf(dataSchema.parse(read.get(at))));
    blocks[at] = loaded;
    return loaded;
  }

  return {
    block,
    put(place, entry, times, profileLabel) {
      const of = block(place >>> BLOCK_SHIFT);
      const at = place & (BLOCK_PLACES - 1);
      of.createdMs[at] = entry.created_ms;
      of.state[at] = words.code('state', entry.state);
      of.paymentType[at] = words.code('paymentType', entry.payment_type);
      of.operator[at] = words.code('operator', entry.operator);
      of.profile[at] = words.code('profile', entry.profile_id, profileLabel);
      of.kind[at] = kindOf(entry.outcome, entry.flow, entry.currency);
      of.attention[at] = entry.attention;
      of.answerTime[at] = times.answer;
      of.callbackTime[at] = times.callback;
      changed.add(place >>> BLOCK_SHIFT);
    },
    timesAt(place) {
      const { answerTime, callbackTime } = block(place >>> BLOCK_SHIFT);
      const at = place & (BLOCK_PLACES - 1);
      return { answer: answerTime[at] ?? 0, callback: callbackTime[at] ?? 0 };
    },
    putTimes(place, times) {
      const { answerTime, callbackTime } = block(place >>> BLOCK_SHIFT);
      const at = place & (BLOCK_PLACES - 1);
      answerTime[at] = times.answer;
      callbackTime[at] = times.callback;
      changed.add(place >>> BLOCK_SHIFT);
    },
    putAttention(place, bits) {
      block(place >>> BLOCK_SHIFT).attention[place & (BLOCK_PLACES - 1)] = bits;
      changed.add(place >>> BLOCK_SHIFT);
    },
    write() {
      for (const at of changed) write.run(at, block(at).bytes);
      changed.clear();
    },
    forget() {
      blocks.length = 0;
      changed.clear();
    },
  };
}

/** As they were read where they stand alone in memory: a copy of each would be as much again for a million requests. */
function bytesOf(stored: Uint8Array | undefined): Uint8Array<ArrayBuffer> {
  const { buffer } = stored ?? {};
  if (buffer instanceof ArrayBuffer && buffer.byteLength === BLOCK_PLACES * ROW_BYTES) {
    return new Uint8Array(buffer);
  }
  const bytes = new Uint8Array(BLOCK_PLACES * ROW_BYTES);
  if (stored !== undefined) bytes.set(stored);
  return bytes;
}

function viewOf(bytes: Uint8Array<ArrayBuffer>): Block {
  const words = (at: number): Uint32Array =>
    new Uint32Array(bytes.buffer, BLOCK_PLACES * at, BLOCK_PLACES);
  return {
    bytes,
    createdMs: new Float64Array(bytes.buffer, 0, BLOCK_PLACES),
    state: words(8),
    paymentType: words(12),
    operator: words(16),
    profile: words(20),
    kind: new Uint8Array(bytes.buffer, BLOCK_PLACES * 24, BLOCK_PLACES),
    attention: new Uint8Array(bytes.buffer, BLOCK_PLACES * 25, BLOCK_PLACES),
    answerTime: new Uint8Array(bytes.buffer, BLOCK_PLACES * 26, BLOCK_PLACES),
    callbackTime: new Uint8Array(bytes.buffer, BLOCK_PLACES * 27, BLOCK_PLACES),
  };
}
