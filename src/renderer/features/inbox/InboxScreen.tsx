import { Button, Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';

import { readInboxPlace } from '../../client/inboxPlace.ts';
import { useSay } from '../../i18n/i18n.ts';
import { LoadError } from '../../ui/LoadError.tsx';
import { CallbackDetail } from './CallbackDetail.tsx';
import { CallbackTable } from './CallbackTable.tsx';
import { EmptyInbox } from './EmptyInbox.tsx';
import styles from './Inbox.module.css';
import { useCallbackPages } from './queries.ts';

/** Callbacks as they came in, of every profile, and how each matched. */
/** `rest`: what follows /inbox/ in the address. */
export function InboxScreen({ rest }: { readonly rest: string }): ReactNode {
  const say = useSay();
  const { filter, seq: opened } = readInboxPlace(rest);
  const pages = useCallbackPages(filter);
  const callbacks = pages.data?.pages.flatMap((page) => page.callbacks) ?? [];
  const total = pages.data?.pages.at(-1)?.total ?? 0;
  const shown = callbacks.find(({ seq }) => seq === opened) ?? null;
  const isEmpty = pages.data !== undefined && callbacks.length === 0;
  return (
    <div className={styles.screen} data-opened={shown !== null}>
      <div className={styles.head}>
        <h1 className={styles.title}>{say('inbox.title')}</h1>
        {total > 0 && (
          <p className={styles.count} role="status">
            {say('inbox.count', { shown: callbacks.length, total })}
          </p>
        )}
      </div>
      {pages.error !== null && (
        <LoadError
          error={pages.error}
          retry={() => void pages.refetch()}
          retrying={pages.isFetching}
        />
      )}
      {isEmpty && <EmptyInbox />}
      {!isEmpty && (
        <div className={styles.columns}>
          <div className={styles.list}>
            {pages.isPending && <Skeleton height={420} radius={12} />}
            {callbacks.length > 0 && <CallbackTable callbacks={callbacks} opened={shown} />}
            {pages.hasNextPage && (
              <Button
                variant="default"
                className={styles.more ?? ''}
                loading={pages.isFetchingNextPage}
                onClick={() => void pages.fetchNextPage()}
              >
                {say('inbox.more')}
              </Button>
            )}
          </div>
          <aside className={styles.side} aria-label={say('inbox.raw')}>
            {shown === null ? (
              <p className={styles.choose}>{say('inbox.none')}</p>
            ) : (
              <CallbackDetail key={shown.seq} callback={shown} />
            )}
          </aside>
        </div>
      )}
    </div>
  );
}
