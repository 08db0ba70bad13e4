import type { ExportState } from '#shared/domain/logExport.ts';

import { isDenied } from './folder.ts';

type Problem = NonNullable<ExportState['problem']>;

/** Why an export ended without a file. */
export class ExportProblem extends Error {
  override readonly name = 'ExportProblem';
  readonly code: Problem['code'];

  constructor(code: Problem['code'], detail: string) {
    super(detail);
    this.code = code;
  }
}

/** The file system's error as a problem: full, closed to this program, or not writable. */
export async function onDisk<T>(
  work: Promise<T>,
  isShut: (error: unknown) => boolean = isDenied,
): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (isFull(error)) throw new ExportProblem('disk_full', textOf(error));
    throw new ExportProblem(isShut(error) ? 'folder_denied' : 'cannot_write', textOf(error));
  }
}

/** Rows are all that is read: what is not about the file is about the log. */
export function problemOf(error: unknown): Problem {
  return error instanceof ExportProblem
    ? { code: error.code, detail: error.message }
    : { code: 'log_unavailable', detail: textOf(error) };
}

function isFull(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return code === 'ENOSPC' || code === 'EDQUOT';
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
