import { type ReactNode, useMemo, useSyncExternalStore } from 'react';

import { type LogQuery, type LogRow, NEWEST_FIRST, NO_FILTER } from '#shared/domain/logSearch.ts';
import { Money } from '#shared/domain/money.ts';
import { isUnresolved } from '#shared/domain/request.ts';

import type { CustomerOf } from '../../../client/customers.ts';
import { useDesk, usePrivacy } from '../../../client/deskContext.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { useRowTimes } from '../../../ui/hooks.ts';
import { ListRow, ListTable, RowLink } from '../../../ui/ListTable.tsx';
import { LoadError } from '../../../ui/Notice.tsx';
import { OutcomeBadge, useStateWords } from '../../../ui/StateBadge.tsx';
import { PAGE_ROWS, type Pages } from '../search/pages.ts';
import { useLive } from '../search/useLive.ts';
import { useLogSearch } from '../search/useLogSearch.ts';
import { stateWord } from '../table/rowText.ts';

const COLUMNS = ['time', 'order', 'type', 'amount', 'state'] as const;

/** The newest requests for the customer, as the log lists them; they change as the log's rows do. */
export function History({ of }: { readonly of: CustomerOf }): ReactNode {
  const say = useSay();
  const search = useLogSearch(useQueryOf(of));
  useLive({ ...search, mayMove: () => true });
  if (search.error !== null) {
    return <LoadError error={search.error} retry={search.again} retrying={search.isSearching} />;
  }
  if (search.found === null) return null;
  if (search.found.pages.matches().count === 0) {
    return <p className="muted">{say('customer.history.none')}</p>;
  }
  return <Newest pages={search.found.pages} />;
}

function Newest({ pages }: { readonly pages: Pages }): ReactNode {
  const say = useSay();
  useSyncExternalStore(pages.subscribe, pages.version);
  const rows = Array.from({ length: PAGE_ROWS }, (_, at) => pages.rowAt(at) ?? []).flat();
  return <RequestRows caption={say('customer.history')} rows={rows} />;
}

function useQueryOf({ profileId, customer }: CustomerOf): LogQuery {
  const dayProfileId = useDesk().profile.id;
  return useMemo(
    () => ({
      text: '',
      filter: { ...NO_FILTER, customers: [customer], profileIds: [profileId] },
      range: { kind: 'all' },
      sort: NEWEST_FIRST,
      dayProfileId,
    }),
    [profileId, customer, dayProfileId],
  );
}

type RowsProps = { readonly caption: string; readonly rows: readonly LogRow[] };

/** Requests that open in the log. */
export function RequestRows({ caption, rows }: RowsProps): ReactNode {
  const say = useSay();
  const { hide } = usePrivacy();
  const { language } = useDesk().settings;
  const words = useStateWords();
  const times = useRowTimes();
  return (
    <ListTable
      caption={caption}
      columns={COLUMNS.map((key) => ({ key, label: say(`log.${key}`) }))}
    >
      {rows.map((row) => (
        <ListRow key={row.intentId} path={`/log/${row.intentId}`} isOpened={false}>
          <td className="mono text-12">
            <time dateTime={row.createdAt} title={times.full(row.createdAt)}>
              {times.short(row.createdAt)}
            </time>
          </td>
          <td className="mono text-12" data-column="order" title={row.orderId}>
            <RowLink path={`/log/${row.intentId}`} isOpened={false}>
              {row.orderId}
            </RowLink>
          </td>
          <td data-column="type">{row.paymentType}</td>
          <td className="medium" data-column="amount">
            {hide(Money.shown(row.cents, row.currency, language))}{' '}
            <span className="muted">{row.currency}</span>
          </td>
          <td>
            <OutcomeBadge
              outcome={row.outcome}
              isOpen={isUnresolved(row)}
              known={words(row.profileId, row.state)}
            >
              {stateWord(row, say)}
            </OutcomeBadge>
          </td>
        </ListRow>
      ))}
    </ListTable>
  );
}
