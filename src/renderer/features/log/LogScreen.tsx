import { Button, Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';

import { intentIdSchema } from '#shared/domain/ids.ts';

import { useSay } from '../../i18n/i18n.ts';
import { LoadError } from '../../ui/LoadError.tsx';
import { Detail } from './Detail.tsx';
import styles from './LogScreen.module.css';
import { LogTable } from './LogTable.tsx';
import { useLogPages } from './queries.ts';

export function LogScreen({ opened }: { readonly opened: string | null }): ReactNode {
  const say = useSay();
  const pages = useLogPages();
  const parsed = intentIdSchema.safeParse(opened);
  const openedId = parsed.success ? parsed.data : null;
  const requests = pages.data?.pages.flatMap((page) => page.requests) ?? [];
  const total = pages.data?.pages.at(-1)?.total ?? 0;
  const empty = pages.data !== undefined && requests.length === 0;
  return (
    <div className={styles.screen} data-opened={openedId !== null}>
      <div className={styles.head}>
        <h1 className={styles.title}>{say('log.title')}</h1>
        {total > 0 && (
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
            {pages.isPending && <Skeleton height={420} radius={12} />}
            {requests.length > 0 && <LogTable requests={requests} openedId={openedId} />}
            {pages.hasNextPage && (
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
              <Detail key={openedId} intentId={openedId} />
            )}
          </aside>
        </div>
      )}
    </div>
  );
}

function EmptyLog(): ReactNode {
  const say = useSay();
  return (
    <div className={styles.empty}>
      <h2 className={styles.emptyTitle}>{say('log.empty.title')}</h2>
      <p>{say('log.empty.text')}</p>
      <Button component={Link} href="/">
        {say('log.empty.step')}
      </Button>
    </div>
  );
}
