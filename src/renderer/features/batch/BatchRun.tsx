import { type ReactNode, memo, useState } from 'react';
import { Link } from 'wouter';

import {
  BATCH_OUTCOMES,
  type Batch,
  type BatchOutcome,
  type BatchRow,
} from '#shared/domain/batch.ts';
import { reasonText } from '#shared/domain/batchReason.ts';

import { May, useDesk, usePrivacy } from '../../client/deskContext.ts';
import { logHref } from '../../client/logLook.ts';
import { requestHref } from '../../client/requests.ts';
import { useSay } from '../../i18n/i18n.ts';
import { countText } from '../../text/numbers.ts';
import { useKeptFocus } from '../../ui/focus.ts';
import { useInSteps, useRowTimes } from '../../ui/hooks.ts';
import { ListTable } from '../../ui/ListTable.tsx';
import { CutId } from '../../ui/LongText.tsx';
import { ActionError, QueryError } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { ToneBadge } from '../../ui/StateBadge.tsx';
import shared from '../../ui/importing/Importing.module.css';
import styles from './Batch.module.css';
import { batchName, doneOf, outcomeTone, rowMoney, toneOf } from './batchText.ts';
import { HandOut } from './HandOut.tsx';
import { Pager, ROWS_IN_A_FRAME, pageAt } from '../../ui/Pager.tsx';
import { Progress } from '../../ui/importing/Progress.tsx';
import { isMoving, undoneTick, useBatch, useBatchRows, useUndoTick } from './queries.ts';
import { Report } from './Report.tsx';
import { Steering } from './Steering.tsx';
import { Totals } from './Totals.tsx';

/** One batch: how far it is, what became of each row, and what can be done about it. */
export function BatchRun({ batchId }: { readonly batchId: string }): ReactNode {
  const batch = useBatch(batchId);
  if (batch.error !== null) return <QueryError of={batch} />;
  if (batch.data === undefined) return <Skeleton height={420} />;
  return <Shown batch={batch.data} />;
}

function Shown({ batch }: { readonly batch: Batch }): ReactNode {
  const say = useSay();
  const times = useRowTimes();
  return (
    <div className={`${shared.screen} stack gap-16`}>
      <div className="screen-head">
        <h1 className="text-18 ink bold breakable">{batchName(batch, say)}</h1>
        <ToneBadge tone={toneOf(batch)}>{say(`batch.state.${batch.state}`)}</ToneBadge>
        <span className="muted">
          {`${batch.profileName} · ${say(`log.flow.${batch.flow}`)} · ${times.full(batch.createdAt)} · ${batch.operator.name}`}
        </span>
        <Link href={logHref({ batches: [batch.batchId] }, { kind: 'all' })} className="push">
          {say('batch.showInLog')}
        </Link>
        <Link href="/batch">{say('batch.all')}</Link>
      </div>
      <div className="panel pad-20 stack gap-16">
        <div className="row wrap between gap-24">
          <div className={`${styles.counts} grow`}>
            <Progress
              label={progressLabel(batch, say)}
              done={doneOf(batch)}
              total={batch.rows}
              parts={[
                { tone: 'calm', count: batch.counts.accepted },
                { tone: 'unknown', count: batch.counts.unknown },
                {
                  tone: 'bad',
                  count: batch.counts.rejected + batch.counts.not_sent + batch.counts.refused,
                },
                { tone: 'idle', count: batch.counts.cancelled },
              ]}
            />
          </div>
          <Totals totals={batch.totals} />
        </div>
        <Steering batch={batch} />
      </div>
      <May to="issue">
        <HandOut batch={batch} />
      </May>
      <Rows batch={batch} />
    </div>
  );
}

function progressLabel(batch: Batch, say: ReturnType<typeof useSay>): string {
  const { secondsLeft } = batch;
  if (!isMoving(batch) || secondsLeft === null) return say(`batch.state.${batch.state}`);
  return secondsLeft < 60
    ? say('batch.left.seconds', { count: secondsLeft })
    : say('batch.left.minutes', { count: Math.ceil(secondsLeft / 60) });
}

/** Null: rows of any outcome. */
type ShownRows = { readonly outcome: BatchOutcome | null; readonly from: number };

