import { Button, Skeleton } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Link, useLocation } from 'wouter';

import { intentIdSchema } from '#shared/domain/ids.ts';
import { isUnresolved } from '#shared/domain/request.ts';

import { useDesk } from '../../client/deskContext.ts';
import { useIsLogReadable } from '../../client/health.ts';
import { useSay } from '../../i18n/i18n.ts';
import { LoadError } from '../../ui/LoadError.tsx';
import { useNowRequests } from '../../client/nowRequests.ts';
import { Detail } from '../logDetail/Detail.tsx';
import styles from './LogScreen.module.css';
import { LogTable } from './LogTable.tsx';
import { useLogPages } from './queries.ts';
import { ResolveSeveral } from './ResolveSeveral.tsx';

export function LogScreen({ opened }: { readonly opened: string | null }): ReactNode {
  const say = useSay();
  const pages = useLogPages();
  const unresolved = (useNowRequests(useDesk().profile.id).data ?? []).filter(isUnresolved);
  const [several, setSeveral] = useState(false);
  const [, navigate] = useLocation();
  const parsed = intentIdSchema.safeParse(opened);
  const openedId = parsed.success ? parsed.data : null;
  const requests = pages.data?.pages.flatMap((page) => page.requests) ?? [];
  const total = pages.data?.pages.at(-1)?.total ?? 0;
  const empty = pages.data !== undefined && requests.length === 0;
  return (
    <div className={styles.screen} data-opened={openedId !== null}>
      <div className={styles.head}>
        <h1 className={styles.title}>{say('log.title')}</h1>
        {(several || unresolved.length > 1) && (
          <Button size="xs" variant="default" onClick={() => setSeveral(!several)}>
            {say(several ? 'log.several.all' : 'log.several')}
          </Button>
        )}
        {total > 0 && !several && (
          <p className={styles.count} role="status">
            {say('log.count', { shown: requests.length, total })}
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
      {empty && <EmptyLog />}
      {!empty && (
        <div className={styles.columns}>
          <div className={styles.list}>
            {several && <ResolveSeveral unresolved={unresolved} openedId={openedId} />}
            {pages.isPending && <Skeleton height={420} radius={12} />}
            {!several && requests.length > 0 && (
              <LogTable requests={requests} openedId={openedId} selection={null} />
            )}
            {!several && pages.hasNextPage && (
              <Button
                variant="default"
                className={styles.loadMore ?? ''}
                loading={pages.isFetchingNextPage}
                onClick={() => void pages.fetchNextPage()}
              >
                {say('log.more')}
              </Button>
            )}
          </div>
          <aside className={styles.side} aria-label={say('detail.facts')}>
            {openedId === null ? (
              <p className={styles.choose}>{say('detail.none')}</p>
            ) : (
              <Detail
                key={openedId}
                intentId={openedId}
                neighbours={null}
                onClose={() => navigate('/log')}
              />
            )}
          </aside>
        </div>
      )}
    </div>
  );
}

/** A log that cannot be read is not an empty one. */
function EmptyLog(): ReactNode {
  const say = useSay();
  const readable = useIsLogReadable();
  return (
    <div className={styles.empty}>
      <h2 className={styles.emptyTitle}>{say(readable ? 'log.empty.title' : 'log.noLog.title')}</h2>
      <p>{say(readable ? 'log.empty.text' : 'log.noLog.text')}</p>
      {readable && (
        <Button component={Link} href="/">
          {say('log.empty.step')}
        </Button>
      )}
    </div>
  );
}
