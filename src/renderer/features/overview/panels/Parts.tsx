import type { ReactNode } from 'react';

import { useSay } from '../../../i18n/i18n.ts';
import { Bars } from '../chart/Bars.tsx';
import chart from '../chart/Chart.module.css';
import { Swatch } from '../chart/Columns.tsx';
import type { OverviewModel, Part } from '../model.ts';
import styles from '../Overview.module.css';
import { Panel } from '../Panel.tsx';

type Props<Key extends string> = {
  readonly title: string;
  readonly hint?: string | null;
  readonly parts: readonly Part<Key>[];
  readonly nameOf: (key: Key) => ReactNode;
  readonly isLegend?: boolean;
  /** Said in place of bars that would all be nothing; without it they are drawn. */
  readonly none?: string;
  readonly lead?: ReactNode;
  readonly foot?: ReactNode;
};

/** A panel of bars. */
export function Parts<Key extends string>(props: Props<Key>): ReactNode {
  const { title, hint = null, parts, nameOf, isLegend = false, none } = props;
  const isNothing = none !== undefined && parts.every(({ count }) => count === 0);
  return (
    <Panel title={title} hint={hint}>
      {props.lead}
      {isNothing ? (
        <p className={`${styles.calm} muted`}>{none}</p>
      ) : (
        <Bars label={title} parts={parts} nameOf={nameOf} isLegend={isLegend} />
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
      title={say('overview.outcomes')}
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
