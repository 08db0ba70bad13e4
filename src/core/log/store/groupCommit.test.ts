import { join } from 'node:path';

import Database from 'better-sqlite3';
import { afterAll, describe, expect, it } from 'vitest';

import { removeTemporaryDirs, temporaryDir } from '../../testing/builders.ts';
import { createGroupCommit } from './groupCommit.ts';

/** A table, its group commit, and how many transactions were ended. */
function setUp(releaseReserve: (db: Database.Database) => boolean = () => false) {
  const db = new Database(join(temporaryDir(), 'group.sqlite'));
  db.pragma('journal_mode = WAL');
  db.exec('CREATE TABLE note (text TEXT NOT NULL UNIQUE) STRICT');
  let commits = 0;
  let forgotten = 0;
  const commit = createGroupCommit({
    db,
    forget() {
      forgotten += 1;
    },
    beforeCommit() {
      commits += 1;
    },
    releaseReserve: () => releaseReserve(db),
  });
  const insert = db.prepare('INSERT INTO note (text) VALUES (?)');
  const noteOf = (text: string, mayUseReserve = false) => ({
    run: () => insert.run(text).changes,
    mayUseReserve,
  });
  const notes = () => db.prepare('SELECT text FROM note ORDER BY rowid').pluck().all();
  return { db, commit, noteOf, notes, commits: () => commits, forgotten: () => forgotten };
}

function pagesOf(db: Database.Database): number {
  return Number(db.pragma('page_count', { simple: true }));
}

afterAll(removeTemporaryDirs);

describe('a group', () => {
  it('is one transaction', () => {
    const { commit, noteOf, notes, commits } = setUp();
    const outcomes = commit([noteOf('a'), noteOf('b'), noteOf('c')]);
    expect(outcomes).toEqual([1, 1, 1].map((value) => ({ kind: 'done', value })));
    expect(notes()).toEqual(['a', 'b', 'c']);
    expect(commits()).toBe(1);
  });

  it('keeps the neighbours of one that fails, and nothing of that one', () => {
    const { db, commit, noteOf, notes, commits, forgotten } = setUp();
    const failing = {
      run() {
        db.prepare("INSERT INTO note (text) VALUES ('half')").run();
        throw new Error('a bug');
      },
      mayUseReserve: false,
    };
    const outcomes = commit([noteOf('a'), failing, noteOf('a'), noteOf('b')]);
    expect(outcomes.map(({ kind }) => kind)).toEqual(['done', 'bug', 'bug', 'done']);
    expect(notes()).toEqual(['a', 'b']);
    expect(commits()).toBe(1);
    // The whole first try, and each of the two that fail in the second one.
    expect(forgotten()).toBe(3);
  });

  it('on a full disk writes those that fit', () => {
    const { db, commit, noteOf, notes } = setUp();
    db.pragma(`max_page_count = ${pagesOf(db) + 2}`);
    const outcomes = commit([noteOf('a'), noteOf('x'.repeat(100_000)), noteOf('b')]);
    expect(outcomes.map(({ kind }) => kind)).toEqual(['done', 'fault', 'done']);
    expect(outcomes[1]).toMatchObject({ code: 'SQLITE_FULL' });
    expect(notes()).toEqual(['a', 'b']);
  });

  it('on a full disk gives the reserve to the outcome of what was sent, and only to that', () => {
    const { db, commit, noteOf, notes } = setUp((full) => {
      full.pragma(`max_page_count = ${pagesOf(full) + 100}`);
      return true;
    });
    const large = 'x'.repeat(100_000);
    db.pragma(`max_page_count = ${pagesOf(db) + 2}`);
    expect(commit([noteOf(`W1 ${large}`)])).toMatchObject([{ kind: 'fault' }]);
    expect(commit([noteOf(`W3 ${large}`, true)])).toMatchObject([{ kind: 'done' }]);
    expect(notes()).toEqual([`W3 ${large}`]);
  });

  it('that cannot begin is a fault for all', () => {
    const { db, commit, noteOf, notes } = setUp();
    db.pragma('busy_timeout = 1');
    const other = new Database(db.name);
    other.exec('BEGIN IMMEDIATE');
    expect(commit([noteOf('a'), noteOf('b')])).toMatchObject([
      { kind: 'fault', code: 'SQLITE_BUSY' },
      { kind: 'fault', code: 'SQLITE_BUSY' },
    ]);
    other.close();
    expect(notes()).toEqual([]);
  });
});
