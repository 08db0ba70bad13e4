import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, expect, it } from 'vitest';

import { temporaryDir, removeTemporaryDirs } from '../../testing/builders.ts';
import {
  checkpointWal,
  createDatabase,
  createWalGauge,
  openDatabase,
  openForReading,
} from './database.ts';

afterAll(removeTemporaryDirs);

it('makes every connection durable: WAL, FULL, foreign keys', () => {
  const file = join(temporaryDir(), 'log.sqlite');
  createDatabase(file);
  for (const db of [openDatabase(file), openDatabase(file), openForReading(file)]) {
    expect(db.pragma('journal_mode', { simple: true })).toBe('wal');
    expect(db.pragma('synchronous', { simple: true })).toBe(2);
    expect(db.pragma('foreign_keys', { simple: true })).toBe(1);
    db.close();
  }
});

it('has STRICT tables only', () => {
  const file = join(temporaryDir(), 'log.sqlite');
  createDatabase(file);
  const db = openDatabase(file);
  const lax = db
    .prepare(
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND strict = 0 AND name NOT LIKE 'sqlite_%'",
    )
    .all();
  expect(lax).toEqual([]);
  db.close();
});

it('begins -wal anew with a checkpoint, so that the next commit flushes its pages alone', () => {
  const file = join(temporaryDir(), 'log.sqlite');
  createDatabase(file);
  const db = openDatabase(file);
  const pagesInWal = createWalGauge(db);
  const saltsOf = () => readFileSync(`${file}-wal`).subarray(16, 24).toString('hex');
  const next = db.prepare("INSERT INTO order_counter VALUES ('create', ?, 1)");
  for (let at = 0; at < 5; at += 1) next.run(`2026-11-1${at}`);
  expect(pagesInWal()).toBeGreaterThanOrEqual(5);
  const before = saltsOf();
  checkpointWal(db);
  const begun = saltsOf();
  expect(begun).not.toBe(before);
  expect(pagesInWal()).toBe(1);
  next.run('one-more');
  expect(saltsOf()).toBe(begun);
  db.close();
});
