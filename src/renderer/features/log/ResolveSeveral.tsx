import { type ReactNode, useId, useRef, useState } from 'react';

import type { IntentId } from '#shared/domain/ids.ts';
import { Money } from '#shared/domain/money.ts';
import { type DepositRequest, amountOf } from '#shared/domain/request.ts';

import { useDesk, usePrivacy } from '../../client/deskContext.ts';
import { useResolve } from '../../client/requests.ts';
import { useSay } from '../../i18n/i18n.ts';
import type { RowTimes } from '../../text/time.ts';
import { useRowTimes } from '../../ui/hooks.ts';
import { useWindowKey } from '../../ui/keys.ts';
import { ListRow, ListTable, RowLink } from '../../ui/ListTable.tsx';
import { CutId } from '../../ui/LongText.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { AbsentForm } from '../issuing/resolve/AbsentForm.tsx';
import { CustomerName } from './customer/CustomerName.tsx';
import styles from './LogScreen.module.css';

type Props = {
  readonly unresolved: readonly DepositRequest[];
  readonly openedId: IntentId | null;
};

/** After an outage: those that the provider does not have, closed together. A found one needs an id of its own. */
export function ResolveSeveral({ unresolved, openedId }: Props): ReactNode {
  const say = useSay();
  const [marked, setMarked] = useState<ReadonlySet<IntentId>>(new Set());
  const resolve = useResolve();
  const closed = resolve.data?.length ?? 0;
  const chosen = unresolved.filter(({ intentId }) => marked.has(intentId));
  const choose: Choose = (intentIds, add) =>
    setMarked((last) => {
      const others = [...last].filter((intentId) => !intentIds.includes(intentId));
      return new Set(add ? [...others, ...intentIds] : others);
    });
  return (
    <>
      <div className="panel stack gap-8 pad-16 below-12">
        <p className="row wrap baseline gap-12 text-13">
          <span role="status" className="bold">
            {say('log.several.chosen', { count: chosen.length })}
          </span>
          <span className="muted">
            {say('log.several.text')} {say('resolve.many.found')}
          </span>
        </p>
        {closed > 0 && (
          <div role="status">
            <Notice tone="good">{say('resolve.many.done', { count: closed })}</Notice>
          </div>
        )}
        {chosen.length > 0 && (
          <section aria-labelledby="several-title" className="stack gap-4">
            <h2 id="several-title" className="text-14 bold">
              {say('resolve.many.title', { count: chosen.length })}
            </h2>
            <AbsentForm requests={chosen} resolve={resolve} />
          </section>
        )}
      </div>
      {unresolved.length === 0 ? (
        <p className="dashed">{say('log.several.none')}</p>
      ) : (
        <Table unresolved={unresolved} openedId={openedId} chosen={chosen} choose={choose} />
      )}
    </>
  );
}

type Choose = (intentIds: readonly IntentId[], add: boolean) => void;
type TableProps = Props & { readonly chosen: readonly DepositRequest[]; readonly choose: Choose };

const COLUMNS = ['time', 'order', 'customer', 'type', 'amount'] as const;

/** A row's order id is its link: Enter opens it, Up and Down move between them. */
function Table({ unresolved, openedId, chosen, choose }: TableProps): ReactNode {
  const say = useSay();
  const hintId = useId();
  const times = useRowTimes();
  const rows = useRef<HTMLTableSectionElement>(null);
  useWindowKey((event) => moveBetweenRows(event, rows.current));
  const ids = unresolved.map(({ intentId }) => intentId);
  return (
    <>
      <ListTable
        caption={say('log.caption')}
        columns={COLUMNS.map((key) => ({ key, label: say(`log.${key}`) }))}
        lead={
          <th scope="col">
            <Tick
              label={say('log.selectAll')}
              isOn={chosen.length === ids.length}
              onChange={(isOn) => choose(ids, isOn)}
            />
          </th>
        }
        className={styles.severalTable}
        hintId={hintId}
        rows={rows}
      >
        {unresolved.map((request) => (
          <Row
            key={request.intentId}
            request={request}
            isOpened={request.intentId === openedId}
            isChosen={chosen.includes(request)}
            times={times}
            choose={choose}
          />
        ))}
      </ListTable>
      <p id={hintId} className="spoken">
        {say('log.keys')}
      </p>
    </>
  );
}

type RowProps = {
  readonly request: DepositRequest;
  readonly isOpened: boolean;
  readonly isChosen: boolean;
  readonly times: RowTimes;
  readonly choose: Choose;
};

function Row({ request, isOpened, isChosen, times, choose }: RowProps): ReactNode {
  const say = useSay();
  const { on: isPrivate, hide } = usePrivacy();
  const { language } = useDesk().settings;
  const { intentId, createdAt } = request;
  const { order_id: order, customer, payment_type: type, currency } = request.body.fields;
  const path = `/log/${intentId}`;
  return (
    <ListRow path={path} isOpened={isOpened}>
      <td onClick={(event) => event.stopPropagation()}>
        <Tick
          label={say('log.selectOrder', { order })}
          isOn={isChosen}
          onChange={(isOn) => choose([intentId], isOn)}
        />
      </td>
      <td className="mono text-12">
        <time dateTime={createdAt} title={times.full(createdAt)}>
          {times.short(createdAt)}
        </time>
      </td>
      <td className="mono text-12" title={order}>
        <RowLink path={path} isOpened={isOpened} aria-label={order}>
          <CutId id={order} />
        </RowLink>
      </td>
      <td title={isPrivate ? undefined : customer}>
        {customer !== undefined && (
          <CustomerName profileId={request.profileId} customer={customer} />
        )}
        {request.takenBy !== undefined && (
          <span className="muted"> · {request.takenBy.operator.name}</span>
        )}
      </td>
      <td title={type}>{type}</td>
      <td className="medium" data-column="amount">
        {hide(Money.shown(amountOf(request).cents, currency, language))}{' '}
        <span className="muted">{currency}</span>
      </td>
    </ListRow>
  );
}

type TickProps = {
  readonly label: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
};

function Tick({ label, isOn, onChange }: TickProps): ReactNode {
  return (
    <input
      type="checkbox"
      className="tick"
      aria-label={label}
      checked={isOn}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
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
