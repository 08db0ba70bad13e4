import { setImmediate as nextTurn } from 'node:timers/promises';

import type { ExportOrder, ExportProof } from '#shared/domain/logExport.ts';

import { CHAIN_START } from '../log/store/chain.ts';
import { createExportRows } from '../search/exportRows.ts';
import { type Finder, openFinder } from '../search/finder.ts';
import type { PlaceList } from '../search/placeList.ts';
import { createMarks } from '../search/mark.ts';
import type { ResolvedQuery } from '../search/query.ts';
import type { LogPaths } from '../log/store/paths.ts';
import { type ExportValues, type Table, logColumns, valuesOf } from './columns.ts';
import { writeTable } from './partFile.ts';
import { ExportProblem } from './problem.ts';

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
    const digest = await writeTable(job.part, job, tableOf(finder, job, list, watch), watch.signal);
    return { rows: list.total, ...digest, chainHead };
  } finally {
    finder.close();
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

function tableOf(
  finder: Finder,
  { requisites, query, timeZone }: ExportJob,
  { total, pieces }: Listed,
  { onProgress }: JobWatch,
): Table {
  const columns = logColumns({ requisites, timeZone, moment: query });
  const read = createExportRows(finder.index);
  async function* rows(): AsyncGenerator<readonly ExportValues[]> {
    let written = 0;
    onProgress(written, total);
    for (const places of pieces()) {
      yield read(places).map((row) => valuesOf(columns, row));
      written += places.length;
      onProgress(written, total);
    }
  }
  return { columns, total, rows };
}
