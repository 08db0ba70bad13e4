import type { ReactNode } from 'react';
import { Redirect } from 'wouter';

import { dayRangeSchema } from '#shared/domain/logSearch.ts';

import { useDesk, usePrivacy } from '../../client/deskContext.ts';
import { useTeamState } from '../../client/team.ts';
import { useSay } from '../../i18n/i18n.ts';
import { amountText, countText } from '../../text/numbers.ts';
import { useSessionStorage } from '../../ui/hooks.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { RangeMenu } from '../log/bar/RangeMenu.tsx';
import { Away } from './Away.tsx';
import { useTeamSums } from './queries.ts';
import { ScopeSwitch } from './ScopeSwitch.tsx';
import { COUNTED, type SumRow, sumsOf } from './sums.ts';
import styles from './Team.module.css';
import { TeamWords } from './TeamWords.tsx';

const rangeSchema = dayRangeSchema.catch({ kind: 'today' });

/** Overview → Team. Without a team, this desk's Overview. */
export function TeamOverviewScreen(): ReactNode {
  const { data } = useTeamState();
  if (data === undefined) return <Skeleton height={420} />;
  if (data.kind === 'none') return <Redirect to="/overview" replace />;
  return (
    <TeamWords>
      <TeamOverview />
    </TeamWords>
  );
}

function TeamOverview(): ReactNode {
  const say = useSay();
  const { profile } = useDesk();
  const [range, setRange] = useSessionStorage('team-overview-range', rangeSchema);
  const sums = useTeamSums(range);
  const isEmpty = sums.data !== undefined && sums.data.length === 0;
  return (
    <div>
      <div className="screen-head below-16">
        <h1 className="text-18 bold">{say('overview.title')}</h1>
        <ScopeSwitch scope="team" path="/overview" />
        <RangeMenu isChoice range={range} onChange={setRange} />
        <p className="text-13 muted push">
          {say('overview.days', {
            profile: profile.name,
            zone: profile.timeZone ?? say('log.range.localZone'),
            cut: profile.dayCut,
          })}
        </p>
      </div>
      <Away of={sums} path="/overview" />
      {sums.isPending && sums.error === null && <Skeleton height={280} />}
      {isEmpty && (
        <p className="dashed" role="status">
          {say('team.sums.none')}
        </p>
      )}
      {sums.data !== undefined && !isEmpty && (
        <TeamSums lines={sums.data} isOld={sums.isPlaceholderData} />
      )}
    </div>
  );
}

type SumsProps = {
  readonly lines: Parameters<typeof sumsOf>[0];
  /** They are the answer to another question. */
  readonly isOld: boolean;
};

export function TeamSums({ lines, isOld }: SumsProps): ReactNode {
  const say = useSay();
  return (
    <section
      className={`${styles.sums} ${styles.old} panel stack gap-12 pad-20`}
      data-old={isOld}
      aria-label={say('team.sums.caption')}
    >
      <SumTable {...sumsOf(lines)} />
      <p className="text-12 muted">{say('team.sums.hint')}</p>
    </section>
  );
}

function SumTable({ rows, totals }: ReturnType<typeof sumsOf>): ReactNode {
  const say = useSay();
  const headings = [
    say('team.log.desk'),
    say('team.sums.currency'),
    say('team.sums.requested'),
    say('team.sums.requests'),
    ...COUNTED.map((one) => say(`team.sums.${one}`)),
  ];
  return (
    <table className="numbers text-13">
      <caption className="spoken">{say('team.sums.caption')}</caption>
      <thead>
        <tr>
          {headings.map((heading) => (
            <th key={heading} scope="col">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          <Row
            key={`${row.desk} ${row.currency}`}
            row={row}
            // The desk's name stands once, at the first of its currencies.
            isFirst={rows[at - 1]?.desk !== row.desk}
          />
        ))}
      </tbody>
      <tfoot>
        {totals.map((row, at) => (
          <Row key={row.currency ?? ''} row={row} isFirst={at === 0} />
        ))}
      </tfoot>
    </table>
  );
}

/** Unknowns call while one of them is open. */
function countClass({ counts, resolved }: SumRow, of: (typeof COUNTED)[number]): string {
  if (counts[of] === 0) return 'muted';
  return of === 'unknown' && counts.unknown > resolved ? 'unknown bold' : '';
}

function Row({ row, isFirst }: { readonly row: SumRow; readonly isFirst: boolean }): ReactNode {
  const say = useSay();
  const { language } = useDesk().settings;
  const { hide } = usePrivacy();
  const { currency, requested } = row;
  const desk = row.desk ?? say('team.sums.total');
  return (
    <tr>
      <th scope="row" className="breakable">
        <span className={isFirst ? 'medium' : 'spoken'}>{desk}</span>
      </th>
      <td className={currency === null ? 'muted' : ''}>{currency ?? say('team.sums.notShared')}</td>
      <td className="medium nowrap">
        {requested !== null && currency !== null && hide(amountText(requested, currency, language))}
      </td>
      <td>{countText(row.requests)}</td>
      {COUNTED.map((one) => (
        <td key={one} className={countClass(row, one)}>
          {countText(row.counts[one])}
          {one === 'unknown' && row.resolved > 0 && (
            <span className="muted nowrap">
              {' '}
              {say('handOver.sums.resolved', { shown: countText(row.resolved) })}
            </span>
          )}
        </td>
      ))}
    </tr>
  );
}
