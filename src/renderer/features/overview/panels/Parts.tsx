import type { ReactNode } from 'react';

import { useSay } from '../../../i18n/i18n.ts';
import { Bars } from '../chart/Bars.tsx';
import type { Part } from '../model.ts';
import styles from '../Overview.module.css';
import { Panel } from '../Panel.tsx';
import { PartsTable } from '../tables.tsx';

type Props<Key extends string> = {
  readonly title: string;
  readonly hint: string | null;
  /** What stands in the first column. */
  readonly heading: string;
  readonly counted: string;
  readonly parts: readonly Part<Key>[];
  readonly nameOf: (key: Key) => ReactNode;
  readonly isApart?: (key: Key) => boolean;
  /** Said in place of bars that would all be nothing. */
  readonly none: string;
  readonly foot?: ReactNode;
};

/** A panel of bars, with the table behind them. */
export function Parts<Key extends string>(props: Props<Key>): ReactNode {
  const { title, hint, heading, counted, parts, nameOf, isApart, none, foot = null } = props;
  const say = useSay();
  const isNothing = parts.every(({ count }) => count === 0);
  return (
    <Panel
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
      {isNothing ? (
        <p className={styles.calm}>{none}</p>
      ) : (
        <Bars
          label={title}
          parts={parts}
          nameOf={nameOf}
          {...(isApart === undefined ? {} : { isApart })}
        />
      )}
      {foot}
    </Panel>
  );
}
