import { createStatements } from '../../sqlite/openSqlite.ts';
import type { Compared, Line } from '../../statements/classes.ts';
import type { LogPaths } from '../store/paths.ts';
import type { Store } from '../store/store.ts';
import type { Sides } from './statementSides.ts';

/** A statement held against the log. */
export type Kept = Pick<Sides, 'lastSeqs'> & {
  readonly statementId: string;
  readonly compared: Compared;
  readonly lines: readonly Line[];
};

/** What the reader thread hands to each of its reads. */
export type ReaderParts = Store & {
  /** A statement by its SQL, prepared once. */
  readonly of: ReturnType<typeof createStatements>;
  readonly paths: Pick<LogPaths, 'file' | 'index'>;
  /** The newest comparison is kept: the pages of one statement are asked for again and again. */
  readonly comparison: { kept: Kept | null };
};

export function createReaderParts(store: Store, paths: ReaderParts['paths']): ReaderParts {
  return { ...store, of: createStatements(store.db), paths, comparison: { kept: null } };
}
