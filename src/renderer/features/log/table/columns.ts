import {
  LOG_COLUMNS,
  LOG_SORTS,
  type LogColumn,
  type LogSort,
  type LogTableLayout,
} from '#shared/domain/logSearch.ts';

export type ShownColumn = LogTableLayout['columns'][number];

/** `px` is enough for what stands there mostly; one with a share takes of what is left over. */
const SIZES: Readonly<Record<LogColumn, { readonly px: number; readonly share: number }>> = {
  time: { px: 119, share: 0 },
  order: { px: 92, share: 12 },
  customer: { px: 86, share: 18 },
  phone: { px: 132, share: 0 },
  type: { px: 78, share: 11 },
  amount: { px: 138, share: 0 },
  state: { px: 145, share: 22 },
  requisite: { px: 180, share: 20 },
  remote: { px: 120, share: 16 },
  profile: { px: 100, share: 10 },
  operator: { px: 92, share: 10 },
};

const NARROWEST_PX = 40;
const WIDEST_PX = 1200;

/** As a grid's columns: every row is a grid of its own, so only sizes that do not look at the content will do. */
export function gridTemplate(columns: readonly ShownColumn[]): string {
  return columns
    .map(({ key, width }) => {
      if (width !== null) return `${width}px`;
      const { px, share } = SIZES[key];
      return share === 0 ? `${px}px` : `minmax(${px}px, ${share}fr)`;
    })
    .join(' ');
}

export function usualWidth({ key, width }: ShownColumn): number {
  return width ?? SIZES[key].px;
}

/** Below it the table scrolls sideways. */
export function leastWidth(columns: readonly ShownColumn[]): number {
  return columns.reduce((sum, column) => sum + usualWidth(column), 0);
}

export function withWidth(
  columns: readonly ShownColumn[],
  key: LogColumn,
  width: number | null,
): readonly ShownColumn[] {
  return columns.map((column) =>
    column.key === key ? { key, width: width === null ? null : clampWidth(width) } : column,
  );
}

export function clampWidth(width: number): number {
  return Math.round(Math.min(Math.max(width, NARROWEST_PX), WIDEST_PX));
}

/** The order id is the row's link: without it nothing could be opened, copied or revealed by keyboard. */
export function mayHide(key: LogColumn): boolean {
  return key !== 'order';
}

/** Put where it stands in the whole list, as near as the chosen order allows. */
export function withColumn(
  columns: readonly ShownColumn[],
  key: LogColumn,
  isShown: boolean,
): readonly ShownColumn[] {
  const others = columns.filter((column) => column.key !== key);
  if (!isShown) return mayHide(key) ? others : columns;
  const rank = (column: LogColumn): number => LOG_COLUMNS.indexOf(column);
  const at = others.findIndex((column) => rank(column.key) > rank(key));
  return others.toSpliced(at === -1 ? others.length : at, 0, { key, width: null });
}

export function movedColumn(
  columns: readonly ShownColumn[],
  key: LogColumn,
  by: -1 | 1,
): readonly ShownColumn[] {
  const at = columns.findIndex((column) => column.key === key);
  const column = columns[at];
  const to = at + by;
  if (column === undefined || to < 0 || to >= columns.length) return columns;
  return columns.toSpliced(at, 1).toSpliced(to, 0, column);
}

/** Beside an opened request, which says it too, the type gives its room to the digits. */
export function besideDetail(columns: readonly ShownColumn[]): readonly ShownColumn[] {
  const others = columns.filter(({ key }) => key !== 'type');
  return others.length === 0 ? columns : others;
}

export function sortOf(column: LogColumn): LogSort['by'] | null {
  return LOG_SORTS.find((by) => by === column) ?? null;
}
