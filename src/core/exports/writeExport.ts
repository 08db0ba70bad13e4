import { setImmediate as nextTurn } from 'node:timers/promises';
import { rm } from 'node:fs/promises';

import { type ExportOrder, type ExportProof, XLSX_MAX_ROWS } from '#shared/domain/logExport.ts';

import { CHAIN_START } from '../log/store/chain.ts';
import { createExportRows, readTimes } from '../search/exportRows.ts';
import { type Finder, openFinder } from '../search/finder.ts';
import type { PlaceList } from '../search/placeList.ts';
import { createMarks } from '../search/mark.ts';
import type { ResolvedQuery } from '../search/query.ts';
import type { LogPaths } from '../log/store/paths.ts';
import { DELIMITERS, type RowSource, fileBytes } from './fileBytes.ts';
import { writePart } from './partFile.ts';
import { ExportProblem } from './problem.ts';
import { NeedsZip64Error } from './zip.ts';
import { zoneOffsets } from './zoneOffsets.ts';

/** What the exporter's thread is told. */
export type ExportJob = Pick<ExportOrder, 'format' | 'delimiter' | 'requisites'> & {
  /** A file that does not exist yet, or is empty and made for this export. */
  readonly part: string;
  readonly query: ResolvedQuery;
  /** Of local times; null: this machine's. */
  readonly timeZone: string | null;
};

export type WrittenPart = Pick<ExportProof, 'rows' | 'bytes' | 'sha256' | 'chainHead'>;

export type JobWatch = {
  readonly signal: AbortSignal;
  readonly onProgress: (written: number, total: number) => void;
};

const ROWS_AT_ONCE = 1000;
const LIST_STEP_MS = 20;

/** Everything that matches, as of one moment of the index. Where it fails or is given up nothing is left behind. */
export async function writeExport(
  paths: LogPaths,
  job: ExportJob,
  watch: JobWatch,
): Promise<WrittenPart> {
  const finder = openFinder(paths, { readonly: true });
  try {
    const chainHead = headOf(finder);
    const list = await listOf(finder, job.query, watch.signal);
    refuseTooMany(job.format, list.total);
    const rows = rowSource(finder, job, list, watch);
    const digest = await writtenWith(job, rows, watch.signal);
    return { rows: list.total, ...digest, chainHead };
  } finally {
    finder.close();
  }
}

/** The header is a row too. */
export function refuseTooMany(format: ExportJob['format'], total: number): void {
  if (format !== 'xlsx' || total < XLSX_MAX_ROWS) return;
  throw new ExportProblem('too_many_rows', `${total} rows; a sheet holds ${XLSX_MAX_ROWS - 1}`);
}

async function writtenWith(job: ExportJob, rows: RowSource, signal: AbortSignal) {
  const attempt = async (zip64: boolean) => {
    try {
      return await writePart(job.part, fileBytes(job, rows, zip64), signal);
    } catch (error) {
      await rm(job.part, { force: true });
      throw error;
    }
  };
  try {
    return await attempt(false);
  } catch (error) {
    if (!(error instanceof NeedsZip64Error)) throw error;
    return attempt(true);
  }
}

/** The last event that the rows know of. It is read in the transaction that the rows are read in. */
function headOf(finder: Finder): ExportProof['chainHead'] {
  const { seq, hash, fill } = createMarks(finder.index).read();
  if (fill !== null) throw new ExportProblem('log_unavailable', 'the index is still being made');
  return { seq, hash: hash ?? Buffer.from(CHAIN_START).toString('hex') };
}

type Listed = { readonly total: number; readonly pieces: () => Generator<Uint32Array> };

async function listOf(finder: Finder, query: ResolvedQuery, signal: AbortSignal): Promise<Listed> {
  // What was recorded after the index was looked at is not in it: this list ends before.
  const { indexed } = finder.state();
  const { list, work } = finder.search(query);
  for await (const _ of inTurns(work)) signal.throwIfAborted();
  return {
    total: Math.min(list.length(), indexed),
    pieces: () => piecesOf(list, indexed),
  };
}

async function* inTurns(work: Iterator<undefined, void>): AsyncGenerator<undefined> {
  let isDone = false;
  while (!isDone) {
    const until = performance.now() + LIST_STEP_MS;
    while (!isDone && performance.now() < until) isDone = work.next().done === true;
    // A cancel arrives between turns.
    yield nextTurn(undefined);
  }
}

function* piecesOf(list: PlaceList, indexed: number): Generator<Uint32Array> {
  const length = list.length();
  for (let from = 0; from < length; from += ROWS_AT_ONCE) {
    const places = list.slice(from, Math.min(from + ROWS_AT_ONCE, length));
    const known = length > indexed ? places.filter((place) => place < indexed) : places;
    if (known.length > 0) yield known;
  }
}

function rowSource(
  finder: Finder,
  { delimiter, requisites, query, timeZone }: ExportJob,
  { total, pieces }: Listed,
  { onProgress }: JobWatch,
): RowSource {
  const times = readTimes(finder.index) ?? { fromMs: 0, toMs: 0 };
  const rows = createExportRows(finder.index, {
    delimiter: DELIMITERS[delimiter],
    requisites,
    offsets: zoneOffsets(timeZone, times.fromMs, times.toMs),
    moment: query,
  });
  async function* each<T>(read: (places: Uint32Array) => T): AsyncGenerator<T> {
    let written = 0;
    onProgress(written, total);
    for (const places of pieces()) {
      yield read(places);
      written += places.length;
      onProgress(written, total);
    }
  }
  return { total, csv: () => each(rows.csv), values: () => each(rows.values) };
}
