import { type ReactNode, useId } from 'react';
import { Link } from 'wouter';

import { useSay } from '../../../i18n/i18n.ts';
import { countText } from '../../../text/numbers.ts';
import styles from './HandOver.module.css';

type Props = {
  readonly title: string;
  readonly hint?: string | null;
  readonly total: number;
  readonly listed: number;
  /** What is said where there is nothing. */
  readonly none: string;
  /** Where the rest of them are. */
  readonly href: string;
  /** The operator has to act on these. */
  readonly isCalling?: boolean;
  readonly children: ReactNode;
};

export function Section(props: Props): ReactNode {
  const { title, hint = null, total, listed, none, href, isCalling = false, children } = props;
  const say = useSay();
  const titleId = useId();
  const others = total - listed;
  return (
    <section
      className={styles.section}
      aria-labelledby={titleId}
      data-calling={isCalling && total > 0}
    >
      <h2 id={titleId} className={styles.heading}>
        {title} {total > 0 && <span className={styles.count}>{countText(total)}</span>}
      </h2>
      {hint !== null && <p className="text-13 muted">{hint}</p>}
      {total === 0 ? <p className="muted">{none}</p> : children}
      {others > 0 && (
        <Link href={href} className={styles.more}>
          {say('handOver.more', { count: others, shown: countText(others) })}
        </Link>
      )}
    </section>
  );
}
