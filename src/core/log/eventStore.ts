import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import type { IntentId } from '#shared/domain/ids.ts';

import type { Chance, Clock } from '../ports.ts';
import { CHAIN_START, type ChainLink, SALT_BYTES, digestOf, hashOf } from './chain.ts';
import { type LogEvent, type NewEvent, logEventSchema } from './events.ts';

export type EventStore = {
  /** To be called inside the transaction that also writes the projection. */
  readonly append: (event: NewEvent) => LogEvent;
  readonly ofIntent: (intentId: IntentId) => readonly LogEvent[];
  readonly bySeq: (seq: number) => LogEvent | null;
  readonly all: () => IterableIterator<LogEvent>;
  readonly links: () => IterableIterator<ChainLink>;
};

const bytes = z.instanceof(Uint8Array);
const eventRowSchema = z.object({
  seq: z.int(),
  at: z.string(),
  kind: z.string(),
  body: z.string(),
});
const linkRowSchema = eventRowSchema.extend({
  salt: bytes,
  digest: bytes,
  previous: bytes,
  hash: bytes,
});
const headRowSchema = z.object({ seq: z.int(), hash: bytes });

export function createEventStore(db: Database, clock: Clock, chance: Chance): EventStore {
  const head = db.prepare('SELECT seq, hash FROM event ORDER BY seq DESC LIMIT 1');
  const insert = db.prepare(`
    INSERT INTO event (seq, at, kind, intent_id, body, salt, digest, previous, hash)
    VALUES (:seq, :at, :kind, :intentId, :body, :salt, :digest, :previous, :hash)`);
  const ofIntent = db.prepare(
    'SELECT seq, at, kind, body FROM event WHERE intent_id = ? ORDER BY seq',
  );
  const bySeq = db.prepare('SELECT seq, at, kind, body FROM event WHERE seq = ?');
  const all = db.prepare('SELECT seq, at, kind, body FROM event ORDER BY seq');
  const links = db.prepare(
    'SELECT seq, at, kind, body, salt, digest, previous, hash FROM event ORDER BY seq',
  );

  return {
    append(event) {
      const last = headRowSchema.optional().parse(head.get());
      const seq = (last?.seq ?? 0) + 1;
      const at = clock.now().toISOString();
      const placed = logEventSchema.parse({ ...event, seq, at });
      const body = JSON.stringify(placed.body);
      const salt = chance.bytes(SALT_BYTES);
      const previous = last?.hash ?? CHAIN_START;
      const digest = digestOf(salt, body);
      insert.run({
        seq,
        at,
        kind: placed.kind,
        intentId: placed.kind === 'limits' ? null : placed.body.intentId,
        body,
        salt,
        digest,
        previous,
        hash: hashOf(previous, seq, at, placed.kind, digest),
      });
      return placed;
    },
    ofIntent: (intentId) => ofIntent.all(intentId).map(readEvent),
    bySeq(seq) {
      const row = bySeq.get(seq);
      return row === undefined ? null : readEvent(row);
    },
    *all() {
      for (const row of all.iterate()) yield readEvent(row);
    },
    *links() {
      for (const row of links.iterate()) yield linkRowSchema.parse(row);
    },
  };
}

function readEvent(row: unknown): LogEvent {
  const { body, ...place } = eventRowSchema.parse(row);
  const parsed: unknown = JSON.parse(body);
  return logEventSchema.parse({ ...place, body: parsed });
}
