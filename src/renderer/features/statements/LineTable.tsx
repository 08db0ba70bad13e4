import { IconFlag } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';

import { isUnresolved } from '#shared/domain/request.ts';
import type { StatementItem } from '#shared/domain/statementComparison.ts';

import { useDesk, usePrivacy } from '../../client/deskContext.ts';
import { useSay } from '../../i18n/i18n.ts';
import type { RowTimes } from '../../text/time.ts';
import { useRowTimes } from '../../ui/hooks.ts';
import { ListRow, ListTable, RowLink } from '../../ui/ListTable.tsx';
import { CutId } from '../../ui/LongText.tsx';
import { OutcomeBadge } from '../../ui/StateBadge.tsx';
import styles from './Statements.module.css';
import {
  type LineName,
  centsText,
  isFlagged,
  lineOf,
  lineText,
  statementHref,
} from './statementText.ts';

const COLUMNS = ['time', 'order', 'customer', 'here', 'there', 'outcome', 'says'] as const;

type Props = {
  readonly statementId: string;
  readonly items: readonly StatementItem[];
  readonly opened: LineName | null;
};

/** A line each: a request, a row of the file, or both. */
export function LineTable({ statementId, items, opened }: Props): ReactNode {
  const say = useSay();
  const times = useRowTimes();
  const rows = useRef<HTMLTableSectionElement>(null);
  useEffect(() => {
    // J and K go beyond what is in sight.
    rows.current?.querySelector('[data-opened="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [opened]);
  return (
    <ListTable
      rows={rows}
      caption={say('statement.lines')}
      columns={COLUMNS.map((key) => ({ key, label: say(`statement.column.${key}`) }))}
      className={styles.lines}
    >
      {items.map((item) => {
        const name = lineOf(item);
        return (
          name !== null && (
            <Line
              key={name}
              item={item}
              path={statementHref(statementId, name)}
              isOpened={name === opened}
              times={times}
            />
          )
        );
      })}
    </ListTable>
  );
}

type LineProps = {
  readonly item: StatementItem;
  readonly path: string;
  readonly isOpened: boolean;
  readonly times: RowTimes;
};

function Line({ item, path, isOpened, times }: LineProps): ReactNode {
  const say = useSay();
  const { hide } = usePrivacy();
  const { language } = useDesk().settings;
  const { request, row, differences } = item;
  const at = request?.at ?? row?.at ?? null;
  const order = request?.orderId ?? row?.orderId ?? row?.remoteId ?? '';
  const says = lineText(item, say);
  const isOther = differences.includes('amount') || differences.includes('currency');
  return (
    <ListRow path={path} isOpened={isOpened}>
      <td className="mono text-12">
        {at !== null && (
          <time dateTime={at} title={times.full(at)}>
            {times.short(at)}
          </time>
        )}
      </td>
      <td className="mono text-12" title={order}>
        {isFlagged(item) && (
          <>
            <IconFlag size={12} className="unknown" aria-hidden="true" />
            <span className="spoken">{say('statement.flagged')}</span>{' '}
          </>
        )}
        <RowLink path={path} isOpened={isOpened}>
          {order === '' ? say('statement.line.row', { row: row?.row ?? '' }) : <CutId id={order} />}
        </RowLink>
      </td>
      <td data-column="customer">{hide(request?.customer ?? row?.customer ?? '')}</td>
      <td data-column="here">
        {request !== null && hide(centsText(request.cents, request.currency, language))}
      </td>
      <td data-column="there" className={isOther ? 'unknown bold' : ''}>
        {row !== null && hide(centsText(row.cents, row.currency, language))}
      </td>
      <td>
        <Outcome item={item} />
      </td>
      <td data-column="says" title={says}>
        {says}
      </td>
    </ListRow>
  );
}

/** The desk's own outcome; of a row alone the provider's word. */
function Outcome({ item: { request, row } }: { readonly item: StatementItem }): ReactNode {
  const say = useSay();
  if (request === null) {
    const state = row?.state ?? '';
    return state === '' ? null : <span className="muted">{say('state.said', { state })}</span>;
  }
  const { outcome, resolution, state } = request;
  const word =
    outcome === 'unknown'
      ? say(`state.${resolution ?? 'unknown'}Short`)
      : outcome === 'accepted'
        ? (state ?? say('log.outcome.accepted'))
        : say(`log.outcome.${outcome}`);
  return (
    <OutcomeBadge outcome={outcome} isOpen={isUnresolved(request)}>
      {word}
    </OutcomeBadge>
  );
}
