import type { ReactNode } from 'react';
import { Link } from 'wouter';

import { useDesk } from '../../../client/deskContext.ts';
import { countText } from '../../../text/numbers.ts';
import type { Part } from '../model.ts';
import { shareText } from '../overviewText.ts';
import styles from './Chart.module.css';

type Props<Key extends string> = {
  readonly label: string;
  readonly parts: readonly Part<Key>[];
  readonly nameOf: (key: Key) => ReactNode;
  /** Names and numbers alone, as the legend of another chart. */
  readonly isLegend?: boolean;
};

/** One bar per line: its name, its length, its number and its share. A line opens what it counts. */
export function Bars<Key extends string>(props: Props<Key>): ReactNode {
  const { label, parts, nameOf, isLegend = false } = props;
  const { language } = useDesk().settings;
  const longest = Math.max(1, ...parts.map(({ count }) => count));
  return (
    <ul className={styles.lines} data-legend={isLegend} aria-label={label}>
      {parts.map(({ key, count, share, href }) => {
        const line = (
          <>
            <span className="narrow breakable">{nameOf(key)}</span>{' '}
            {!isLegend && (
              <span className={styles.track} aria-hidden="true">
                <span style={{ inlineSize: `${(count / longest) * 100}%` }} />
              </span>
            )}
            <span className={`${styles.count} end`}>{countText(count)}</span>{' '}
            <span className={`${styles.share} end muted nowrap`}>{shareText(share, language)}</span>
          </>
        );
        return (
          <li key={key}>
            {count === 0 ? (
              <span className={`${styles.line} opening middle text-13 muted`}>{line}</span>
            ) : (
              <Link href={href} className={`${styles.line} opening middle text-13`}>
                {line}
              </Link>
            )}
          </li>
        );
      })}
    </ul>
  );
}
