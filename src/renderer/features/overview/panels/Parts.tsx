import type { ReactNode } from 'react';

import { useSay } from '../../../i18n/i18n.ts';
import { Bars } from '../chart/Bars.tsx';
import chart from '../chart/Chart.module.css';
import { Swatch } from '../chart/Columns.tsx';
import type { OverviewModel, Part } from '../model.ts';
import styles from '../Overview.module.css';
import { Panel } from '../Panel.tsx';
import { PartsTable } from '../tables.tsx';

type Props<Key extends string> = {
  readonly title: string;
  readonly hint?: string | null;
  readonly size?: 'third' | 'two';
  /** What stands in the first column. */
  readonly heading: string;
  readonly counted?: string;
  readonly parts: readonly Part<Key>[];
  readonly nameOf: (key: Key) => ReactNode;
  readonly isApart?: (key: Key) => boolean;
  readonly isLegend?: boolean;
  /** Said in place of bars that would all be nothing; without it they are drawn. */
  readonly none?: string;
  readonly lead?: ReactNode;
  readonly foot?: ReactNode;
};

/** A panel of bars, with the table behind them. */
export function Parts<Key extends string>(props: Props<Key>): ReactNode {
  const say = useSay();
  const { title, hint = null, size = 'third', heading, parts, nameOf, none } = props;
  const { counted = say('overview.table.count'), isApart, isLegend = false } = props;
  const isNothing = none !== undefined && parts.every(({ count }) => count === 0);
  return (
    <Panel
      size={size}
      title={title}
      hint={hint}
      table={
        <PartsTable
          caption={say('overview.table.of', { chart: title })}
          heading={heading}
          counted={counted}
          parts={parts}
          nameOf={nameOf}
        />
      }
    >
      {props.lead}
      {isNothing ? (
        <p className={`${styles.calm} muted`}>{none}</p>
      ) : (
        <Bars label={title} parts={parts} nameOf={nameOf} isApart={isApart} isLegend={isLegend} />
      )}
      {props.foot}
    </Panel>
  );
}

/** What became of them, as parts of a whole; also the legend of the columns beside it. */
export function Outcomes({ outcomes }: Pick<OverviewModel, 'outcomes'>): ReactNode {
  const say = useSay();
  return (
    <Parts
      size="two"
      title={say('overview.outcomes')}
      heading={say('overview.outcome')}
      parts={outcomes}
      nameOf={(group) => (
        <span className="row middle gap-8">
          <Swatch group={group} />
          {say(`overview.outcome.${group}`)}
        </span>
      )}
      isLegend
      lead={
        <div className={`${chart.whole} row gap-2 round-6 on-soft`} aria-hidden="true">
          {outcomes.map(({ key, count, share }) =>
            count === 0 ? null : (
              <span key={key} className={chart.fill} data-group={key} style={{ flexGrow: share }} />
            ),
          )}
        </div>
      }
    />
  );
}
