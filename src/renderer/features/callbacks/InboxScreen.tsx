import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'wouter';

import { type Callback, type CallbackFilter, EVERY_CALLBACK } from '#shared/domain/callback.ts';

import { useDesk } from '../../client/deskContext.ts';
import { inboxHref, readInboxPlace } from '../../client/inboxPlace.ts';
import { useListener } from '../../client/listener.ts';
import { useSay } from '../../i18n/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { QueryError } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { CallbackDetail } from './CallbackDetail.tsx';
import { CallbackTable } from './CallbackTable.tsx';
import { FilterBar } from './FilterBar.tsx';
import styles from './Inbox.module.css';
import { useCallbackPages, useOneCallback } from './queries.ts';

/** Callbacks as they came in, of every profile, and how each matched. `rest`: what follows /inbox/ in the address. */
export function InboxScreen({ rest }: { readonly rest: string }): ReactNode {
  const say = useSay();
  const { filter, seq } = readInboxPlace(rest);
  const pages = useCallbackPages(filter);
  const callbacks = pages.data?.pages.flatMap((page) => page.callbacks) ?? [];
  const total = pages.data?.pages.at(-1)?.total ?? 0;
  const isNarrowed = inboxHref(filter) !== inboxHref(EVERY_CALLBACK);
  const isEmpty = pages.data !== undefined && callbacks.length === 0;
  const isBare = isEmpty && !isNarrowed;
  const list = useRef<HTMLDivElement>(null);
  const close = useClose(filter, seq, list);
  return (
    <div className={`${styles.screen} narrow`} data-opened={seq !== null}>
      <div className="screen-head">
        <h1 className="text-18 ink bold">{say('inbox.title')}</h1>
        {total > 0 && (
          <p className="text-13 muted push" role="status">
            {say('inbox.count', { shown: callbacks.length, total })}
          </p>
        )}
      </div>
      {!isBare && <FilterBar filter={filter} />}
      <QueryError of={pages} />
      {isBare && <EmptyInbox />}
      {!isBare && (pages.error === null || pages.data !== undefined) && (
        <div className={`${styles.columns} columns gap-16`}>
          <div className={`${styles.list} narrow`} ref={list}>
            {pages.isPending && <Skeleton height={420} />}
            {isEmpty && <NoneSuch />}
            {callbacks.length > 0 && (
              <CallbackTable callbacks={callbacks} opened={seq} filter={filter} />
            )}
            {pages.hasNextPage && (
              <Button
                variant="default"
                className={styles.more ?? ''}
                aria-busy={pages.isFetchingNextPage}
                onClick={() => void pages.fetchNextPage()}
              >
                {say('inbox.more')}
              </Button>
            )}
          </div>
          <aside className={`${styles.side} narrow`} aria-label={say('inbox.raw')}>
            {seq === null ? (
              <p className="dashed">{say('inbox.none')}</p>
            ) : (
              <Opened
                key={seq}
                seq={seq}
                listed={callbacks.find((callback) => callback.seq === seq) ?? null}
                filter={filter}
                onClose={close}
              />
            )}
          </aside>
        </div>
      )}
    </div>
  );
}

type OpenedProps = {
  readonly seq: number;
  readonly listed: Callback | null;
  readonly filter: CallbackFilter;
  readonly onClose: () => void;
};

function Opened({ seq, listed, filter, onClose }: OpenedProps): ReactNode {
  const say = useSay();
  const one = useOneCallback(listed === null ? seq : null);
  const callback = listed ?? one.data ?? null;
  if (callback !== null) {
    return <CallbackDetail callback={callback} filter={filter} onClose={onClose} />;
  }
  if (one.error !== null) return <QueryError of={one} />;
  if (one.isPending) return <Skeleton height={240} />;
  return <p className="dashed">{say('inbox.gone')}</p>;
}

/** Why it is empty, and the one thing to do about it. */
function EmptyInbox(): ReactNode {
  const say = useSay();
  const { profile } = useDesk();
  const listener = useListener(profile.id).data;
  if (listener === undefined) return null;
  const path = `/settings/profile/${profile.id}/callbacks`;
  const { state, problem, address, publicAddress } = listener;
  const word = { off: 'off', failed: 'failed', listening: 'quiet' } as const;
  return (
    <div className="dashed blank">
      <h2 className="text-18 ink bold">{say(`inbox.${word[state]}.title`)}</h2>
      {state === 'off' && <p>{say('inbox.off.text', { profile: profile.name })}</p>}
      {problem !== null && <p>{say(`listener.problem.${problem.code}`)}</p>}
      {state === 'listening' && (
        <>
          <p>{say('inbox.quiet.text', { profile: profile.name })}</p>
          <p className="fit text-12 mono breakable">{publicAddress ?? address}</p>
        </>
      )}
      <Button href={path} {...(state === 'listening' ? { variant: 'default' } : {})}>
        {say(state === 'listening' ? 'inbox.quiet.step' : 'inbox.off.step')}
      </Button>
    </div>
  );
}

/** Nothing is left by the filter: what to do is to ask for more. */
function NoneSuch(): ReactNode {
  const say = useSay();
  return (
    <div className="dashed blank">
      <h2 className="text-18 ink bold">{say('inbox.noneSuch.title')}</h2>
      <p>{say('inbox.noneSuch.text')}</p>
      <Button href={inboxHref(EVERY_CALLBACK)} variant="default">
        {say('inbox.noneSuch.step')}
      </Button>
    </div>
  );
}

/** Gives the focus back to the row it was opened from, once the row is there again. */
function useClose(
  filter: CallbackFilter,
  seq: number | null,
  list: RefObject<HTMLElement | null>,
): () => void {
  const [, navigate] = useLocation();
  const closed = useRef<number | null>(null);
  useEffect(() => {
    if (seq !== null || closed.current === null) return;
    const path = `#${inboxHref(filter, closed.current)}`;
    closed.current = null;
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('tbody a') ?? [])];
    (rows.find((row) => row.getAttribute('href') === path) ?? rows[0])?.focus();
  });
  return () => {
    closed.current = seq;
    navigate(inboxHref(filter));
  };
}
