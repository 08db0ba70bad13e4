import { Server } from 'node:http';

/** `node --import` this file: servers close only so many milliseconds after they were asked to, as one whose disk or peer hangs. */
const delayMs = Number(process.env['SLOW_CLOSING_MS'] ?? '0');
const close = Server.prototype.close;

Server.prototype.close = function slowClose(callback) {
  setTimeout(() => close.call(this, callback), delayMs);
  return this;
};
