import fs from 'node:fs/promises';
import { Server } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';

/** `node --import` this file: closing takes long, or for ever. */

/** Servers close so many milliseconds after they were asked to. */
const delayMs = Number(process.env['SLOW_CLOSING_MS'] ?? '0');
/** The sandbox's ledger lies on a disk that does not answer any more when it is closed. */
const hasHangingLedger = process.env['HANGING_LEDGER'] === '1';

const closeServer: unknown = Reflect.get(Server.prototype, 'close');
Server.prototype.close = function slowClose(callback) {
  setTimeout(() => {
    if (typeof closeServer === 'function') Reflect.apply(closeServer, this, [callback]);
  }, delayMs);
  return this;
};

const { open } = fs;
fs.open = async (file, flags, mode) => {
  const handle = await open(file, flags, mode);
  if (hasHangingLedger && flags === 'a' && String(file).endsWith('ledger.jsonl')) {
    handle.close = () => new Promise(() => undefined);
  }
  return handle;
};
syncBuiltinESMExports();
