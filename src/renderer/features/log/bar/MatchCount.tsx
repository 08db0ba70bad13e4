import type { ReactNode } from 'react';

import type { IndexState } from '#shared/domain/logSearch.ts';

import { useSay } from '../../../i18n/i18n.ts';
import { countText } from '../../../text/numbers.ts';
import type { Matches } from '../search/pages.ts';
import styles from './Bar.module.css';

type Props = {
  readonly matches: Matches;
  readonly index: IndexState | null;
  readonly isCounting: boolean;
  readonly onCountAll: () => void;
};

export function MatchCount({ matches, index, isCounting, onCountAll }: Props): ReactNode {
  const say = useSay();
  const shown = matches.isExact ? countText(matches.count) : `${countText(matches.count)}+`;
  const total = Math.max(index?.total ?? 0, matches.count);
  return (
    <div className={styles.count}>
      <p role="status">{say('log.count', { shown, total: countText(total) })}</p>
      {!matches.isExact && (
        <button type="button" className={styles.clear} disabled={isCounting} onClick={onCountAll}>
          {say(isCounting ? 'log.counting' : 'log.countAll')}
        </button>
      )}
    </div>
  );
}
