import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import process from 'node:process';

import { jsonBytes } from './jsonFile.ts';

export type DurableFile = {
  /** Resolves once this content, or a later one, is on the disk. */
  readonly write: (content: () => unknown) => Promise<void>;
};

/**
 * As jsonFile.ts writes, whole or not at all, but without holding up the thread that issues requests: what is written at every
 * pause in the operator's typing may wait for a slow disk. Changes that arrive during a write are written together afterwards.
 */
export function createDurableFile(file: string): DurableFile {
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | null = null;
  return {
    write(content) {
      next ??= running
        .catch(() => undefined)
        .then(() => {
          running = next ?? running;
          next = null;
          return writeWhole(file, `${JSON.stringify(content())}\n`);
        });
      return next;
    },
  };
}

async function writeWhole(file: string, text: string): Promise<void> {
  const fresh = `${file}.new`;
  const handle = await open(fresh, 'w', 0o600);
  try {
    await handle.writeFile(jsonBytes(file, text));
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(fresh, file);
  // Windows has no directory handles to flush.
  if (process.platform === 'win32') return;
  const folder = await open(dirname(file), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
