import { type ReactNode, useId, useRef } from 'react';

import type { IntentId } from '#shared/domain/ids.ts';
import { type DepositRequest, amountOf, paymentDataOf } from '#shared/domain/request.ts';
import { maskLink, maskNumber } from '#shared/domain/requisites.ts';

import { useDesk, usePrivacy } from '../../client/deskContext.ts';
import { useSay } from '../../i18n/i18n.ts';
import { amountText } from '../../text/numbers.ts';
import { fullTimeText, logTimeText } from '../../text/time.ts';
import { useWindowKey } from '../../ui/keys.ts';
import { ListRow, ListTable, RowLink } from '../../ui/ListTable.tsx';
import { StateBadge } from '../../ui/StateBadge.tsx';
import { useNow } from '../../ui/hooks.ts';
import { CustomerName } from './customer/CustomerName.tsx';
import styles from './SeveralTable.module.css';

type Selection = {
  readonly chosen: ReadonlySet<IntentId>;
  readonly choose: (intentIds: readonly IntentId[], chosen: boolean) => void;
};

type Props = {
  readonly requests: readonly DepositRequest[];
  readonly openedId: IntentId | null;
  readonly selection: Selection;
};

const COLUMNS = ['time', 'order', 'customer', 'type', 'amount', 'state', 'requisite'] as const;

/** A row's order id is its link: Enter opens it, Up and Down move between them. */
export function SeveralTable({ requests, openedId, selection }: Props): ReactNode {
  const say = useSay();
  const hintId = useId();
  const nowMs = useNow(60_000);
  const rows = useRef<HTMLTableSectionElement>(null);
  useWindowKey((event) => moveBetweenRows(event, rows.current));
  return (
    <>
      <ListTable
        caption={say('log.caption')}
        columns={COLUMNS.map((key) => ({ key, label: say(`log.${key}`) }))}
        lead={<SelectAll requests={requests} selection={selection} />}
        className={styles.table}
        hintId={hintId}
        rows={rows}
      >
        {requests.map((request) => (
          <Row
            key={request.intentId}
            request={request}
            isOpened={request.intentId === openedId}
            nowMs={nowMs}
            selection={selection}
          />
        ))}
      </ListTable>
      <p id={hintId} className="spoken">
        {say('log.keys')}
      </p>
    </>
  );
}

function SelectAll({ requests, selection }: Pick<Props, 'requests' | 'selection'>): ReactNode {
  const say = useSay();
  const ids = requests.map(({ intentId }) => intentId);
  const all = ids.length > 0 && ids.every((id) => selection.chosen.has(id));
  return (
    <th scope="col" className={styles.choice}>
      <span className="spoken">{say('log.select')}</span>
      <input
        type="checkbox"
        className="tick"
        aria-label={say('log.selectAll')}
        checked={all}
        onChange={(event) => selection.choose(ids, event.currentTarget.checked)}
      />
    </th>
  );
}

type RowProps = {
  readonly request: DepositRequest;
  readonly isOpened: boolean;
  readonly nowMs: number;
  readonly selection: Selection;
};

function Row({ request, isOpened, nowMs, selection }: RowProps): ReactNode {
  const say = useSay();
  const { on: isPrivate, hide } = usePrivacy();
  const { language } = useDesk().settings;
  const { fields } = request.body;
  const path = `/log/${request.intentId}`;
  return (
    <ListRow path={path} isOpened={isOpened}>
      <td className={styles.choice} onClick={(event) => event.stopPropagation()}>
        <input
          type="checkbox"
          className="tick"
          aria-label={say('log.selectOrder', { order: fields.order_id })}
          checked={selection.chosen.has(request.intentId)}
          onChange={(event) => selection.choose([request.intentId], event.currentTarget.checked)}
        />
      </td>
      <td className="mono text-12">
        <time dateTime={request.createdAt} title={fullTimeText(request.createdAt, language)}>
          {logTimeText(request.createdAt, nowMs, language)}
        </time>
      </td>
      <td className="mono text-12" data-column="order" title={fields.order_id}>
        <RowLink path={path} isOpened={isOpened}>
          {fields.order_id}
        </RowLink>
      </td>
      <td data-column="customer" title={isPrivate ? undefined : fields.customer}>
        {fields.customer !== undefined && (
          <CustomerName profileId={request.profileId} customer={fields.customer} />
        )}
      </td>
      <td data-column="type" title={fields.payment_type}>
        {fields.payment_type}
      </td>
      <td className="medium" data-column="amount">
        {hide(amountText(amountOf(request).cents, fields.currency, language))}{' '}
        <span className="muted">{fields.currency}</span>
      </td>
      <td>
        <StateBadge request={request} short />
        {request.takenBy !== undefined && (
          <span className="muted"> {request.takenBy.operator.name}</span>
        )}
      </td>
      <td className="mono text-12" data-column="requisite">
        {hide(maskedRequisite(request))}
      </td>
    </ListRow>
  );
}

function maskedRequisite(request: DepositRequest): string {
  if (request.outcome !== 'accepted') return '';
  const { number, url } = paymentDataOf(request.answer);
  if (typeof number === 'string' && number !== '') return maskNumber(number);
  return typeof url === 'string' ? maskLink(url) : '';
}

/** Up and Down between the rows' links; with nothing focused, Down begins at the first. */
function moveBetweenRows(event: KeyboardEvent, rows: HTMLElement | null): void {
  if (event.code !== 'ArrowDown' && event.code !== 'ArrowUp') return;
  const links = [...(rows?.querySelectorAll<HTMLElement>('a') ?? [])];
  const at = links.findIndex((link) => link === document.activeElement);
  if (at === -1 && document.activeElement !== document.body) return;
  const next = links[at + (event.code === 'ArrowDown' ? 1 : -1)];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}
