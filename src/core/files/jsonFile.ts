import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import process from 'node:process';

import type { z } from 'zod';

import { BrokenSealError, sealFor, unsealFrom } from '../protection/sealing.ts';

/** A file of set-up that could not be read at this start, and where it is now. */
type SetAside = { readonly file: string; readonly movedTo: string };

export type JsonFiles = {
  /**
   * null: there is no such file, or it was broken and has been set aside. A broken one is never overwritten: it may hold the
   * only copy of what the operator typed.
   */
  readonly read: <T>(file: string, schema: z.ZodType<T>) => T | null;
  readonly setAside: () => readonly SetAside[];
};

export function createJsonFiles(at: Date, report: (line: string) => void): JsonFiles {
  const aside: SetAside[] = [];
  return {
    read(file, schema) {
      const text = readOrNull(file);
      if (text === null) return null;
      const parsed = schema.safeParse(parseOrUndefined(text));
      if (parsed.success) return parsed.data;
      const movedTo = `${file}.broken-${at.toISOString().replaceAll(/[:.]/gu, '-')}`;
      renameSync(file, movedTo);
      report(`${file} could not be read and was set aside as ${movedTo}.`);
      aside.push({ file, movedTo });
      return null;
    },
    setAside: () => aside,
  };
}

function readOrNull(file: string): string | null {
  try {
    return unsealFrom(file, readFileSync(file)).toString('utf8');
  } catch (error) {
    if (isMissing(error)) return null;
    // No JSON: it is set aside as any broken file. One whose key is missing may be well, and stops the start instead.
    if (error instanceof BrokenSealError) return '';
    throw error;
  }
}

/** Files of set-up in which operators leave what they know of customers. The others have nothing of them, and are never sealed. */
const WITH_CUSTOMERS = /^(?:drafts|views)\.json(?:\.broken-.*)?$/u;

export function holdsCustomers(file: string): boolean {
  return WITH_CUSTOMERS.test(basename(file));
}

/** As the file is to be written: sealed where it is about customers and its data directory is protected. */
export function jsonBytes(file: string, text: string): Uint8Array {
  const bytes = Buffer.from(text);
  return holdsCustomers(file) ? sealFor(file, bytes) : bytes;
}

/** Whole or not at all, and on the disk once this returns. */
export function writeJsonFile(file: string, value: unknown): void {
  const fresh = `${file}.new`;
  const handle = openSync(fresh, 'w', 0o600);
  try {
    writeFileSync(handle, jsonBytes(file, `${JSON.stringify(value, null, 2)}\n`));
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(fresh, file);
  // Windows has no directory handles to flush.
  if (process.platform === 'win32') return;
  const folder = openSync(dirname(file), 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

function parseOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
