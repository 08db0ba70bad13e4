import { createHash, hash } from 'node:crypto';

import type { Flow } from '#shared/domain/deposit.ts';
import type { DepositDraft } from '#shared/domain/draft.ts';
import type { Failure } from '#shared/domain/failure.ts';
import type { ProfileId } from '#shared/domain/ids.ts';
import type { BatchField, ImportCheck } from '#shared/domain/importing.ts';
import type { LimitsSnapshot } from '#shared/domain/limits.ts';
import { type Profile, whereTo } from '#shared/domain/profile.ts';
import type { Result } from '#shared/domain/result.ts';

import type { Owner } from '../people/owner.ts';

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
  /** `rowsDigest` of exactly these rows. */
  readonly rowsDigest: string;
  /** `checkDigest` of these rows and the profile as it is now. */
  readonly digest: string;
  /** In the order of the file; fewer than `count` at the end. */
  readonly read: (from: number, count: number) => Promise<readonly ReadyRow[]>;
};

export type Imports = {
  /**
   * Of the last check, held against the log once more: rows whose order or customer it has since are not among them.
   * `import_refused` with reason `gone` where the import is closed, was never checked, or is another person's.
   */
  readonly ready: (importId: string, by: Owner) => Promise<Result<ReadyRows, Failure>>;
};

/** Tells rows of two files apart: SHA-256 over the cells as they stand in the file. Columns that are empty at the end do not count. */
export function rowDigest(cells: readonly string[]): string {
  const last = cells.findLastIndex((cell) => cell !== '');
  return hash('sha256', JSON.stringify(cells.slice(0, last + 1)), 'hex');
}

export const SENT_DIGEST_BYTES = 32;

/** Of what a row is to send and to note, before the plan fills in a missing order id. */
export function sentDigest({ row, draft, fields }: Pick<ReadyRow, 'row' | 'draft' | 'fields'>) {
  return hash('sha256', JSON.stringify([row, draft, fields.note ?? '']), 'buffer');
}

/** Over the `sentDigest` of each row, in the order of the file. */
export function createRowsDigest() {
  const all = createHash('sha256');
  return {
    add(rows: readonly ReadyRow[]): void {
      for (const row of rows) all.update(sentDigest(row));
    },
    digest: (): string => all.digest('hex'),
  };
}

/** `undecided`: the earlier batch that the operator has not decided about. */
type Shown = { readonly rowsDigest: string; readonly undecided: string | null };

/** What the operator is shown before a batch begins: which requests, and where they go. */
export function checkDigest(profile: Profile, flow: Flow, shown: Shown): string {
  const { rowsDigest, undecided } = shown;
  const all = [profile.id, whereTo(profile), flow, rowsDigest, undecided];
  return hash('sha256', JSON.stringify(all), 'hex');
}
