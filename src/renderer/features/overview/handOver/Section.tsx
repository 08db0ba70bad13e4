import { type ReactNode, useId } from 'react';
import { Link } from 'wouter';

import { useSay } from '../../../i18n/i18n.ts';
import { countText } from '../../../text/numbers.ts';
import styles from './HandOver.module.css';

/** What is listed: all of them, or as many as the report has room for. */
type List = {
  readonly total: number;
  readonly listed: number;
  /** What is said where there is nothing. */
  readonly none: string;
  /** Where the rest of them are. */
  readonly href: string;
};

type Props = {
  readonly title: string;
  readonly hint?: string | null;
  readonly list?: List;
  /** The operator has to act on these, if there are any. */
  readonly isCalling?: boolean;
  readonly isPrinted?: boolean;
  readonly children: ReactNode;
};

export function Section(props: Props): ReactNode {
  const { title, hint = null, list, isCalling = false, isPrinted = true, children } = props;
  const say = useSay();
  const titleId = useId();
  const others = list === undefined ? 0 : list.total - list.listed;
  return (
    <section
      className={`${styles.section} panel stack fluid gap-8 pad-16-20 ${isPrinted ? '' : 'unprinted'}`}
      aria-labelledby={titleId}
      data-calling={isCalling && list?.total !== 0}
    >
      <h2 id={titleId} className={`${styles.heading} row wrap middle gap-8 text-14 bold`}>
        {title}
        {list !== undefined && list.total > 0 && (
          <>
            {' '}
            <span className={`${styles.count} badge centered`}>{countText(list.total)}</span>
          </>
        )}
      </h2>
      {hint !== null && <p className="text-13 muted">{hint}</p>}
      {list?.total === 0 ? <p className="muted">{list.none}</p> : children}
      {list !== undefined && others > 0 && (
        <Link href={list.href} className={`${styles.more} text-13`}>
          {say('handOver.more', { count: others, shown: countText(others) })}
        </Link>
      )}
    </section>
  );
}
