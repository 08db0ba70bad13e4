import type { Database, Statement } from 'better-sqlite3';

/**
 * The statements of one connection, each prepared when first used: a log of an older schema is read before it is migrated. Those
 * of `inEverySchema` are prepared now, so that a log without their tables or columns is found when it is opened.
 */
export function createStatements(
  db: Database,
  inEverySchema: readonly string[] = [],
): (sql: string) => Statement {
  const prepared = new Map<string, Statement>();
  function of(sql: string): Statement {
    const known = prepared.get(sql) ?? db.prepare(sql);
    prepared.set(sql, known);
    return known;
  }
  for (const sql of inEverySchema) of(sql);
  return of;
}
