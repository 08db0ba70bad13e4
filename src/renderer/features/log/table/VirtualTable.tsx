import {
  type CSSProperties,
  type ReactNode,
  type Ref,
  useEffect,
  useId,
  useImperativeHandle,
  useMemo,
  useRef,
} from 'react';

import type { IntentId } from '#shared/domain/ids.ts';
import type { LogColumn, LogRow, LogSort } from '#shared/domain/logSearch.ts';

import { useSay } from '../../../i18n/i18n.ts';
import { useWindowKey } from '../../../ui/keys.ts';
import { ClosedCopyQuestion } from '../../../ui/KeySafeQuestion.tsx';
import type { Pages } from '../search/pages.ts';
import { type ShownColumn, gridTemplate, leastWidth, withWidth } from './columns.ts';
import { HeaderRow } from './HeaderRow.tsx';
import { mainValueOf } from './mainValue.ts';
import { spacerPx } from './position.ts';
import { Rows } from './Rows.tsx';
import { useActiveRow } from './useActiveRow.ts';
import { type RowActions, useRowActions } from './useRowActions.ts';
import { HEAD_PX, useVirtual } from './useVirtual.ts';
import { onTableKey } from './tableKeys.ts';
import styles from './VirtualTable.module.css';

export type TableHandle = {
  readonly isAtTop: () => boolean;
  readonly toTop: () => void;
  readonly focusRow: () => void;
};

type Props = {
  readonly ref: Ref<TableHandle>;
  readonly pages: Pages;
  /** Another question begins at its top; the same one asked again stays where it is. */
  readonly question: string;
  readonly isOld: boolean;
  readonly columns: readonly ShownColumn[];
  readonly rowPx: number;
  readonly sort: LogSort;
  readonly openedId: IntentId | null;
  readonly visited: ReadonlySet<string>;
  readonly onSort: (by: LogSort['by']) => void;
  readonly onWidth: (key: LogColumn, width: number | null) => void;
  readonly onOpen: (row: LogRow) => void;
  readonly countAll: () => void;
};

/** Any number of rows: one scrollbar, some forty rows in the page, which stay until their successors are there. */
export function VirtualTable(props: Props): ReactNode {
  const { pages, columns, rowPx, onOpen, openedId, countAll } = props;
  const say = useSay();
  const hintId = useId();
  const table = useRef<HTMLTableElement>(null);
  const { frame, body, scroller, view, viewPx, version } = useVirtual(props);
  const { count, isExact } = pages.matches();
  const actions = useRowActions();
  const keyboard = useActiveRow({
    pages,
    version,
    scroller,
    body,
    countAll,
    onLeave: actions.leave,
  });
  const { active, activate, onMoveKey, focus } = keyboard;
  useImperativeHandle(
    props.ref,
    () => ({
      isAtTop: () => scroller.top() < rowPx / 2,
      toTop: () => scroller.moveTo(0),
      focusRow: focus,
    }),
    [scroller, rowPx, focus],
  );
  useShowOpened(openedId, pages, activate);
  useNearEnd(view.last, count, isExact, countAll);
  useWindowKey((event) => {
    // With nothing focused, the arrows begin in the table.
    if (document.activeElement !== document.body || event.ctrlKey || event.metaKey || event.altKey)
      return;
    if (onMoveKey(event.code)) event.preventDefault();
  });
  const keys = useMemo(() => columns.map(({ key }) => key), [columns]);
  const setWidth = (key: LogColumn, width: number | null, isFinal: boolean): void => {
    if (isFinal) props.onWidth(key, width);
    // While it is dragged the rows follow without being drawn anew.
    const next = gridTemplate(withWidth(columns, key, width));
    table.current?.style.setProperty('--log-columns', next);
  };
  const geometry = { count, rowPx, viewPx };
  return (
    <div className="column short grow relative">
      <div
        ref={frame}
        className={`${styles.frame} panel`}
        data-old={props.isOld}
        onBlur={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget)) actions.forget();
        }}
      >
        <table
          ref={table}
          className={styles.table}
          aria-rowcount={isExact ? count + 1 : -1}
          aria-describedby={hintId}
          style={tableStyle(columns, rowPx, viewPx)}
          onKeyDown={(event) => onTableKey(event, { active, onMoveKey, onOpen, actions })}
        >
          <caption className="spoken">{say('log.caption')}</caption>
          <HeaderRow columns={columns} sort={props.sort} onSort={props.onSort} onWidth={setWidth} />
          <Rows
            body={body}
            pages={pages}
            view={view}
            columns={keys}
            active={active}
            openedId={openedId}
            visited={props.visited}
            actions={actions}
            onActivate={activate}
            onOpen={onOpen}
          />
        </table>
        <div style={{ blockSize: Math.max(0, spacerPx(geometry) - viewPx) }} />
      </div>
      <p id={hintId} className="spoken">
        {say('log.keys')}
      </p>
      <OverRows actions={actions} />
    </div>
  );
}

/** What is asked about a row before it is copied, and what became of that. */
function OverRows({ actions }: { readonly actions: RowActions }): ReactNode {
  const say = useSay();
  const { asked, note } = actions;
  return (
    <>
      {asked !== null && (
        <div className={styles.question}>
          <ClosedCopyQuestion
            request={asked.request}
            confirmText={say(`copy.${mainValueOf(asked.request)?.part ?? 'number'}`)}
            onConfirm={actions.confirmCopy}
            onBack={actions.cancelCopy}
          />
        </div>
      )}
      <p role="status" className={`${styles.note} said text-13`} data-tone={note?.tone ?? 'none'}>
        {note?.text}
      </p>
    </>
  );
}

function tableStyle(columns: readonly ShownColumn[], rowPx: number, viewPx: number): CSSProperties {
  const variables: Record<`--${string}`, string> = {
    '--log-columns': gridTemplate(columns),
    '--log-row': `${rowPx}px`,
    '--log-head': `${HEAD_PX}px`,
  };
  return { ...variables, blockSize: viewPx + HEAD_PX, minInlineSize: leastWidth(columns) };
}

/** Stepping through requests in the detail moves the table along. */
function useShowOpened(
  openedId: IntentId | null,
  pages: Pages,
  activate: (at: number, withFocus: boolean) => void,
): void {
  const shown = useRef<IntentId | null>(null);
  useEffect(() => {
    if (openedId === shown.current) return;
    shown.current = openedId;
    const at = openedId === null ? null : pages.placeOf(openedId);
    if (at !== null) activate(at, false);
  }, [openedId, pages, activate]);
}

/** Scrolling to the end of the counted rows asks for the exact count. */
function useNearEnd(last: number, count: number, isExact: boolean, countAll: () => void): void {
  const isNear = !isExact && last > count - 200;
  useEffect(() => {
    if (isNear) countAll();
  }, [isNear, countAll]);
}
