import type { ReactNode, RefObject } from 'react';

import type { LogColumn, LogRow } from '#shared/domain/logSearch.ts';

import { useDesk, usePrivacy } from '../../../client/deskContext.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { useStateWords } from '../../../ui/StateBadge.tsx';
import { useRowTimes } from '../../../ui/hooks.ts';
import type { Pages } from '../search/pages.ts';
import { Row } from './Row.tsx';
import type { View } from './scroller.ts';
import { rowUnder } from './tableKeys.ts';
import type { ActiveRow } from './useActiveRow.ts';
import type { RowActions } from './useRowActions.ts';
import styles from './VirtualTable.module.css';

type Props = {
  readonly pages: Pages;
  readonly view: View;
  readonly columns: readonly LogColumn[];
  readonly active: ActiveRow | null;
  readonly openedId: string | null;
  readonly visited: ReadonlySet<string>;
  readonly actions: RowActions;
};

type BodyProps = Props & {
  readonly body: RefObject<HTMLTableSectionElement | null>;
  readonly onActivate: (at: number, withFocus: boolean) => void;
  readonly onOpen: (row: LogRow) => void;
};

/** Hears the clicks of all rows. */
export function Rows({ body, onActivate, onOpen, ...rows }: BodyProps): ReactNode {
  const { pages, active, actions } = rows;
  return (
    <tbody
      ref={body}
      className={styles.body}
      onClick={(event) => {
        const at = rowUnder(event.target);
        const row = at === null ? null : pages.rowAt(at);
        // Another tab is the browser's, and a customer's name is a link of its own.
        if (at === null || row === null || event.ctrlKey || event.metaKey) return;
        if (isIn(event.target, 'customer')) return;
        event.preventDefault();
        onActivate(at, true);
        if (isIn(event.target, 'reveal')) actions.reveal(row);
        // Not at the end of marking a piece of text.
        else if (getSelection()?.isCollapsed !== false) onOpen(row);
      }}
      onFocus={(event) => {
        const at = rowUnder(event.target);
        // Come to by Tab, it is brought into view; when the window is come back to, what is being read stays.
        const isComeTo = at !== active?.at || event.relatedTarget !== null;
        if (at !== null && isComeTo) onActivate(at, false);
      }}
    >
      <Shown {...rows} />
    </tbody>
  );
}

function isIn(target: EventTarget, action: 'reveal' | 'customer'): boolean {
  return target instanceof Element && target.closest(`[data-action="${action}"]`) !== null;
}

function Shown(props: Props): ReactNode {
  const { pages, view, columns, active, actions } = props;
  const say = useSay();
  const { language } = useDesk().settings;
  const times = useRowTimes();
  const words = useStateWords();
  const privacy = usePrivacy();
  const tabStop = active?.at ?? view.first;
  return placesOf(view, active, pages.matches().count).map((at) => {
    const row = active?.at === at ? active.row : pages.rowAt(at);
    // One that has the keyboard stays in the page when it is scrolled away, just out of sight.
    const isAway = at < view.first || at > view.last;
    if (row === null) return <Coming key={at} at={at} columns={columns} />;
    const { intentId } = row;
    return (
      <Row
        key={intentId}
        row={row}
        at={at}
        isAway={isAway}
        columns={columns}
        times={times}
        say={say}
        language={language}
        isOpened={intentId === props.openedId}
        isActive={at === tabStop}
        isVisited={props.visited.has(intentId)}
        isCopied={actions.note?.tone === 'done' && actions.note.intentId === intentId}
        words={words}
        hide={privacy.hide}
        isPrivate={privacy.on}
        revealed={actions.revealed?.intentId === intentId ? actions.revealed.text : null}
      />
    );
  });
}

function placesOf(
  { first, last }: View,
  active: ActiveRow | null,
  count: number,
): readonly number[] {
  const end = Math.min(last, count - 1);
  const places = Array.from({ length: Math.max(0, end - first + 1) }, (_, at) => first + at);
  if (active === null || (active.at >= first && active.at <= end)) return places;
  return active.at < first ? [active.at, ...places] : [...places, active.at];
}

type ComingProps = {
  readonly at: number;
  readonly columns: readonly LogColumn[];
};

/** After a jump further than anything fetched so far. */
function Coming({ at, columns }: ComingProps): ReactNode {
  return (
    <tr className={styles.row} aria-rowindex={at + 2} aria-busy="true">
      {columns.map((column) => (
        <td key={column} className={styles.cell} data-column={column}>
          <span className={styles.coming} />
        </td>
      ))}
    </tr>
  );
}
