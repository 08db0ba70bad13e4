import type { ReactNode } from 'react';
import { Link } from 'wouter';

import { useDesk } from '../../../client/deskContext.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { countText } from '../../../text/numbers.ts';
import fills from '../chart/Fills.module.css';
import { Swatch } from '../chart/Swatch.tsx';
import type { OverviewModel } from '../model.ts';
import type { OutcomeGroup } from '../outcomes.ts';
import { shareText } from '../overviewText.ts';
import { Panel } from '../Panel.tsx';
import { PartsTable } from '../tables.tsx';
import styles from './Outcomes.module.css';

/** What became of them, as parts of a whole; also the legend of the columns beside it. */
export function Outcomes({ outcomes }: Pick<OverviewModel, 'outcomes'>): ReactNode {
  const say = useSay();
  const { language } = useDesk().settings;
  const title = say('overview.outcomes');
  const nameOf = (group: OutcomeGroup): ReactNode => (
    <span className={styles.name}>
      <Swatch group={group} />
      {say(`overview.outcome.${group}`)}
    </span>
  );
  return (
    <Panel
      size="two"
      title={title}
      table={
        <PartsTable
          caption={say('overview.table.of', { chart: title })}
          heading={say('overview.outcome')}
          counted={say('overview.table.count')}
          parts={outcomes}
          nameOf={nameOf}
        />
      }
    >
      <div className={styles.whole} aria-hidden="true">
        {outcomes.map(({ key, count, share }) =>
          count === 0 ? null : (
            <span
              key={key}
              className={`${fills.fill} ${styles.part}`}
              data-group={key}
              style={{ flexGrow: share }}
            />
          ),
        )}
      </div>
      <ul className={styles.list} aria-label={title}>
        {outcomes.map(({ key, count, share, href }) => {
          const line = (
            <>
              {nameOf(key)} <span className={styles.count}>{countText(count)}</span>{' '}
              <span className={styles.share}>{shareText(share, language)}</span>
            </>
          );
          return (
            <li key={key}>
              {count === 0 ? (
                <span className={styles.line} data-nothing="true">
                  {line}
                </span>
              ) : (
                <Link href={href} className={styles.line}>
                  {line}
                </Link>
              )}
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
