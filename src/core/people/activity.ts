import type { ACTIVITY_OPERATIONS } from '#shared/contract/activity.ts';
import type { OperationInput } from '#shared/contract/operations.ts';
import { type Activity, type ActivityFilter, factText } from '#shared/domain/activity.ts';
import { type Failure, failure } from '#shared/domain/failure.ts';
import type { Operator } from '#shared/domain/request.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';

import type { DomainHandlers } from '../dispatch.ts';
import type { ExportValues } from '../exports/columns.ts';
import { DELIMITERS } from '../exports/fileBytes.ts';
import { type ReportFileDeps, createReportReader, writeReportFile } from '../exports/reportFile.ts';
import type { ActivityPlace, LogPort } from '../log/port.ts';

export type ActivityHandlerDeps = ReportFileDeps & {
  readonly log: Pick<
    LogPort,
    'activityPlaces' | 'activityAt' | 'logHead' | 'indexed' | 'recordExport'
  >;
};

type Order = OperationInput<'activity.export'>;

/** English in every language, as in exports: programs read them. */
const COLUMNS = [
  'event',
  'time_utc',
  'kind',
  'person',
  'person_id',
  'about',
  'failures_in_a_row',
  'details',
] as const;
const PLACES_AT_ONCE = 5000;
const ROWS_AT_ONCE = 500;

/** Settings → People → Activity. */
export function activityHandlers(
  deps: ActivityHandlerDeps,
): DomainHandlers<typeof ACTIVITY_OPERATIONS> {
  const { log } = deps;
  const read = createReportReader((order: Order, operator) => write(order, operator, deps));
  return {
    async 'activity.page'({ filter, before, pageSize }) {
      const { places, ...page } = await log.activityPlaces(filter, before, pageSize);
      return ok({ rows: await log.activityAt(places), ...page });
    },
    'activity.export': (order, { operator }) => read(order, operator),
  };
}

async function write(
  { format, filter, delimiter = 'comma' }: Order,
  operator: Operator,
  deps: ActivityHandlerDeps,
): Promise<Result<string, Failure>> {
  const { log } = deps;
  const chainHead = await log.logHead();
  // A file of some of the rows would look like one of all.
  if (!(await log.indexed()).isWhole) return err(failure('log_unavailable'));
  // All of them first: an attempt that turns out right while the file is written is no failure any more.
  const places: ActivityPlace[] = [];
  for await (const some of placesOf(log, filter, null)) places.push(...some);
  const report = {
    name: 'activity',
    format,
    columns: COLUMNS,
    rows: rowsOf(log, places),
    total: places.length,
    requisites: 'masked' as const,
    delimiter: DELIMITERS[delimiter],
    proof: { chainHead },
  };
  return writeReportFile(report, operator, deps);
}

async function* placesOf(
  log: ActivityHandlerDeps['log'],
  filter: ActivityFilter,
  before: number | null,
): AsyncGenerator<readonly ActivityPlace[]> {
  const { places, next } = await log.activityPlaces(filter, before, PLACES_AT_ONCE);
  yield places;
  if (next !== null) yield* placesOf(log, filter, next);
}

async function* rowsOf(
  log: ActivityHandlerDeps['log'],
  places: readonly ActivityPlace[],
  from = 0,
): AsyncGenerator<readonly ExportValues[]> {
  const some = places.slice(from, from + ROWS_AT_ONCE);
  yield (await log.activityAt(some)).map(valuesOf);
  if (from + some.length < places.length) yield* rowsOf(log, places, from + some.length);
}

function valuesOf({ seq, at, kind, who, about, facts, failures }: Activity): ExportValues {
  return [
    String(seq),
    at,
    kind,
    who?.name ?? null,
    who?.personId ?? null,
    about,
    failures === null ? null : String(failures),
    facts.map(factText).join('; '),
  ];
}
