import { closeSync, openSync, statSync, writeSync } from 'node:fs';

import Database from 'better-sqlite3';

/** As a failing disk does it: pages overwritten, the size unchanged. */
export function damage(file: string): void {
  const handle = openSync(file, 'r+');
  const { size } = statSync(file);
  for (let at = 8192; at < size; at += 4096) {
    writeSync(handle, Buffer.alloc(2048, 0x5a), 0, 2048, at);
  }
  closeSync(handle);
}

/** The page with the newest events overwritten: those before it can still be read. */
export function damageTail(file: string): void {
  const db = new Database(file, { readonly: true });
  const select =
    "SELECT pgoffset FROM dbstat WHERE name = 'event' AND pagetype = 'leaf' ORDER BY path DESC LIMIT 1";
  const at = Number(db.prepare(select).pluck().get());
  db.close();
  const handle = openSync(file, 'r+');
  writeSync(handle, Buffer.alloc(4096, 0x5a), 0, 4096, at);
  closeSync(handle);
}
