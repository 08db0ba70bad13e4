import type { ACTIVITY_OPERATIONS } from '#shared/contract/activity.ts';
import type { OperationInput } from '#shared/contract/operations.ts';
import { type Activity, type ActivityFilter, factText } from '#shared/domain/activity.ts';
import { type Failure, failure } from '#shared/domain/failure.ts';
import type { Operator } from '#shared/domain/request.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';

import type { DomainOperations } from '../dispatch.ts';
import { type ColumnOf, type ExportValues, valuesOf } from '../exports/columns.ts';
import { type ReportFileDeps, createReportReader, writeReportFile } from '../exports/reportFile.ts';

import type { ActivityPlace } from '../search/activity.ts';
import type { LogPort } from '../log/openLog.ts';
export type ActivityOperationDeps = ReportFileDeps & {
  readonly log: Pick<
    LogPort,
    'activityPlaces' | 'activityAt' | 'logHead' | 'indexed' | 'recordExport'
  >;
};

type Order = OperationInput<'activity.export'>;

const COLUMNS: readonly ColumnOf<Activity>[] = [
  { name: 'event', value: ({ seq }) => String(seq) },
  { name: 'time_utc', value: ({ at }) => at },
  { name: 'kind', value: ({ kind }) => kind },
  { name: 'person', value: ({ who }) => who?.name ?? null },
  { name: 'person_id', value: ({ who }) => who?.personId ?? null },
  { name: 'about', value: ({ about }) => about },
  {
    name: 'failures_in_a_row',
    value: ({ failures }) => (failures === null ? null : String(failures)),
  },
  { name: 'details', value: ({ facts }) => facts.map(factText).join('; ') },
];
const PLACES_AT_ONCE = 5000;
const ROWS_AT_ONCE = 500;

/** Settings → People → Activity. */
export function activityOperations(
  deps: ActivityOperationDeps,
): DomainOperations<typeof ACTIVITY_OPERATIONS> {
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
  deps: ActivityOperationDeps,
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
    form: { format, delimiter },
    table: { columns: COLUMNS, total: places.length, rows: () => rowsOf(log, places) },
    requisites: 'masked' as const,
    proof: { chainHead },
  };
  return writeReportFile(report, operator, deps);
}

async function* placesOf(
  log: ActivityOperationDeps['log'],
  filter: ActivityFilter,
  before: number | null,
): AsyncGenerator<readonly ActivityPlace[]> {
  const { places, next } = await log.activityPlaces(filter, before, PLACES_AT_ONCE);
  yield places;
  if (next !== null) yield* placesOf(log, filter, next);
}

async function* rowsOf(
  log: ActivityOperationDeps['log'],
  places: readonly ActivityPlace[],
  from = 0,
): AsyncGenerator<readonly ExportValues[]> {
  const some = places.slice(from, from + ROWS_AT_ONCE);
  yield (await log.activityAt(some)).map((row) => valuesOf(COLUMNS, row));
  if (from + some.length < places.length) yield* rowsOf(log, places, from + some.length);
}
