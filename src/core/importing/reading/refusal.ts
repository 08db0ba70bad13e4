import type { Failure } from '#shared/domain/failure.ts';
import type { ImportRefusal } from '#shared/domain/importing.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';

/** Why a whole file is not read. Thrown by the readers, which work in pieces; a value once it leaves the importer's thread. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly reason: ImportRefusal;
  readonly detail: string | null;
  constructor(reason: ImportRefusal, detail: string | null = null) {
    super(reason);
    this.reason = reason;
    this.detail = detail;
  }
}

export function refusal(reason: ImportRefusal, detail: string | null = null): Failure {
  return { code: 'import_refused', reason, detail };
}

/** A refusal is a value to the other thread; anything else is a bug and stays an error. */
export async function refusable<T>(work: () => Promise<T>): Promise<Result<T, Failure>> {
  try {
    return ok(await work());
  } catch (error) {
    if (error instanceof RefusedError) return err(refusal(error.reason, error.detail));
    throw error;
  }
}

/** What a reader needs of the step it runs in. */
export type Step = {
  /** Lets messages in, so that the step can be cancelled, and says how far it is. Cheap: most calls do nothing. */
  readonly breathe: (done: number, total: number | null) => Promise<void>;
};

/** Longer than any row of a request with addresses, notes and columns of the office's own. */
export const MAX_ROW_CHARACTERS = 256 * 1024;
export const MAX_COLUMNS = 256;
/** Blank ones included: a spreadsheet has no more. */
export const MAX_RECORDS = 1_048_576;
