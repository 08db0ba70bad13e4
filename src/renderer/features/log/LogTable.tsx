import { type ReactNode, useId, useRef } from 'react';
import { Link, useLocation } from 'wouter';

import type { IntentId } from '#shared/domain/ids.ts';
import { type DepositRequest, amountOf, paymentDataOf } from '#shared/domain/request.ts';

import { useDesk, usePrivacy } from '../../client/deskContext.ts';
import { useSay } from '../../i18n/i18n.ts';
import { amountText } from '../../text/numbers.ts';
import { maskLink, maskNumber } from '#shared/domain/requisites.ts';
import { fullTimeText, logTimeText } from '../../text/time.ts';
import { useWindowKey } from '../../ui/keys.ts';
import { isOnLink } from '../../ui/page.ts';
import { StateBadge } from '../../ui/StateBadge.tsx';
import { useNow } from '../../ui/hooks.ts';
import styles from './LogTable.module.css';

type Selection = {
  readonly chosen: ReadonlySet<IntentId>;
  readonly choose: (intentIds: readonly IntentId[], chosen: boolean) => void;
};

type Props = {
  readonly requests: readonly DepositRequest[];
  readonly openedId: IntentId | null;
  /** Null: rows are only looked at. */
  readonly selection: Selection | null;
};

const COLUMNS = ['time', 'order', 'customer', 'type', 'amount', 'state', 'requisite'] as const;

/** A row's order id is its link: Enter opens it, Up and Down move between them. */
export function LogTable({ requests, openedId, selection }: Props): ReactNode {
  const say = useSay();
  const hintId = useId();
  const nowMs = useNow(60_000);
  const rows = useRef<HTMLTableSectionElement>(null);
  useWindowKey((event) => moveBetweenRows(event, rows.current));
  return (
    <div className={styles.frame} data-opened={openedId !== null}>
      <table className={styles.table} aria-describedby={hintId}>
        <caption className="spoken">{say('log.caption')}</caption>
        <thead>
          <tr>
            {selection !== null && <SelectAll requests={requests} selection={selection} />}
            {COLUMNS.map((column) => (
              <th key={column} scope="col" data-column={column}>
                {say(`log.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={rows}>
          {requests.map((request) => (
            <Row
              key={request.intentId}
              request={request}
              opened={request.intentId === openedId}
              nowMs={nowMs}
              selection={selection}
            />
          ))}
        </tbody>
      </table>
      <p id={hintId} className="spoken">
        {say('log.keys')}
      </p>
    </div>
  );
}

type SelectAllProps = {
  readonly requests: readonly DepositRequest[];
  readonly selection: Selection;
};

function SelectAll({ requests, selection }: SelectAllProps): ReactNode {
  const say = useSay();
  const ids = requests.map(({ intentId }) => intentId);
  const all = ids.length > 0 && ids.every((id) => selection.chosen.has(id));
  return (
    <th scope="col" className={styles.choice}>
      <span className="spoken">{say('log.select')}</span>
      <input
        type="checkbox"
        aria-label={say('log.selectAll')}
        checked={all}
        onChange={(event) => selection.choose(ids, event.currentTarget.checked)}
      />
    </th>
  );
}

type RowProps = {
  readonly request: DepositRequest;
  readonly opened: boolean;
  readonly nowMs: number;
  readonly selection: Selection | null;
};

function Row({ request, opened, nowMs, selection }: RowProps): ReactNode {
  const say = useSay();
  const { on: isPrivate, hide } = usePrivacy();
  const { language } = useDesk().settings;
  const [, navigate] = useLocation();
  const { fields } = request.body;
  const path = `/log/${request.intentId}`;
  return (
    <tr
      className={styles.row}
      data-opened={opened}
      onClick={(event) => {
        if (!isOnLink(event)) navigate(path);
      }}
    >
      {selection !== null && (
        <td className={styles.choice} onClick={(event) => event.stopPropagation()}>
          <input
            type="checkbox"
            aria-label={say('log.selectOrder', { order: fields.order_id })}
            checked={selection.chosen.has(request.intentId)}
            onChange={(event) => selection.choose([request.intentId], event.currentTarget.checked)}
          />
        </td>
      )}
      <td className={styles.mono}>
        <time dateTime={request.createdAt} title={fullTimeText(request.createdAt, language)}>
          {logTimeText(request.createdAt, nowMs, language)}
        </time>
      </td>
      <td className={styles.mono} data-column="order" title={fields.order_id}>
        <Link
          href={path}
          className={styles.open}
          {...(opened ? { 'aria-current': 'true' as const } : {})}
        >
          {fields.order_id}
        </Link>
      </td>
      <td data-column="customer" title={isPrivate ? undefined : fields.customer}>
        {hide(fields.customer ?? '')}
      </td>
      <td data-column="type" title={fields.payment_type}>
        {fields.payment_type}
      </td>
      <td className={styles.amount}>
        {hide(amountText(amountOf(request).cents, fields.currency, language))}{' '}
        <span className="muted">{fields.currency}</span>
      </td>
      <td>
        <StateBadge request={request} short />
      </td>
      <td className={styles.mono} data-column="requisite">
        {hide(maskedRequisite(request))}
      </td>
    </tr>
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
