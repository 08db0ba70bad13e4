import { IconPrinter } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { Link, Redirect } from 'wouter';

import { addCents } from '#shared/domain/centsSum.ts';
import type { TeamRequest } from '#shared/domain/team.ts';

import { useDesk, usePrivacy } from '../../client/deskContext.ts';
import { useTeamState } from '../../client/team.ts';
import { useSay } from '../../i18n/i18n.ts';
import { countText, moneyText } from '../../text/numbers.ts';
import { ageText, clockText, fullTimeText, shortTimeText } from '../../text/time.ts';
import { Button } from '../../ui/Button.tsx';
import { useNow } from '../../ui/hooks.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Away } from './Away.tsx';
import { MOST_UNRESOLVED, useTeamSums, useTeamUnresolved } from './queries.ts';
import { ScopeSwitch } from './ScopeSwitch.tsx';
import styles from './Team.module.css';
import { TeamSums } from './TeamOverview.tsx';
import { TeamWords } from './TeamWords.tsx';

const TODAY = { kind: 'today' } as const;
const MINUTE_MS = 60_000;

/** Hand over → Team. Without a team, this desk's. */
export function TeamHandOverScreen(): ReactNode {
  const { data } = useTeamState();
  if (data === undefined) return <Skeleton height={420} />;
  if (data.kind === 'none') return <Redirect to="/hand-over" replace />;
  return (
    <TeamWords>
      <TeamHandOver />
    </TeamWords>
  );
}

/** What every desk leaves open, to be read or printed. A shift is handed over at its own desk. */
function TeamHandOver(): ReactNode {
  const say = useSay();
  const unknowns = useTeamUnresolved();
  const sums = useTeamSums(TODAY);
  const rows = unknowns.data;
  const asOf = new Date(unknowns.dataUpdatedAt).toISOString();
  return (
    <div className="measure-wide stack gap-16">
      <div className="row wrap top between gap-8">
        <div className="stack gap-2 narrow breakable">
          <div className="row wrap middle gap-4-12">
            <h1 className="text-18 bold">{say('handOver.title')}</h1>
            <div className="unprinted">
              <ScopeSwitch scope="team" path="/hand-over" />
            </div>
          </div>
          <p className="muted">{say('team.left.text')}</p>
          {rows !== undefined && (
            <p className="muted">{say('team.left.asOf', { time: clockText(asOf) })}</p>
          )}
        </div>
        <div className="unprinted">
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPrinter size={14} aria-hidden="true" />}
            onClick={() => window.print()}
          >
            {say('handOver.print')}
          </Button>
        </div>
      </div>
      <Away of={unknowns} path="/hand-over" />
      {unknowns.isPending && unknowns.error === null && <Skeleton height={280} />}
      {rows?.length === 0 && (
        <p className="dashed" role="status">
          {say('team.left.none')}
        </p>
      )}
      {rows !== undefined && rows.length > 0 && <Unknowns rows={rows} />}
      {sums.data !== undefined && sums.data.length > 0 && (
        <div className="stack gap-8">
          <h2 className="text-14 bold">{say('team.left.today')}</h2>
          <TeamSums lines={sums.data} isOld={sums.isPlaceholderData} />
        </div>
      )}
    </div>
  );
}

function Unknowns({ rows }: { readonly rows: readonly TeamRequest[] }): ReactNode {
  const say = useSay();
  const desks = [...new Set(rows.map(({ desk }) => desk))].toSorted((one, other) =>
    one.localeCompare(other),
  );
  return (
    <>
      <div className="stack gap-4">
        <h2 className="text-14 bold">{say('handOver.unknowns')}</h2>
        <p className="text-13 muted">{say('handOver.unknowns.hint')}</p>
        {rows.length === MOST_UNRESOLVED && (
          <p className="text-13">{say('team.left.newest', { shown: countText(rows.length) })}</p>
        )}
      </div>
      {desks.map((desk) => (
        <DeskUnknowns key={desk} desk={desk} rows={rows.filter((row) => row.desk === desk)} />
      ))}
    </>
  );
}

type DeskProps = { readonly desk: string; readonly rows: readonly TeamRequest[] };

function DeskUnknowns({ desk, rows }: DeskProps): ReactNode {
  const say = useSay();
  const headingId = useId();
  const isOwn = rows.some((row) => row.isOwn);
  return (
    <section className="panel stack gap-8 pad-16-20" aria-labelledby={headingId}>
      <h3 id={headingId} className="row wrap middle gap-8 text-14 bold breakable">
        {desk}
        {isOwn && <span className="muted">{say('team.log.own')}</span>}{' '}
        <span className="badge centered">{countText(rows.length)}</span>
      </h3>
      <ul className={`${styles.open} stack`}>
        {rows.map((row) => (
          <Unknown key={row.intentId} row={row} />
        ))}
      </ul>
    </section>
  );
}

function Unknown({ row }: { readonly row: TeamRequest }): ReactNode {
  const say = useSay();
  const { language } = useDesk().settings;
  const { hide } = usePrivacy();
  const nowMs = useNow(MINUTE_MS);
  const { createdAt, orderId, customer, cents, currency, intentId, isOwn } = row;
  return (
    <li className="row wrap baseline gap-4-12">
      {isOwn ? (
        <Link href={`/log/${intentId}`} className="mono breakable">
          {orderId}
        </Link>
      ) : (
        <span className="mono breakable">{orderId}</span>
      )}
      {customer !== null && <span className="breakable">{hide(customer)}</span>}
      {cents !== null && currency !== null && (
        <span className="bold nowrap">
          {hide(moneyText(addCents([cents]), currency, language))}
        </span>
      )}
      <span className="push text-13 bold unknown nowrap">
        <time dateTime={createdAt} title={fullTimeText(createdAt, language)}>
          {shortTimeText(createdAt, language)}
        </time>
        {` · ${ageText(createdAt, nowMs, say)}`}
      </span>
    </li>
  );
}
