import { hash } from 'node:crypto';

import type { Flow } from '#shared/domain/deposit.ts';
import type { DepositDraft } from '#shared/domain/draft.ts';
import type { Failure } from '#shared/domain/failure.ts';
import type { ProfileId } from '#shared/domain/ids.ts';
import type { BatchField, ImportCheck } from '#shared/domain/importing.ts';
import type { LimitsSnapshot } from '#shared/domain/limits.ts';
import type { Result } from '#shared/domain/result.ts';

/** One row of a file that may be issued as it is. */
export type ReadyRow = {
  /** Its number in the file, from 1, header included. */
  readonly row: number;
  /** As they stand in the file, before corrections. */
  readonly cells: readonly string[];
  readonly fields: Readonly<Partial<Record<BatchField, string>>>;
  /** `order_id` is empty where the file has none: the plan fills it in. */
  readonly draft: DepositDraft;
};

/** The rows of an import that have no problem left, read in pieces. */
export type ReadyRows = {
  readonly profileId: ProfileId;
  readonly flow: Flow;
  /** Null: pasted rows. */
  readonly file: string | null;
  readonly sha256: string;
  readonly headers: readonly string[];
  readonly limitsSnapshotId: LimitsSnapshot['id'] | null;
  readonly count: number;
  readonly totals: ImportCheck['totals'];
  /** In the order of the file; fewer than `count` at the end. */
  readonly read: (from: number, count: number) => Promise<readonly ReadyRow[]>;
};

export type Imports = {
  /** Of the last check. `import_refused` with reason `gone` where the import is closed or was never checked. */
  readonly ready: (importId: string) => Promise<Result<ReadyRows, Failure>>;
};

/** Tells rows of two files apart: SHA-256 over the cells as they stand in the file. Columns that are empty at the end do not count. */
export function rowDigest(cells: readonly string[]): string {
  const last = cells.findLastIndex((cell) => cell !== '');
  return hash('sha256', JSON.stringify(cells.slice(0, last + 1)), 'hex');
}
