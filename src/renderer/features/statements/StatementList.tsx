import type { ReactNode } from 'react';

import type { Statement } from '#shared/domain/statement.ts';

import { useDesk } from '../../client/deskContext.ts';
import { useSay } from '../../i18n/i18n.ts';
import { countText } from '../../text/numbers.ts';
import { betweenText } from '../../text/time.ts';
import { useRowTimes } from '../../ui/hooks.ts';
import { ListRow, ListTable, RowLink } from '../../ui/ListTable.tsx';
import { QueryError } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { ToneBadge } from '../../ui/StateBadge.tsx';
import { useStatements } from './queries.ts';
import { openCounts, statementHref, statementName } from './statementText.ts';

const COLUMNS = ['time', 'file', 'profile', 'period', 'lists', 'rows', 'open'] as const;

/** Statements on record, newest first. */
export function StatementList(): ReactNode {
  const say = useSay();
  const statements = useStatements();
  if (statements.error !== null) return <QueryError of={statements} />;
  if (statements.data === undefined) return <Skeleton height={120} />;
  if (statements.data.length === 0) return null;
  return (
    <section className="stack gap-8">
      <h2 className="text-14 bold">{say('statement.earlier')}</h2>
      <ListTable
        caption={say('statement.earlier')}
        columns={COLUMNS.map((key) => ({ key, label: say(`statement.column.${key}`) }))}
      >
        {statements.data.map((statement) => (
          <Row key={statement.statementId} statement={statement} />
        ))}
      </ListTable>
    </section>
  );
}

function Row({ statement }: { readonly statement: Statement }): ReactNode {
  const say = useSay();
  const { language } = useDesk().settings;
  const times = useRowTimes();
  const { statementId, recordedAt, stated, profileName, rows } = statement;
  const path = statementHref(statementId);
  const open = openCounts(statement).reduce((sum, { count }) => sum + count, 0);
  return (
    <ListRow path={path} isOpened={false}>
      <td className="mono text-12">
        <RowLink path={path} isOpened={false} title={times.full(recordedAt)}>
          <time dateTime={recordedAt}>{times.short(recordedAt)}</time>
        </RowLink>
      </td>
      <td>{statementName(statement, say)}</td>
      <td>{profileName}</td>
      <td>{betweenText(stated, language, stated.timeZone, Date.now())}</td>
      <td>{say(`statement.lists.${stated.lists}.short`)}</td>
      <td>{countText(rows)}</td>
      <td>
        <ToneBadge tone={open > 0 ? 'unknown' : 'calm'}>
          {open > 0
            ? say('statement.open', { count: open, shown: countText(open) })
            : say('statement.agrees')}
        </ToneBadge>
      </td>
    </ListRow>
  );
}
