import { spawnSync } from 'node:child_process';
import path from 'node:path';

import Database from 'better-sqlite3';
import { z } from 'zod';

import { COUNT_CAP } from '#shared/domain/logSearch.ts';
import { Money } from '#shared/domain/money.ts';
import { fold } from '#shared/search/fold.ts';

import type { Tell } from '../figures.ts';
import type { Ground } from './ground.ts';

export const PAGE = 50;

/** What anybody would build first, over the same text of the same rows: the peers of searching and of jumping. */
export type Peers = {
  readonly db: Database.Database;
  /** Every row is looked at: the count of all matches, and the newest page of them. */
  readonly likeScan: (words: readonly string[]) => number;
  /** The same answer as the finder's: the newest page, and a count up to the cap. */
  readonly like: (words: readonly string[]) => number;
  readonly trigram: (words: readonly string[]) => number;
  readonly close: () => void;
};

const COLUMNS = [
  'order_id',
  'customer',
  'phone',
  'digits',
  'remote_id',
  'number',
  'amount',
  'sent',
] as const;
const LIST = COLUMNS.join(', ');
/** Of the second and later words each must be found too. */
const like = (words: number): string =>
  Array.from(
    { length: words },
    () => `(${COLUMNS.map((name) => `${name} LIKE ?`).join(' OR ')})`,
  ).join(' AND ');

const entrySchema = z.object({
  place: z.int(),
  order_key: z.string(),
  customer_key: z.string().nullable(),
  phone: z.string().nullable(),
  remote_id: z.string().nullable(),
  number: z.string().nullable(),
  cents: z.int(),
  sent_cents: z.int(),
  state: z.string().nullable(),
});

export function buildPeers(dir: string, ground: Ground, tell: Tell): Peers {
  const db = new Database(path.join(dir, 'peers.sqlite'));
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = OFF');
  db.pragma(`cache_size = -${64 * 1024}`);
  tell('peers: the plain table…');
  fillPlain(db, ground);
  tell('peers: the stock trigram table…');
  db.exec(`
    CREATE VIRTUAL TABLE trigram USING fts5(${LIST}, tokenize = 'trigram');
    INSERT INTO trigram (rowid, ${LIST}) SELECT place, ${LIST} FROM plain;
    INSERT INTO trigram (trigram) VALUES ('optimize');
    ANALYZE;`);
  db.pragma('wal_checkpoint(TRUNCATE)');
  return { db, ...searching(db), close: () => db.close() };
}

function fillPlain(db: Database.Database, { paths }: Ground): void {
  db.exec(`
    CREATE TABLE plain (place INTEGER PRIMARY KEY, ${COLUMNS.map((name) => `${name} TEXT`).join(', ')},
      cents INTEGER NOT NULL, state TEXT) STRICT`);
  const insert = db.prepare(
    `INSERT INTO plain VALUES (?, ${COLUMNS.map(() => '?').join(', ')}, ?, ?)`,
  );
  const index = new Database(paths.index, { readonly: true });
  try {
    const rows = index.prepare(
      `SELECT ${Object.keys(entrySchema.shape).join(', ')} FROM entry ORDER BY place`,
    );
    db.transaction(() => {
      for (const raw of rows.iterate()) insert.run(...plainOf(entrySchema.parse(raw)));
    })();
  } finally {
    index.close();
  }
  db.exec(`
    CREATE INDEX plain_by_amount ON plain (cents, place);
    CREATE INDEX plain_by_customer ON plain (customer, place);
    CREATE INDEX plain_by_order ON plain (order_id, place);
    CREATE INDEX plain_by_state ON plain (state, place);`);
}

function plainOf(entry: z.infer<typeof entrySchema>): readonly (string | number | null)[] {
  const { phone, cents, sent_cents: sent } = entry;
  const digits = phone?.replaceAll(/[^0-9]/gu, '') ?? null;
  return [
    entry.place,
    entry.order_key,
    entry.customer_key,
    phone === null ? null : fold(phone),
    digits === phone ? null : digits,
    entry.remote_id,
    entry.number,
    Money.plain(cents, 'RUB'),
    sent === cents ? null : Money.plain(sent, 'RUB'),
    cents,
    entry.state,
  ];
}

function searching(db: Database.Database): Pick<Peers, 'like' | 'likeScan' | 'trigram'> {
  const statements = new Map<string, Database.Statement>();
  const of = (sql: string): Database.Statement => {
    const known = statements.get(sql) ?? db.prepare(sql).pluck();
    statements.set(sql, known);
    return known;
  };
  const row = db.prepare('SELECT * FROM plain WHERE place = ?');
  const shown = (places: readonly unknown[]): number => {
    for (const place of places.slice(0, PAGE)) row.get(place);
    return places.length;
  };
  const patterns = (words: readonly string[]): readonly string[] =>
    words.flatMap((word) => COLUMNS.map(() => `%${word}%`));
  return {
    likeScan(words) {
      const sql = `SELECT place FROM plain WHERE ${like(words.length)} ORDER BY place DESC`;
      return shown(of(sql).all(...patterns(words)));
    },
    like(words) {
      const sql = `SELECT place FROM plain WHERE ${like(words.length)} ORDER BY place DESC LIMIT ${COUNT_CAP}`;
      return shown(of(sql).all(...patterns(words)));
    },
    trigram(words) {
      const phrase = words.map((word) => `"${word.replaceAll('"', '""')}"`).join(' AND ');
      const sql = `SELECT rowid FROM trigram WHERE trigram MATCH ? ORDER BY rowid DESC LIMIT ${COUNT_CAP}`;
      return shown(of(sql).all(phrase));
    },
  };
}

/** Counting, because with nowhere to write to grep would stop at the first match. Of two words only one: it knows no "and". */
export function grepCount(file: string, [word = '']: readonly string[]): number {
  const { stdout, status } = spawnSync('grep', ['-F', '-c', '--', word, file], {
    encoding: 'utf8',
  });
  if (status !== 0 && status !== 1) throw new Error('grep could not be run');
  return Number(stdout.trim());
}
