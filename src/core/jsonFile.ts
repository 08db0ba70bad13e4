import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import process from 'node:process';

import type { z } from 'zod';

/**
 * null: there is no such file, or it was broken and has been set aside. A broken one is never overwritten: it may hold the
 * only copy of what somebody typed.
 */
export function readJsonFile<T>(
  file: string,
  schema: z.ZodType<T>,
  at: Date,
  report: (line: string) => void,
): T | null {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
  const parsed = schema.safeParse(parseOrUndefined(text));
  if (parsed.success) return parsed.data;
  const aside = `${file}.broken-${at.toISOString().replaceAll(/[:.]/gu, '-')}`;
  renameSync(file, aside);
  report(`${file} could not be read and was set aside as ${aside}.`);
  return null;
}

/** Whole or not at all, and on the disk once this returns. */
export function writeJsonFile(file: string, value: unknown): void {
  const fresh = `${file}.new`;
  const handle = openSync(fresh, 'w', 0o600);
  try {
    writeFileSync(handle, `${JSON.stringify(value, null, 2)}\n`);
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
