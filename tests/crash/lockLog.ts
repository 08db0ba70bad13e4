import path from 'node:path';

import Database from 'better-sqlite3';

/**
 * A process of its own that keeps the log from being written, until it is killed: closing the file in an orderly way would
 * tidy up what the victim has left behind.
 */
const [dataDir = ''] = process.argv.slice(2);
const db = new Database(path.join(dataDir, 'log.sqlite'), { timeout: 5000, fileMustExist: true });
db.exec('BEGIN IMMEDIATE');
process.stdin.on('end', () => process.exit(0)).resume();
process.stdout.write('locked\n');
// Also holds on to `db`: one that nobody refers to any more is closed by the garbage collector.
setInterval(() => {
  if (!db.inTransaction) process.exit(1);
}, 100);
