import {
  type ReactNode,
  type RefObject,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { useLocation } from 'wouter';

import { type IntentId, intentIdSchema } from '#shared/domain/ids.ts';
import type { LogQuery, LogRow, LogTableLayout } from '#shared/domain/logSearch.ts';
import { isUnresolved } from '#shared/domain/request.ts';

import { useDesk, useMay } from '../../client/deskContext.ts';
import {
  type LogLook,
  loadLook,
  loadVisited,
  lookOfLink,
  saveLook,
  saveVisited,
} from '../../client/logLook.ts';
import { useUpdateSettings } from '../../client/queries.ts';
import { useNowRequests } from '../../client/requests.ts';
import { typedStorage } from '../../client/typedStorage.ts';
import { useSay } from '../../i18n/i18n.ts';
import { ActionError, LoadError } from '../../ui/Notice.tsx';
import { Button } from '../../ui/Button.tsx';
import { ExportButton } from '../exports/ExportButton.tsx';
import { ScopeSwitch } from '../team/ScopeSwitch.tsx';
import { Detail } from './detail/Detail.tsx';
import { ColumnsMenu } from './bar/ColumnsMenu.tsx';
import { Toolbar } from './bar/Toolbar.tsx';
import { ViewsMenu } from './bar/ViewsMenu.tsx';
import { EmptyLog } from './Blank.tsx';
import styles from './LogScreen.module.css';
import { LogTabs } from './LogTabs.tsx';
import { ResolveSeveral } from './ResolveSeveral.tsx';
import type { Matches } from './search/pages.ts';
import { useLive } from './search/useLive.ts';
import { type LogSearch, useLogSearch } from './search/useLogSearch.ts';
import { SearchedTable } from './SearchedTable.tsx';
import type { TableHandle } from './table/VirtualTable.tsx';
import { useNeighbours } from './useNeighbours.ts';

type Props = {
  readonly opened: string | null;
  /** What a link from elsewhere asks for. */
  readonly link: string | null;
};

export function LogScreen({ opened, link }: Props): ReactNode {
  const say = useSay();
  const { profile } = useDesk();
  const unresolved = (useNowRequests(profile.id).data ?? []).filter(isUnresolved);
  const [isSeveral, setSeveral] = useState(false);
  const [, navigate] = useLocation();
  const parsed = intentIdSchema.safeParse(opened);
  const openedId = parsed.success ? parsed.data : null;
  const [look, setLook] = useLook(link);
  const query = useQueryOf(look);
  const search = useLogSearch(query);
  const table = useRef<TableHandle>(null);
  // Also where there is no table: the first request ends an empty log, and "Resolve several" returns to the rows.
  const fresh = useLive({ ...search, mayMove: () => mayMove(search, table.current) });
  const { layout, setLayout, error: layoutError } = useLayout();
  const close = useClose(openedId, table);
  const visited = useVisited(openedId);
  const open = ({ intentId }: LogRow): void => navigate(`/log/${intentId}`);
  const neighbours = useNeighbours(search.found?.pages ?? null, openedId, open);
  const matches = useMatches(search);
  const mayResolve = useMay('resolve');
  const isEmpty = search.index?.total === 0 && matches?.count === 0;
  return (
    <div className={`${styles.screen} column narrow tall`} data-opened={openedId !== null}>
      <div className="screen-head">
        <h1 className="text-18 bold">{say('log.title')}</h1>
        <LogTabs chosen="requests" />
        <ScopeSwitch scope="desk" />
        {!isEmpty && !isSeveral && <ViewsMenu look={look} onChange={setLook} />}
        {mayResolve && (isSeveral || unresolved.length > 1) && (
          <Button size="xs" variant="default" onClick={() => setSeveral(!isSeveral)}>
            {say(isSeveral ? 'log.several.all' : 'log.several')}
          </Button>
        )}
        {!isEmpty && !isSeveral && (
          <div className="row middle gap-8 push">
            <ColumnsMenu layout={layout} onChange={setLayout} />
            <ExportButton query={query} matches={matches} />
          </div>
        )}
      </div>
      {!isEmpty && !isSeveral && (
        <Toolbar
          look={look}
          onLook={setLook}
          search={search}
          matches={matches}
          onDown={() => table.current?.focusRow()}
        />
      )}
      <ActionError error={layoutError ?? search.countError} />
      {search.error !== null && (
        <LoadError error={search.error} retry={search.again} retrying={search.isSearching} />
      )}
      {isEmpty ? (
        <EmptyLog />
      ) : (
        <div className={`${styles.columns} stack short grow gap-16`}>
          <div className={`${styles.list} column narrow short relative`}>
            {isSeveral ? (
              <ResolveSeveral unresolved={unresolved} openedId={openedId} />
            ) : (
              <SearchedTable
                ref={table}
                search={search}
                fresh={fresh}
                look={look}
                onLook={setLook}
                layout={layout}
                onLayout={setLayout}
                openedId={openedId}
                visited={visited}
                onOpen={open}
              />
            )}
          </div>
          {openedId !== null && (
            <aside className={`${styles.side} narrow`} aria-label={say('detail.facts')}>
              <Detail intentId={openedId} neighbours={neighbours} onClose={close} />
            </aside>
          )}
        </div>
      )}
    </div>
  );
}

/** New rows come in at the top; they are inserted only while the newest rows are in view. */
function mayMove({ found }: LogSearch, table: TableHandle | null): boolean {
  if (table === null) return true;
  const isNewestFirst = found?.query.sort.by === 'time' && found.query.sort.descending;
  return isNewestFirst && table.isAtTop();
}

/** Gives the focus back to the row. Not sooner: in a narrow window the rows are only there again once the request is not. */
function useClose(openedId: IntentId | null, table: RefObject<TableHandle | null>): () => void {
  const [, navigate] = useLocation();
  const isClosing = useRef(false);
  useEffect(() => {
    if (openedId !== null || !isClosing.current) return;
    isClosing.current = false;
    table.current?.focusRow();
  }, [openedId, table]);
  return () => {
    isClosing.current = true;
    navigate('/log');
  };
}

/**
 * Survives leaving the screen and coming back. A link sets its own look each time it is visited, also by going back; changing the
 * look leaves the link.
 */
function useLook(link: string | null): readonly [LogLook, (look: LogLook) => void] {
  const [, navigate] = useLocation();
  const [shown, setShown] = useState(() => ({
    link,
    look: link === null ? loadLook(typedStorage()) : lookOfLink(link),
  }));
  if (shown.link !== link) {
    setShown({ link, look: link === null ? shown.look : lookOfLink(link) });
  }
  const { look } = shown;
  useEffect(() => saveLook(typedStorage(), look), [look]);
  return [
    look,
    (next) => {
      setShown({ link, look: next });
      if (link !== null) navigate('/log', { replace: true });
    },
  ];
}

/** The same question for a blank more or less. */
function useQueryOf({ text, filter, range, sort }: LogLook): LogQuery {
  const { profile } = useDesk();
  const dayProfileId = profile.id;
  return useMemo(
    () => ({ text: text.trim(), filter, range, sort, dayProfileId }),
    [text, filter, range, sort, dayProfileId],
  );
}

/** Heard of only when the count changes, not with every page of rows. */
function useMatches({ found, isOld }: LogSearch): Matches | null {
  const pages = found?.pages ?? null;
  const matches = useSyncExternalStore(pages?.subscribe ?? unheard, () => pages?.matches() ?? null);
  return isOld && matches?.count === 0 ? null : matches;
}

const unheard = (): (() => void) => () => undefined;

function useVisited(openedId: IntentId | null): ReadonlySet<string> {
  const [visited, setVisited] = useState(() => loadVisited(typedStorage()));
  useEffect(() => {
    if (openedId === null) return;
    setVisited((before) => {
      if (before.has(openedId)) return before;
      const after = new Set([...before, openedId]);
      saveVisited(typedStorage(), after);
      return after;
    });
  }, [openedId]);
  return visited;
}

/** Shown at once, remembered by the desk; taken back where it cannot be remembered. */
function useLayout(): {
  readonly layout: LogTableLayout;
  readonly setLayout: (layout: LogTableLayout) => void;
  readonly error: Error | null;
} {
  const { settings } = useDesk();
  const [chosen, setChosen] = useState<LogTableLayout | null>(null);
  const update = useUpdateSettings();
  return {
    layout: chosen ?? settings.logTable,
    setLayout: (layout) => {
      setChosen(layout);
      update.mutate(
        { logTable: layout },
        // A newer choice stays until it is answered itself.
        { onSettled: () => setChosen((now) => (now === layout ? null : now)) },
      );
    },
    error: update.error,
  };
}
