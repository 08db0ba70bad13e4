import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from 'react';

import type { LogColumn, LogSort } from '#shared/domain/logSearch.ts';

import { useSay } from '../../../i18n/i18n.ts';
import { zoomOf } from '../../../ui/page.ts';
import { type ShownColumn, clampWidth, sortOf, usualWidth } from './columns.ts';
import styles from './VirtualTable.module.css';

const KEY_STEP_PX = 8;
const BIG_KEY_STEP_PX = 40;

type Props = {
  readonly columns: readonly ShownColumn[];
  readonly sort: LogSort;
  readonly onSort: (by: LogSort['by']) => void;
  /** While it is being dragged, and once more when it is let go. Null: as wide as it likes. */
  readonly onWidth: (key: LogColumn, width: number | null, isFinal: boolean) => void;
};

export function HeaderRow({ columns, sort, onSort, onWidth }: Props): ReactNode {
  return (
    <thead className={styles.head}>
      <tr className={styles.headRow} aria-rowindex={1}>
        {columns.map((column) => (
          <Heading key={column.key} column={column} sort={sort} onSort={onSort} onWidth={onWidth} />
        ))}
      </tr>
    </thead>
  );
}

type HeadingProps = Omit<Props, 'columns'> & { readonly column: ShownColumn };

function Heading({ column, sort, onSort, onWidth }: HeadingProps): ReactNode {
  const say = useSay();
  const by = sortOf(column.key);
  const isSorted = by !== null && sort.by === by;
  const Arrow = sort.descending ? IconArrowDown : IconArrowUp;
  return (
    <th
      scope="col"
      className={styles.heading}
      data-column={column.key}
      {...(isSorted
        ? { 'aria-sort': sort.descending ? ('descending' as const) : ('ascending' as const) }
        : {})}
    >
      {by === null ? (
        <span className="cut">{say(`log.${column.key}`)}</span>
      ) : (
        <button
          type="button"
          className={`${styles.sort} quiet`}
          data-sorted={isSorted}
          onClick={() => onSort(by)}
        >
          <span className="cut">{say(`log.${column.key}`)}</span>
          {isSorted && <Arrow size={13} aria-hidden="true" />}
        </button>
      )}
      <Handle column={column} onWidth={onWidth} />
    </th>
  );
}

type HandleProps = Pick<HeadingProps, 'column' | 'onWidth'>;

/** Dragged, or moved by arrow keys; pressed twice, the column is as wide as it likes. */
function Handle({ column, onWidth }: HandleProps): ReactNode {
  const say = useSay();
  const { key } = column;
  const from = useRef<{ readonly x: number; readonly width: number } | null>(null);
  const onKey = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.code !== 'ArrowLeft' && event.code !== 'ArrowRight') return;
    event.preventDefault();
    event.stopPropagation();
    const step = event.shiftKey ? BIG_KEY_STEP_PX : KEY_STEP_PX;
    const by = event.code === 'ArrowLeft' ? -step : step;
    onWidth(key, clampWidth(widthOf(event.currentTarget) + by), true);
  };
  const draggedTo = (event: PointerEvent<HTMLElement>): number | null =>
    from.current === null
      ? null
      : clampWidth(
          from.current.width + (event.clientX - from.current.x) / zoomOf(event.currentTarget),
        );
  return (
    <span
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={say('log.columns.width', { column: say(`log.${key}`) })}
      aria-valuemin={40}
      aria-valuemax={1200}
      aria-valuenow={usualWidth(column)}
      className={styles.handle}
      onKeyDown={onKey}
      onDoubleClick={() => onWidth(key, null, true)}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        from.current = { x: event.clientX, width: widthOf(event.currentTarget) };
      }}
      onPointerMove={(event) => {
        const to = draggedTo(event);
        if (to !== null) onWidth(key, to, false);
      }}
      onPointerUp={(event) => {
        const to = draggedTo(event);
        // Pressed without a move: the operator chose no width.
        const isMoved = from.current !== null && Math.abs(event.clientX - from.current.x) > 1;
        from.current = null;
        if (to !== null && isMoved) onWidth(key, to, true);
      }}
    />
  );
}

function widthOf(handle: HTMLElement): number {
  return (handle.parentElement?.getBoundingClientRect().width ?? 0) / zoomOf(handle);
}
