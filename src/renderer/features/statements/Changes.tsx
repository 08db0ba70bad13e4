import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';

import type { StatementChanges } from '#shared/domain/statementComparison.ts';

import { useDesk, usePrivacy } from '../../client/deskContext.ts';
import { useSay } from '../../i18n/i18n.ts';
import { countText } from '../../text/numbers.ts';
import { dayTimeText } from '../../text/time.ts';
import { ListTable } from '../../ui/ListTable.tsx';
import { QueryError } from '../../ui/Notice.tsx';
import { Pager, pageAt } from '../../ui/Pager.tsx';
import { useChanges } from './queries.ts';
import { centsText, statementHref } from './statementText.ts';

const KINDS = ['appeared', 'disappeared', 'changed'] as const;
const COLUMNS = ['change', 'order', 'was', 'is'] as const;

/** Against the earlier statement of the same days; nothing where there is none. */
export function Changes({ statementId }: { readonly statementId: string }): ReactNode {
  const say = useSay();
  const { language } = useDesk().settings;
  const [from, setFrom] = useState(0);
  const changes = useChanges(statementId, from);
  if (changes.error !== null) return <QueryError of={changes} />;
  if (changes.data === undefined || changes.data.before === null) return null;
  const { before, counts, rows } = changes.data;
  const total = KINDS.reduce((sum, kind) => sum + counts[kind], 0);
  const said =
    total === 0
      ? say('statement.changes.none')
      : KINDS.filter((kind) => counts[kind] > 0)
          .map((kind) =>
            say(`statement.changes.${kind}`, {
              count: counts[kind],
              shown: countText(counts[kind]),
            }),
          )
          .join(', ');
  return (
    <details className="fold panel pad-8-12 text-13">
      <summary>
        <span className="ink medium">
          {say('statement.changes.since', { time: dayTimeText(before.recordedAt, language) })}
        </span>
        {` ${said}`}
      </summary>
      <section className="stack gap-8 above-8">
        <p>
          <a href={`#${statementHref(before.statementId)}`}>{say('statement.changes.open')}</a>
        </p>
        {total > 0 && (
          <ListTable
            caption={say('statement.changes')}
            columns={COLUMNS.map((key) => ({ key, label: say(`statement.column.${key}`) }))}
          >
            {rows.map((row) => (
              <ChangeRow
                key={`${row.kind} ${(row.is ?? row.was)?.row}`}
                row={row}
                statementId={row.is === null ? before.statementId : statementId}
              />
            ))}
          </ListTable>
        )}
        <Pager from={pageAt(from, total)} total={total} onFrom={setFrom} />
      </section>
    </details>
  );
}

type Change = StatementChanges['rows'][number];

/** Shown only where they changed. */
const SELDOM = ['paidCents', 'feeCents', 'orderId', 'customer'] as const;

type RowProps = {
  readonly row: Change;
  /** The one that has the row: the earlier one where it disappeared. */
  readonly statementId: string;
};

function ChangeRow({ row: { kind, was, is }, statementId }: RowProps): ReactNode {
  const say = useSay();
  const { hide } = usePrivacy();
  const { language } = useDesk().settings;
  const isOther = (field: (typeof SELDOM)[number]): boolean =>
    was !== null && is !== null && was[field] !== is[field];
  const textOf = (side: Change['was']): string => {
    if (side === null) return '—';
    const { cents, currency, state, paidCents, feeCents, orderId, customer } = side;
    const money = (value: number | null): string => hide(centsText(value, currency, language));
    const seldom = {
      paidCents: `${say('statement.field.paid_amount')}: ${money(paidCents)}`,
      feeCents: `${say('statement.field.fee')}: ${money(feeCents)}`,
      orderId: orderId ?? '',
      customer: hide(customer ?? ''),
    };
    return [money(cents), state ?? '', ...SELDOM.filter(isOther).map((field) => seldom[field])]
      .filter((text) => text !== '')
      .join(' · ');
  };
  const one = is ?? was;
  return (
    <tr>
      <td>{say(`statement.change.${kind}`)}</td>
      <td className="mono text-12">
        {one !== null && (
          <Link href={statementHref(statementId, `row-${one.row}`)}>
            {one.orderId ?? one.remoteId ?? say('statement.line.row', { row: one.row })}
          </Link>
        )}
      </td>
      <td>{textOf(was)}</td>
      <td>{textOf(is)}</td>
    </tr>
  );
}
