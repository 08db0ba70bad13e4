import { open, readFile, rename, rm } from 'node:fs/promises';

/** How lines stand in the ledger's file: as they are, or sealed by the desk's key while its log is protected. */
export type LedgerBox = {
  readonly seal: (text: string) => string;
  /** Throws where the key is missing or the line was changed. */
  readonly open: (line: string) => string;
  /** Whether `seal` would write it in the same way now. */
  readonly isCurrent: (line: string) => boolean;
};

export const PLAIN_BOX: LedgerBox = {
  seal: (text) => text,
  open: (line) => line,
  isCurrent: () => true,
};

/** Brings every line to the form in use. True: the file was written anew, and a handle of it is no longer the file's. */
export async function rewriteLines(file: string, box: LedgerBox): Promise<boolean> {
  const lines = (await textOf(file)).split('\n').slice(0, -1);
  if (lines.every(box.isCurrent)) return false;
  const aside = `${file}.converting`;
  await rm(aside, { force: true });
  const handle = await open(aside, 'wx', 0o600);
  try {
    await handle.writeFile(lines.map((line) => `${resealed(line, box)}\n`).join(''));
    await handle.sync();
  } finally {
    await handle.close();
  }
  await replaceBy(file, aside);
  return true;
}

/** A line that cannot be opened, such as one that was torn, stays as it is. */
function resealed(line: string, box: LedgerBox): string {
  try {
    return box.isCurrent(line) ? line : box.seal(box.open(line));
  } catch {
    return line;
  }
}

/** The old content is overwritten before its blocks are free. Windows replaces no file that is open. */
async function replaceBy(file: string, aside: string): Promise<void> {
  const old = process.platform === 'win32' ? null : await open(file, 'r+');
  try {
    await rename(aside, file);
    const size = old === null ? 0 : (await old.stat()).size;
    await old?.write(Buffer.alloc(size), 0, size, 0);
    await old?.sync();
  } finally {
    await old?.close();
  }
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  }
}
