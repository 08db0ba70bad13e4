import { closeSync, openSync, statSync, writeSync } from 'node:fs';

/** As a failing disk does it: pages overwritten, the size unchanged. */
export function damage(file: string): void {
  const handle = openSync(file, 'r+');
  const { size } = statSync(file);
  for (let at = 8192; at < size; at += 4096) {
    writeSync(handle, Buffer.alloc(2048, 0x5a), 0, 2048, at);
  }
  closeSync(handle);
}