function Rows({ batch }: { readonly batch: Batch }): ReactNode {
  const say = useSay();
  const [{ outcome, from }, setShown] = useState<ShownRows>({ outcome: null, from: 0 });
  const setOutcome = (next: BatchOutcome | null): void => setShown({ outcome: next, from: 0 });
  const total = outcome === null ? batch.rows : batch.counts[outcome];
  const at = pageAt(from, total);
  const rows = useBatchRows(batch.batchId, outcome === null ? [] : [outcome], at);
  const page = rows.data?.rows ?? [];
  const drawn = useInSteps(`${outcome} ${at}`, page.length, ROWS_IN_A_FRAME);
  return (
    <section className="stack gap-8">
      <div className="row wrap middle gap-8">
        <div className="row wrap gap-6" role="group" aria-label={say('batch.outcomes')}>
          <button
            type="button"
            className="pill"
            aria-current={outcome === null}
            onClick={() => setOutcome(null)}
          >
            {say('batch.outcome.all')} <span className="muted">{countText(batch.rows)}</span>
          </button>
          {BATCH_OUTCOMES.filter((one) => batch.counts[one] > 0).map((one) => (
            <button
              key={one}
              type="button"
              className="pill"
              aria-current={outcome === one}
              onClick={() => setOutcome(one)}
            >
              {say(`batch.outcome.${one}`)}{' '}
              <span className="muted">{countText(batch.counts[one])}</span>
            </button>
          ))}
        </div>
        <May to="issue">
          <Report batch={batch} />
        </May>
      </div>
      <QueryError of={rows} />
      <ListTable
        caption={say('batch.caption')}
        columns={(['row', 'customer', 'amount', 'order', 'outcome', 'handedOut'] as const).map(
          (key) => ({
            key,
            label: say(`batch.column.${key}`),
          }),
        )}
      >
        {page.slice(0, drawn).map((row) => (
          <KeptRow key={row.row} row={row} />
        ))}
      </ListTable>
      <Pager from={at} total={total} onFrom={(next) => setShown({ outcome, from: next })} />
    </section>
  );
}

/** A running batch tells of itself four times a second; most of its rows are as they were. */
const KeptRow = memo(Row);

const WITHOUT_REQUEST: ReadonlySet<BatchOutcome> = new Set(['waiting', 'refused', 'cancelled']);

function Row({ row }: { readonly row: BatchRow }): ReactNode {
  const say = useSay();
  const { hide } = usePrivacy();
  const times = useRowTimes();
  const { language } = useDesk().settings;
  const { fields, outcome } = row;
  const reason = reasonText(row, say);
  // `undo` goes with the tick.
  const kept = useKeptFocus<HTMLTableCellElement>(row.handedOutAt ?? '');
  return (
    <tr>
      <td className="mono text-12 muted">{row.row}</td>
      <td>{hide(fields.customer ?? '')}</td>
      <td data-column="amount">{hide(rowMoney(row, language))}</td>
      <td className="mono text-12">
        {WITHOUT_REQUEST.has(outcome) ? (
          <CutId id={row.orderId} />
        ) : (
          <Link className={styles.order} href={requestHref(row.intentId)}>
            <CutId id={row.orderId} />
          </Link>
        )}
      </td>
      <td title={outcome === 'refused' ? '' : (row.detail ?? '')}>
        <ToneBadge tone={outcomeTone(outcome)}>
          {row.resolution === null
            ? say(`batch.outcome.${outcome}`)
            : say(`state.${row.resolution}`)}
        </ToneBadge>
        {reason !== null && row.resolution === null && (
          <span className="block text-12 muted">{reason}</span>
        )}
        {row.attempt > 1 && (
          <span className="text-12 muted"> {say('batch.attempt', { attempt: row.attempt })}</span>
        )}
      </td>
      <td {...kept} className="mono text-12">
        {row.handedOutAt !== null && (
          <>
            <time dateTime={row.handedOutAt}>{times.short(row.handedOutAt)}</time>
            <May to="issue">
              <UndoTick row={row} />
            </May>
          </>
        )}
      </td>
    </tr>
  );
}

function UndoTick({ row }: { readonly row: BatchRow }): ReactNode {
  const say = useSay();
  const undo = useUndoTick();
  return (
    <>
      {' '}
      <button
        type="button"
        className="quiet"
        aria-label={say('batch.handOut.undo.row', { row: row.row })}
        onClick={() => undo.mutate(undoneTick(row.intentId))}
      >
        {say('batch.handOut.undo.short')}
      </button>
      <ActionError error={undo.error} />
    </>
  );
}
