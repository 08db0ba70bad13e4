import type { Database } from 'better-sqlite3';

export type Migration = {
  readonly version: number;
  readonly sql: string;
  /** The projection's form changed: its rows are made anew from the events, in the same transaction. */
  readonly rebuilds?: true;
  /** Fills what is new, in the same transaction, where rows need not be made anew. A rebuild must come to the same. */
  readonly fill?: (db: Database) => void;
};
