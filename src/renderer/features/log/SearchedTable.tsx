import { type ReactNode, type RefObject, useMemo } from 'react';

import type { IntentId } from '#shared/domain/ids.ts';
import type { LogRow, LogTableLayout } from '#shared/domain/logSearch.ts';

import type { LogLook } from '../../client/logLook.ts';
import { useSay } from '../../i18n/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { usePage } from '../../ui/page.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useLasting } from '../../ui/hooks.ts';
import { NoMatch } from './Blank.tsx';
import { Foot } from './Foot.tsx';
import { nextSort } from './look.ts';
import styles from './LogScreen.module.css';
import type { LogSearch } from './search/useLogSearch.ts';
import type { Fresh } from './search/useLive.ts';
import { besideDetail, withWidth } from './table/columns.ts';
import { type TableHandle, VirtualTable } from './table/VirtualTable.tsx';

const ROW_PX = { comfortable: 32, compact: 28 } as const;
/** Mostly the first rows are there sooner. */
const SKELETON_AFTER_MS = 200;
/** Only so wide do the list and an opened request stand side by side, and only up to there is the list short of room. */
const isTightFor = ({ width }: { readonly width: number }): boolean =>
  width >= 1100 && width < 1700;
/** Beside a chat window the digits of a requisite need the room. */
const isNarrowFor = ({ width }: { readonly width: number }): boolean => width < 1000;

type Props = {
  readonly ref: RefObject<TableHandle | null>;
  readonly search: LogSearch;
  /** New ones that match and are not among the rows. */
  readonly fresh: Fresh;
  readonly look: LogLook;
  readonly onLook: (look: LogLook) => void;
  readonly layout: LogTableLayout;
  readonly onLayout: (layout: LogTableLayout) => void;
  readonly openedId: IntentId | null;
  readonly visited: ReadonlySet<string>;
  readonly onOpen: (row: LogRow) => void;
};

/** What was found, or why there is nothing; and what came after it was searched for. */
export function SearchedTable(props: Props): ReactNode {
  const { ref, search, fresh, look, onLook, layout, onLayout, openedId } = props;
  const say = useSay();
  const { found, isOld, again } = search;
  const isTight = usePage(isTightFor);
  const isNarrow = usePage(isNarrowFor);
  const isCut = isNarrow || (isTight && openedId !== null);
  const columns = useMemo(
    () => (isCut ? besideDetail(layout.columns) : layout.columns),
    [isCut, layout.columns],
  );
  const isSlow = useLasting(found === null, SKELETON_AFTER_MS);
  if (found === null) {
    return search.error === null && isSlow ? <Skeleton height={420} /> : null;
  }
  const isBlank = found.pages.matches().count === 0 && !isOld;
  return (
    <>
      <div role="status" className={`${styles.freshPlace} row center`}>
        {fresh.count > 0 && (
          <Button
            size="xs"
            onClick={() => {
              again();
              ref.current?.toTop();
            }}
          >
            {say('log.fresh', {
              count: fresh.count,
              shown: `${fresh.count}${fresh.isMore ? '+' : ''}`,
            })}
          </Button>
        )}
      </div>
      {isBlank ? (
        <NoMatch look={look} onChange={onLook} />
      ) : (
        <VirtualTable
          ref={ref}
          pages={found.pages}
          question={JSON.stringify(found.query)}
          isOld={isOld}
          columns={columns}
          rowPx={ROW_PX[layout.density]}
          sort={look.sort}
          openedId={openedId}
          visited={props.visited}
          onSort={(by) => onLook({ ...look, sort: nextSort(look.sort, by) })}
          onWidth={(key, width) =>
            onLayout({ ...layout, columns: withWidth(layout.columns, key, width) })
          }
          onOpen={props.onOpen}
          countAll={search.countAll}
        />
      )}
      <Foot look={look} index={search.index} />
    </>
  );
}
