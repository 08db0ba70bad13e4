import type { ReactNode } from 'react';

import { useSay } from '../../../i18n/i18n.ts';
import { countText } from '../../../text/numbers.ts';
import type { Column } from '../model.ts';
import { Swatch } from './Swatch.tsx';
import styles from './Columns.module.css';

type Props = {
  readonly column: Column;
  readonly name: string;
  /** Where along the chart the column stands, from 0 to 1. */
  readonly place: number;
};

/** Beside the column, on the side that has room. For the eye alone: the column's own name says the same. */
export function Tip({ column, name, place }: Props): ReactNode {
  const say = useSay();
  const isAfter = place < 0.5;
  const along = `calc((100% - var(--gutter)) * ${isAfter ? place : 1 - place}`;
  return (
    <div
      className={styles.tip}
      aria-hidden="true"
      style={
        isAfter
          ? { insetInlineStart: `${along} + var(--gutter) + 20px)` }
          : { insetInlineEnd: `${along} + 20px)` }
      }
    >
      <p className="text-12 muted">{name}</p>
      <p className={styles.tipTotal}>
        {say('overview.column.total', { count: column.count, shown: countText(column.count) })}
      </p>
      <ul>
        {column.parts
          .filter(({ count }) => count > 0)
          .toReversed()
          .map(({ key, count }) => (
            <li key={key}>
              <Swatch group={key} />
              <span>{say(`overview.outcome.${key}`)}</span>
              <span className={styles.tipCount}>{countText(count)}</span>
            </li>
          ))}
      </ul>
    </div>
  );
}
