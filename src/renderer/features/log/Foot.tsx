import type { ReactNode } from 'react';

import type { IndexState } from '#shared/domain/logSearch.ts';
import { Money } from '#shared/domain/money.ts';

import { useDesk, usePrivacy } from '../../client/deskContext.ts';
import { isBehind } from '../../client/health.ts';
import type { LogLook } from '../../client/logLook.ts';
import { useSay } from '../../i18n/i18n.ts';
import { countText } from '../../text/numbers.ts';
import { isNarrowed } from './look.ts';
import styles from './LogScreen.module.css';
import { useDaily } from './queries.ts';
import { isSummable, sumsOf } from './sums.ts';

type Props = { readonly look: LogLook; readonly index: IndexState | null };

/** Beneath the table, always as high: what the range comes to, and whether the search knows everything yet. */
export function Foot({ look, index }: Props): ReactNode {
  const say = useSay();
  return (
    <div className={`${styles.foot} row wrap between text-13`}>
      <Sum look={look} />
      {index !== null && isBehind(index) && (
        <p role="status" className="push muted">
          {say('log.indexing', {
            indexed: countText(index.indexed),
            total: countText(index.total),
          })}
        </p>
      )}
    </div>
  );
}

/** Of one profile's days, so only where nothing else narrows; a sum of part of them would be taken for the whole. */
function Sum({ look }: { readonly look: LogLook }): ReactNode {
  const say = useSay();
  const { profile, settings } = useDesk();
  const { hide } = usePrivacy();
  const isWanted = isSummable(look.range) && !isNarrowed(look);
  const days = useDaily(profile.id, look.range, isWanted).data;
  if (!isWanted || days === undefined) return null;
  const { accepted, requested } = sumsOf(days);
  if (accepted === 0) return null;
  return (
    <p>
      <span className="muted">
        {say('log.sum', { count: accepted, shown: countText(accepted), profile: profile.name })}
      </span>{' '}
      {requested.map(({ currency, cents }, at) => (
        <span key={currency} className="medium nowrap">
          {at > 0 && ' · '}
          {`${hide(Money.shown(cents, currency, settings.language))}\u00a0${currency}`}
        </span>
      ))}
    </p>
  );
}
