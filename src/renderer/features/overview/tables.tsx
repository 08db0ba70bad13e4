import type { ReactNode } from 'react';
import { Link } from 'wouter';

import { useDesk } from '../../client/deskContext.ts';
import { useSay } from '../../i18n/i18n.ts';
import { countText } from '../../text/numbers.ts';
import { Swatch } from './chart/Swatch.tsx';
import type { Column, Count, Part } from './model.ts';
import { OUTCOME_GROUPS } from './outcomes.ts';
import { type StepText, shareText } from './overviewText.ts';
import styles from './Tables.module.css';

/** A number that opens what it counts; nothing opens nothing. */
function Cell({ count, href }: Count): ReactNode {
  return count === 0 ? (
    <td className="muted">0</td>
  ) : (
    <td>
      <Link href={href}>{countText(count)}</Link>
    </td>
  );
}

type PartsProps<Key extends string> = {
  readonly caption: string;
  /** What the first column names. */
  readonly heading: string;
  readonly counted: string;
  readonly parts: readonly Part<Key>[];
  readonly nameOf: (key: Key) => ReactNode;
};

export function PartsTable<Key extends string>(props: PartsProps<Key>): ReactNode {
  const { caption, heading, counted, parts, nameOf } = props;
  const say = useSay();
  const { language } = useDesk().settings;
  const total = parts.reduce((sum, { count }) => sum + count, 0);
  const whole = parts.reduce((sum, { share }) => sum + share, 0);
  return (
    <div className={styles.frame}>
      <table className={styles.table}>
        <caption className="spoken">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{heading}</th>
            <th scope="col">{counted}</th>
            <th scope="col">{say('overview.table.share')}</th>
          </tr>
        </thead>
        <tbody>
          {parts.map(({ key, count, share, href }) => (
            <tr key={key}>
              <th scope="row">{nameOf(key)}</th>
              <Cell count={count} href={href} />
              <td>{shareText(share, language)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{say('overview.table.total')}</th>
            <td>{countText(total)}</td>
            <td>{shareText(whole, language)}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

type ColumnsProps = {
  readonly caption: string;
  readonly columns: readonly Column[];
  readonly outcomes: readonly Part<(typeof OUTCOME_GROUPS)[number]>[];
  readonly total: Count;
  readonly text: StepText;
};

export function ColumnsTable({ caption, columns, outcomes, total, text }: ColumnsProps): ReactNode {
  const say = useSay();
  return (
    <div className={styles.frame}>
      <table className={styles.table}>
        <caption className="spoken">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{say('overview.overTime.when')}</th>
            {OUTCOME_GROUPS.map((group) => (
              <th key={group} scope="col">
                <span className={styles.heading}>
                  <Swatch group={group} />
                  {say(`overview.outcome.${group}`)}
                </span>
              </th>
            ))}
            <th scope="col">{say('overview.table.total')}</th>
          </tr>
        </thead>
        <tbody>
          {columns.map((column) => (
            <tr key={column.from}>
              <th scope="row">{text.name(column)}</th>
              {column.parts.map(({ key, count, href }) => (
                <Cell key={key} count={count} href={href} />
              ))}
              <Cell count={column.count} href={column.href} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{say('overview.table.total')}</th>
            {outcomes.map(({ key, count, href }) => (
              <Cell key={key} count={count} href={href} />
            ))}
            <Cell count={total.count} href={total.href} />
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
