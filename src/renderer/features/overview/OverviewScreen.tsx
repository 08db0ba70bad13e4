import { type ReactNode, useState } from 'react';

import type { IndexState } from '#shared/domain/logSearch.ts';
import type { Overview } from '#shared/domain/overview.ts';

import { useDesk } from '../../client/deskContext.ts';
import { isBehind } from '../../client/health.ts';
import { useSay } from '../../i18n/i18n.ts';
import { countText } from '../../text/numbers.ts';
import { LoadError } from '../../ui/Notice.tsx';
import { useLasting } from '../../ui/hooks.ts';
import { RangeMenu } from '../log/bar/RangeMenu.tsx';
import { EmptyLog } from '../log/Blank.tsx';
import { Content } from './Content.tsx';
import { CurrencyChoice } from './CurrencyChoice.tsx';
import { type OverviewLook, loadOverviewLook, saveOverviewLook } from './look.ts';
import { currenciesOf } from './model.ts';
import styles from './Overview.module.css';
import { useOverview } from './queries.ts';
import { Waiting } from './Waiting.tsx';

/** Mostly the numbers are there sooner. */
const SKELETON_AFTER_MS = 200;

/** What was issued in a range of the merchant's days, in numbers; each opens what it counts. */
export function OverviewScreen(): ReactNode {
  const say = useSay();
  const { profile } = useDesk();
  const [look, setLook] = useOverviewLook();
  const counted = useOverview(profile.id, look.range);
  const { data, error } = counted;
  const isSlow = useLasting(data === undefined && error === null, SKELETON_AFTER_MS);
  const isEmpty = data !== undefined && isNothing(data.overview);
  return (
    <div className={styles.screen}>
      <div className={styles.head}>
        <h1 className={styles.title}>{say('overview.title')}</h1>
        {!isEmpty && (
          <>
            <RangeMenu
              isChoice
              range={look.range}
              onChange={(range) => setLook({ ...look, range })}
            />
            <CurrencyChoice
              currencies={data === undefined ? [] : currenciesOf(data.overview)}
              currency={look.currency}
              onChange={(currency) => setLook({ ...look, currency })}
            />
            <p className={styles.days}>
              {say('overview.days', {
                profile: profile.name,
                zone: profile.timeZone ?? say('log.range.localZone'),
                cut: profile.dayCut,
              })}
            </p>
          </>
        )}
      </div>
      {data !== undefined && <Behind index={data.overview.index} />}
      {error !== null && (
        <div className={styles.trouble}>
          <LoadError
            error={error}
            retry={() => void counted.refetch()}
            retrying={counted.isFetching}
          />
        </div>
      )}
      {isEmpty && <EmptyLog words="overview.empty" />}
      {data !== undefined && !isEmpty && (
        <Content counted={data} currency={look.currency} isOld={counted.isPlaceholderData} />
      )}
      {isSlow && data === undefined && <Waiting />}
    </div>
  );
}

/** Nothing at all, rather than nothing in these days. */
function isNothing({ index, callbacks, limits }: Overview): boolean {
  const received = Object.values(callbacks).reduce((sum, count) => sum + count, 0);
  return index.total === 0 && received === 0 && limits.count === 0;
}

function useOverviewLook(): readonly [OverviewLook, (look: OverviewLook) => void] {
  const [look, setLook] = useState(() => loadOverviewLook(sessionStorage));
  return [
    look,
    (next) => {
      setLook(next);
      saveOverviewLook(sessionStorage, next);
    },
  ];
}

function Behind({ index }: { readonly index: IndexState }): ReactNode {
  const say = useSay();
  if (!isBehind(index)) return null;
  return (
    <p role="status" className={styles.behind}>
      {say('overview.behind', {
        indexed: countText(index.indexed),
        total: countText(index.total),
      })}
    </p>
  );
}
