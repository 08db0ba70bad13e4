import { closeSync, existsSync, openSync } from 'node:fs';
import { link, mkdir, open, rename, rm, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import process from 'node:process';

import type { ExportProof } from '#shared/domain/logExport.ts';

import { numbered } from './fileName.ts';
import { isCreationDenied, lookInto } from './folder.ts';
import { ExportProblem, onDisk } from './problem.ts';

export type ExportFile = { readonly file: string; readonly part: string; readonly proof: string };

/** A name under which nothing is yet. From here on its empty `.part` keeps it: another export may be looking for one too. */
export async function chooseFile(folder: string, name: string): Promise<ExportFile> {
  await onDisk(mkdir(folder, { recursive: true, mode: 0o700 }));
  await lookInto(folder);
  const files = freeFiles(folder, name);
  await onDisk(makeEmpty(files.part), isCreationDenied);
  return files;
}

function freeFiles(folder: string, name: string): ExportFile {
  for (const candidate of numbered(name)) {
    const files = filesOf(join(folder, candidate));
    if (!Object.values(files).some((path) => existsSync(path))) return files;
  }
  throw new ExportProblem('cannot_write', name);
}

/** Synchronously, before other code of this process looks. */
async function makeEmpty(file: string): Promise<void> {
  closeSync(openSync(file, 'wx', 0o600));
}

function filesOf(file: string): ExportFile {
  return { file, part: `${file}.part`, proof: `${file}.proof` };
}

/** The proof first: a file under its own name never stands without one. Replaces nothing. */
export async function putInPlace(files: ExportFile, proof: ExportProof): Promise<void> {
  try {
    await onDisk(writeProof(files.proof, proof));
    await onDisk(moveWithoutReplacing(files.part, files.file));
    await onDisk(flushFolder(dirname(files.file)));
  } catch (error) {
    await rm(files.proof, { force: true });
    throw error;
  }
}

/** Some ten round trips for a large file, and little enough to hold twice. */
const PIECE_BYTES = 4 * 1024 * 1024;

export async function readPiece(
  file: string,
  from: number,
): Promise<{ readonly bytes: number; readonly piece: Buffer }> {
  const handle = await open(file, 'r');
  try {
    const { size: bytes } = await handle.stat();
    const length = Math.max(0, Math.min(PIECE_BYTES, bytes - from));
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, from);
    return { bytes, piece: buffer.subarray(0, bytesRead) };
  } finally {
    await handle.close();
  }
}

export async function removePart({ part }: ExportFile): Promise<void> {
  await rm(part, { force: true });
}

async function writeProof(path: string, proof: ExportProof): Promise<void> {
  const handle = await open(path, 'wx', 0o600);
  try {
    await handle.writeFile(`${JSON.stringify(proof, null, 2)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A rename replaces what is there; a link does not. Some file systems have no links. */
async function moveWithoutReplacing(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
    await unlink(from);
  } catch (error) {
    if (existsSync(to)) throw error;
    await rename(from, to);
  }
}

async function flushFolder(folder: string): Promise<void> {
  // Windows has no directory handles to flush.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
