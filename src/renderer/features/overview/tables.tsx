import type { ReactNode } from 'react';
import { Link } from 'wouter';

import { useDesk } from '../../client/deskContext.ts';
import { useSay } from '../../i18n/i18n.ts';
import { countText } from '../../text/numbers.ts';
import { Swatch } from './chart/Columns.tsx';
import { type Column, type Count, OUTCOME_GROUPS, type OutcomeGroup, type Part } from './model.ts';
import { type StepText, shareText } from './overviewText.ts';
import styles from './Overview.module.css';

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

type TableProps = {
  readonly caption: string;
  /** The first names the rows. */
  readonly headings: readonly ReactNode[];
  readonly rows: readonly {
    readonly key: string;
    readonly name: ReactNode;
    readonly cells: ReactNode;
  }[];
  /** The cells of the last line, which is the sum. */
  readonly total: ReactNode;
};

function NumbersTable({ caption, headings, rows, total }: TableProps): ReactNode {
  const say = useSay();
  return (
    <div className={`${styles.tableFrame} grow nowrap`}>
      <table className="numbers text-13">
        <caption className="spoken">{caption}</caption>
        <thead>
          <tr>
            {headings.map((heading, at) => (
              <th key={at} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, cells }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              {cells}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{say('overview.table.total')}</th>
            {total}
          </tr>
        </tfoot>
      </table>
    </div>
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
    <NumbersTable
      caption={caption}
      headings={[heading, counted, say('overview.table.share')]}
      rows={parts.map(({ key, share, ...part }) => ({
        key,
        name: nameOf(key),
        cells: (
          <>
            <Cell {...part} />
            <td>{shareText(share, language)}</td>
          </>
        ),
      }))}
      total={
        <>
          <td>{countText(total)}</td>
          <td>{shareText(whole, language)}</td>
        </>
      }
    />
  );
}

type ColumnsProps = {
  readonly caption: string;
  readonly columns: readonly Column[];
  readonly outcomes: readonly Part<OutcomeGroup>[];
  readonly total: Count;
  readonly text: StepText;
};

export function ColumnsTable({ caption, columns, outcomes, total, text }: ColumnsProps): ReactNode {
  const say = useSay();
  const cells = (parts: Column['parts'], sum: Count): ReactNode => (
    <>
      {parts.map(({ key, ...part }) => (
        <Cell key={key} {...part} />
      ))}
      <Cell {...sum} />
    </>
  );
  return (
    <NumbersTable
      caption={caption}
      headings={[
        say('overview.overTime.when'),
        ...OUTCOME_GROUPS.map((group) => (
          <span key={group} className="row middle gap-8">
            <Swatch group={group} />
            {say(`overview.outcome.${group}`)}
          </span>
        )),
        say('overview.table.total'),
      ]}
      rows={columns.map((column) => ({
        key: column.from,
        name: text.name(column),
        cells: cells(column.parts, column),
      }))}
      total={cells(outcomes, total)}
    />
  );
}
