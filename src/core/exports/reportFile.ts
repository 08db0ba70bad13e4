import { basename } from 'node:path';

import { type Failure, failure } from '#shared/domain/failure.ts';
import type { ExportPiece, ExportProof } from '#shared/domain/logExport.ts';
import type { Operator } from '#shared/domain/request.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';

import { type Owner, isOwn } from '../people/owner.ts';
import type { Clock } from '../ports.ts';
import type { Table } from './columns.ts';
import type { FileForm } from './fileBytes.ts';
import type { ExportFolder } from './folder.ts';
import { writeTable } from './partFile.ts';
import { chooseFile, putInPlace, readPiece, removePart } from './place.ts';
import { ExportProblem } from './problem.ts';
import type { LogPort } from '../log/openLog.ts';

export type ReportFileDeps = {
  readonly log: Pick<LogPort, 'recordExport'>;
  readonly exportFolder: Pick<ExportFolder, 'current'>;
  readonly clock: Clock;
  /** The desk closes. */
  readonly stop: AbortSignal;
};

type Order = { readonly reportId: string; readonly from: number };
type Last = {
  readonly id: string;
  readonly owner: Owner;
  readonly written: Promise<Result<string, Failure>>;
};
type Piece = ExportPiece & { readonly file: string };

/** Reports are files of the folder of exports, each with a proof. The newest one is read in pieces. */
export function createReportReader<O extends Order>(
  write: (order: O, operator: Operator) => Promise<Result<string, Failure>>,
) {
  let last: Last | null = null;
  return async (order: O, operator: Operator): Promise<Result<Piece, Failure>> => {
    const { reportId, from } = order;
    if (from === 0) last = { id: reportId, owner: operator, written: write(order, operator) };
    if (last?.id !== reportId || !isOwn(last.owner, operator)) {
      return err(failure('export_file_missing'));
    }
    const written = await last.written;
    if (!written.ok) return written;
    try {
      const file = written.value;
      const { bytes, piece } = await readPiece(file, from);
      return ok({ name: basename(file), bytes, base64: piece.toString('base64'), file });
    } catch {
      return err(failure('export_file_missing'));
    }
  };
}

export type Report = {
  /** Without the time and the ending, which are added. */
  readonly name: string;
  readonly form: FileForm;
  readonly table: Table;
  readonly requisites: 'masked' | 'whole';
  /** Of the file's proof. */
  readonly proof: Pick<ExportProof, 'chainHead' | 'statement'>;
};

/** Gives where the file is. Nothing leaves without an event in the log: only then does the file get its name. */
export async function writeReportFile(
  { name, form, table, requisites, proof }: Report,
  operator: Operator,
  { log, exportFolder, clock, stop }: ReportFileDeps,
): Promise<Result<string, Failure>> {
  const stamp = clock.now().toISOString().slice(0, 19).replaceAll(':', '').replace('T', '_');
  try {
    const files = await chooseFile(exportFolder.current(), `${name}_${stamp}.${form.format}`);
    try {
      const part = await writeTable(files.part, form, table, stop);
      const file = basename(files.file);
      const facts = { rows: table.total, requisites, sha256: part.sha256 };
      const recorded = await log.recordExport({ operator, file, ...facts });
      if (!recorded.ok) throw new ExportProblem('log_unavailable', recorded.error.detail);
      const exportedAt = clock.now().toISOString();
      await putInPlace(files, {
        proof: 'deposit-desk-export/1',
        file,
        format: form.format,
        ...facts,
        bytes: part.bytes,
        ...proof,
        exportedAt,
        operator: operator.name,
      });
      return ok(files.file);
    } catch (error) {
      await removePart(files);
      throw error;
    }
  } catch (error) {
    if (!(error instanceof ExportProblem)) throw error;
    const code = error.code === 'folder_denied' ? 'folder_denied' : 'not_recorded';
    return err(failure(code, error.message));
  }
}
