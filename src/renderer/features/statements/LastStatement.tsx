import type { ReactNode } from 'react';
import { Link } from 'wouter';

import type { ProfileId } from '#shared/domain/ids.ts';
import { STATEMENT_FINDINGS } from '#shared/domain/statementFinding.ts';
import type { Statement } from '#shared/domain/statement.ts';

import { useFindingCount } from '../../client/attention.ts';
import { useDesk } from '../../client/deskContext.ts';
import { logHref } from '../../client/logLook.ts';
import { useSay } from '../../i18n/i18n.ts';
import { countText, matchesText } from '../../text/numbers.ts';
import { betweenText, dayTimeText } from '../../text/time.ts';
import { useStatements } from './queries.ts';
import { STATEMENTS, openCounts, statementHref, statementName } from './statementText.ts';

/** The newest statement of a profile; null: none is on record, undefined: not known yet. */
export function useLastStatement(profileId: ProfileId): Statement | null | undefined {
  const { data } = useStatements();
  return data === undefined
    ? undefined
    : (data.find((statement) => statement.profileId === profileId) ?? null);
}

type Props = { readonly statement: Statement };

/** What it left open when it was recorded, each class with its count. */
export function LastStatement({ statement }: Props): ReactNode {
  const say = useSay();
  const { language } = useDesk().settings;
  const { statementId, stated, recordedAt } = statement;
  const open = openCounts(statement);
  return (
    <div className="stack gap-8 text-13">
      <p>
        <Link href={statementHref(statementId)} className="medium breakable">
          {statementName(statement, say)}
        </Link>
        <span className="block muted">
          {betweenText(stated, language, stated.timeZone, Date.now())}
        </span>
        <span className="block muted">
          {say('statement.recorded', {
            time: dayTimeText(recordedAt, language),
            operator: statement.operator.name,
          })}
        </span>
      </p>
      {open.length === 0 ? (
        <p className="muted">{say('statement.agrees')}</p>
      ) : (
        <ul className="lined stack">
          {open.map(({ name, count }) => (
            <li key={name} className="row between gap-12 pad-4">
              <span>{say(`statement.class.${name}`)}</span>
              <span className="bold">{countText(count)}</span>
            </li>
          ))}
        </ul>
      )}
      <StillOpen profileId={statement.profileId} />
      <Link href={STATEMENTS} className="medium">
        {say('statement.all')}
      </Link>
    </div>
  );
}

const EVERY_DAY = { kind: 'all' } as const;

/** Requests that a statement has put into Needs attention, as of now. */
function StillOpen({ profileId }: Pick<Statement, 'profileId'>): ReactNode {
  const say = useSay();
  const found = useFindingCount(profileId);
  if (found === null || found.count === 0) return null;
  return (
    <Link
      href={logHref({ profileIds: [profileId], attention: STATEMENT_FINDINGS }, EVERY_DAY)}
      className="medium unknown"
    >
      {say('statement.stillOpen', { shown: matchesText(found) })}
    </Link>
  );
}
