import { type TeamEvent, type TeamRow, rowColumns } from './sharing.ts';

export type ToAppend = {
  readonly stream: number;
  /** Events before these whose bodies an event of these names as erased. */
  readonly erased?: readonly number[];
  /** The newest event of the desk's own log. */
  readonly logSeq: number;
  readonly events: readonly TeamEvent[];
  readonly rows: readonly TeamRow[];
};

/** The order of `team.append`'s arguments, each with its type: a parameter without one would be guessed. */
const EVENT_COLUMNS = 'bigint text text uuid text bytea bytea bytea bytea'.split(' ');
const ROW_COLUMNS =
  'uuid timestamptz text text text bigint text text text text bigint text boolean'.split(' ');
export const APPEND = `SELECT * FROM team.append($1, $2, $3, ${[...EVENT_COLUMNS, ...ROW_COLUMNS]
  .map((type, place) => `$${place + 4}::${type}[]`)
  .join(', ')})`;

/**
 * The arguments as text, so that they can be made before it is their turn: `pg` would write its arrays while the server has nothing
 * to do, a fifth of the time of catching up.
 */
export function appendValues(batch: ToAppend): readonly unknown[] {
  const { stream, logSeq, erased = [], events, rows } = batch;
  const columns: readonly (readonly Item[])[] = [
    erased,
    events.map(({ seq }) => seq),
    events.map(({ at }) => at),
    events.map(({ kind }) => kind),
    events.map(({ intentId }) => intentId),
    events.map(({ body }) => body),
    events.map(({ salt }) => salt),
    events.map(({ digest }) => digest),
    events.map(({ previous }) => previous),
    events.map(({ hash }) => hash),
    ...rowColumns(rows),
    rows.map(({ closes }) => closes),
  ];
  return [stream, logSeq, ...columns.map((column) => arrayText(column))];
}

type Item = string | number | boolean | Buffer | null;

/** PostgreSQL's own text of an array. */
export function arrayText(items: readonly Item[]): string {
  return `{${items.map(itemText).join(',')}}`;
}

function itemText(item: Item): string {
  if (item === null) return 'NULL';
  if (Buffer.isBuffer(item)) return `"\\\\x${item.toString('hex')}"`;
  return `"${String(item).replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}
