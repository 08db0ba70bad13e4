import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import { fold, isMatch } from '#shared/search/fold.ts';

import { type CustomerNames, createCustomerNames } from './customerNames.ts';
import type { Entry } from './entry.ts';
import { WORD_KINDS, type Words } from './words.ts';

/** A customer of a profile, as far as the index is. */
export type KnownCustomer = {
  readonly name: string;
  readonly requests: number;
  /** W1's event of the newest request. */
  readonly lastSeq: number;
};

export type Customers = {
  /** Its newest request so far. Inside a transaction. */
  readonly add: (entry: Entry) => void;
  /** All of them in one go: at the end of a first filling, during which nothing is added. */
  readonly make: () => void;
  readonly find: (profileId: string, name: string) => KnownCustomer | null;
  /** Whose name has every word, those of late first. */
  readonly latest: (
    profileId: string,
    words: readonly string[],
    most: number,
  ) => readonly KnownCustomer[];
  /** W1's events of the newest requests, newest first. */
  readonly seqsOf: (profileId: string, name: string, most: number) => readonly number[];
  /** Reads all names of a profile, so that the first to look for a seldom one need not wait. */
  readonly prepare: (profileId: string) => Generator<undefined, void>;
  /** After a rollback. */
  readonly forget: () => void;
};

const SQL = {
  add: `
    INSERT INTO customer (profile, name, name_key, last_seq, requests) VALUES (?, ?, ?, ?, 1)
    ON CONFLICT DO UPDATE SET last_seq = excluded.last_seq, requests = requests + 1
    RETURNING id, requests`,
  make: `
    INSERT INTO customer (profile, name, name_key, last_seq, requests)
    SELECT (SELECT code FROM word WHERE kind = ? AND text = profile_id),
      customer, min(customer_key), max(seq), count(*)
    FROM entry WHERE customer IS NOT NULL GROUP BY profile_id, customer`,
  find: `
    SELECT name, requests, last_seq AS lastSeq FROM customer WHERE profile = ? AND name = ?`,
  byId: 'SELECT name, requests, last_seq AS lastSeq FROM customer WHERE id = ?',
  latest: `
    SELECT name, name_key AS key, requests, last_seq AS lastSeq FROM customer
    WHERE profile = ? ORDER BY last_seq DESC`,
  names: `
    SELECT id, name_key, last_seq FROM customer NOT INDEXED
    WHERE id > ? AND profile = ? ORDER BY id LIMIT ?`,
  seqs: `
    SELECT seq FROM entry WHERE customer_key = ? AND customer = ? AND profile_id = ?
    ORDER BY place DESC LIMIT ?`,
} as const;

const addedSchema = z.object({ id: z.int(), requests: z.int() });
const knownSchema = z.object({ name: z.string(), requests: z.int(), lastSeq: z.int() });
const latestSchema = z.object({ ...knownSchema.shape, key: z.string() });
/** Our own writing, and a million of them. */
const namesSchema = z.custom<readonly (readonly [number, string, number])[]>(Array.isArray);
const seqsSchema = z.array(z.int());

/** What somebody types is most often in the name of somebody of late. */
const LOOKED = 400;
const NAMES_AT_ONCE = 8192;

/** Everybody a profile has issued for. Names are looked through in memory, once somebody asks for a seldom one. */
export function createCustomers(db: Database, words: Words, looked = LOOKED): Customers {
  const add = db.prepare(SQL.add);
  const make = db.prepare(SQL.make);
  const find = db.prepare(SQL.find);
  const seqs = db.prepare(SQL.seqs).pluck();
  const named = createNamed(db);
  const latest = createLatest(db, named, looked);

  return {
    add({ profile_id: profileId, customer, customer_key: key, seq }) {
      if (customer === null || key === null) return;
      const profile = words.code('profile', profileId);
      const { id, requests } = addedSchema.parse(add.get(profile, customer, key, seq));
      named.note(profile, { id, key, seq, isNew: requests === 1 });
    },
    make: () => void make.run(WORD_KINDS.indexOf('profile')),
    find(profileId, name) {
      const profile = words.find('profile', profileId);
      if (profile === null) return null;
      return knownSchema.optional().parse(find.get(profile, name)) ?? null;
    },
    latest(profileId, wanted, most) {
      const profile = words.find('profile', profileId);
      if (profile === null) return [];
      return latest(profile, wanted, most);
    },
    seqsOf: (profileId, name, most) =>
      seqsSchema.parse(seqs.all(fold(name), name, profileId, most)),
    *prepare(profileId) {
      const profile = words.find('profile', profileId);
      if (profile !== null) yield* named.load(profile);
    },
    forget: named.forget,
  };
}

type Latest = (profile: number, words: readonly string[], most: number) => readonly KnownCustomer[];

function createLatest(db: Database, named: Named, looked: number): Latest {
  const newest = db.prepare(SQL.latest);
  const byId = db.prepare(SQL.byId);
  /** Null: it takes all names to tell. */
  function ofLate(...[profile, words, most]: Parameters<Latest>): ReturnType<Latest> | null {
    const found: KnownCustomer[] = [];
    let seen = 0;
    for (const row of newest.iterate(profile)) {
      if (seen === looked) return null;
      seen += 1;
      const { key, ...known } = latestSchema.parse(row);
      if (isMatch([key], words)) found.push(known);
      if (found.length === most) break;
    }
    return found;
  }
  return (profile, words, most) =>
    ofLate(profile, words, most) ??
    named
      .whole(profile)
      .latest(words, most)
      .map((id) => knownSchema.parse(byId.get(id)));
}

type Loaded = { readonly names: CustomerNames; after: number; isWhole: boolean };
type Added = {
  readonly id: number;
  readonly key: string;
  readonly seq: number;
  readonly isNew: boolean;
};

type Named = {
  readonly load: (profile: number) => Generator<undefined, void>;
  readonly whole: (profile: number) => CustomerNames;
  readonly note: (profile: number, added: Added) => void;
  readonly forget: () => void;
};

/** The names of each profile that was asked for, and what was added to them since. */
function createNamed(db: Database): Named {
  const read = db.prepare(SQL.names).raw();
  const loaded = new Map<number, Loaded>();

  function of(profile: number): Loaded {
    const there = loaded.get(profile);
    if (there !== undefined) return there;
    const empty = { names: createCustomerNames(), after: 0, isWhole: false };
    loaded.set(profile, empty);
    return empty;
  }
  /** The next so many; false: that was all. */
  function piece(profile: number): boolean {
    const one = of(profile);
    if (one.isWhole) return false;
    const rows = namesSchema.parse(read.all(one.after, profile, NAMES_AT_ONCE));
    for (const row of rows) one.names.push(...row);
    one.after = rows.at(-1)?.[0] ?? one.after;
    one.isWhole = rows.length < NAMES_AT_ONCE;
    return !one.isWhole;
  }
  return {
    *load(profile) {
      while (piece(profile)) yield undefined;
    },
    whole(profile) {
      while (piece(profile));
      return of(profile).names;
    },
    note(profile, { id, key, seq, isNew }) {
      const one = loaded.get(profile);
      if (one === undefined) return;
      if (!isNew) one.names.touch(id, seq);
      // What is not read yet has it in it when it is.
      else if (one.isWhole) one.names.push(id, key, seq);
    },
    forget: () => loaded.clear(),
  };
}
