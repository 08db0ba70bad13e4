import { type ReactNode, useState } from 'react';

import type { OperationOutput } from '#shared/contract/operations.ts';
import {
  COVERAGE_CONDITIONS,
  NO_STATEMENT_FILTER,
  type SettleItem,
  type StatementComparison,
  type StatementFilter,
} from '#shared/domain/statementComparison.ts';

import { useSay } from '../../i18n/i18n.ts';
import { countText } from '../../text/numbers.ts';
import { Button } from '../../ui/Button.tsx';
import { FIRST_FOCUS } from '../../ui/Dialog.tsx';
import { CheckBox } from '../../ui/Field.tsx';
import { StepFocus } from '../../ui/importing/Steps.tsx';
import { ListTable } from '../../ui/ListTable.tsx';
import { ActionError, Notice } from '../../ui/Notice.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { usePreviewSettle, useSettle } from './queries.ts';

type Props = {
  readonly comparison: StatementComparison;
  readonly onFilter: (filter: StatementFilter) => void;
};

type Settled = OperationOutput<'statement.settle'>;
const KINDS = ['found', 'absent'] as const;
type Kind = (typeof KINDS)[number];

/** What the statement says about requests without an answer: which it settles, and why it does not settle the others. */
export function SettlePanel({ comparison, onFilter }: Props): ReactNode {
  const say = useSay();
  const { statementId, settle } = comparison;
  const preview = usePreviewSettle();
  const [settled, setSettled] = useState<Settled | null>(null);
  const ready = settle.found + settle.absent;
  // While a preview is settled the counts fall to nothing: what it did is still to be said.
  const isIdle = preview.data === undefined && settled === null;
  if (ready + settle.open === 0 && isIdle) return null;
  return (
    <section className="panel pad-16-20 stack gap-12" aria-label={say('statement.unknowns')}>
      {settled !== null && <Done settled={settled} />}
      {preview.data === undefined ? (
        <>
          {ready > 0 && (
            <div className="row wrap middle gap-12">
              <Button
                loading={preview.isPending}
                onClick={() => {
                  setSettled(null);
                  preview.mutate({ statementId });
                }}
              >
                {say('statement.settle', { count: ready, shown: countText(ready) })}
              </Button>
              <p className="muted">
                {KINDS.filter((kind) => settle[kind] > 0)
                  .map((kind) =>
                    say(`statement.settle.${kind}`, {
                      count: settle[kind],
                      shown: countText(settle[kind]),
                    }),
                  )
                  .join(' · ')}
              </p>
            </div>
          )}
          <StaysOpen comparison={comparison} onFilter={onFilter} />
          <ActionError error={preview.error} />
        </>
      ) : (
        <StepFocus>
          <Preview
            statementId={statementId}
            previewId={preview.data.previewId}
            items={preview.data.items}
            onSettled={(result) => {
              setSettled(result);
              preview.reset();
            }}
            onCancel={() => preview.reset()}
          />
        </StepFocus>
      )}
    </section>
  );
}

/** In plain words why "not at the provider" may not be concluded. */
function StaysOpen({ comparison, onFilter }: Props): ReactNode {
  const say = useSay();
  const { settle, failing } = comparison;
  if (settle.open === 0) return null;
  const conditions = COVERAGE_CONDITIONS.flatMap((condition) => {
    const count = failing[condition] ?? 0;
    return count === 0 ? [] : [{ condition, count }];
  });
  return (
    <div className="stack gap-6">
      <p className="row wrap baseline gap-8">
        <span className="unknown bold">
          {say('statement.staysOpen', { count: settle.open, shown: countText(settle.open) })}
        </span>
        <button
          type="button"
          className="text-button text-13"
          onClick={() => onFilter({ ...NO_STATEMENT_FILTER, settle: 'open' })}
        >
          {say('statement.staysOpen.show')}
        </button>
      </p>
      {conditions.length > 0 && (
        <>
          <p className="muted">{say('statement.staysOpen.why')}</p>
          <ul className="bullets">
            {conditions.map(({ condition, count }) => (
              <li key={condition}>
                {say(`statement.fails.${condition}`)}
                {settle.open > 1 && (
                  <span className="muted">
                    {` · ${say('statement.unknownCount', { count, shown: countText(count) })}`}
                  </span>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

type PreviewProps = {
  readonly statementId: string;
  readonly previewId: string;
  readonly items: readonly SettleItem[];
  readonly onSettled: (settled: Settled) => void;
  readonly onCancel: () => void;
};

const MOST_LISTED = 200;

/** Exactly what will be recorded, or less: whatever changes in between is skipped. */
function Preview(props: PreviewProps): ReactNode {
  const { statementId, previewId, items, onSettled, onCancel } = props;
  const say = useSay();
  const [kinds, setKinds] = useState<readonly Kind[]>(KINDS);
  const [note, setNote] = useState('');
  const settle = useSettle();
  const counts = KINDS.map((kind) => ({
    kind,
    count: items.filter((item) => item.kind === kind).length,
  })).filter(({ count }) => count > 0);
  const chosen = items.filter(({ kind }) => kinds.includes(kind));
  const listed = chosen.slice(0, MOST_LISTED);
  return (
    <form
      className="stack gap-12"
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen.length === 0 || settle.isPending) return;
        settle.mutate({ statementId, previewId, kinds, note }, { onSuccess: onSettled });
      }}
    >
      <h2 className="text-16 bold">{say('statement.preview.title')}</h2>
      <p className="muted">{say('statement.preview.text')}</p>
      <div className="row wrap gap-16">
        {counts.map(({ kind, count }) => (
          <CheckBox
            key={kind}
            label={say(`statement.settle.${kind}`, { count, shown: countText(count) })}
            checked={kinds.includes(kind)}
            onChange={(isOn) =>
              setKinds(isOn ? [...kinds, kind] : kinds.filter((one) => one !== kind))
            }
          />
        ))}
      </div>
      {listed.length > 0 && (
        <ListTable
          caption={say('statement.preview.title')}
          columns={(['order', 'conclusion', 'row', 'remote'] as const).map((key) => ({
            key,
            label: say(`statement.column.${key}`),
          }))}
        >
          {listed.map(({ intentId, orderId, kind, row, remoteId }) => (
            <tr key={intentId}>
              <td className="mono text-12">{orderId}</td>
              <td>{say(`statement.conclusion.${kind}`)}</td>
              <td className="mono text-12">{row ?? '—'}</td>
              <td className="mono text-12">{remoteId ?? '—'}</td>
            </tr>
          ))}
        </ListTable>
      )}
      {chosen.length > MOST_LISTED && (
        <p className="text-12 muted">
          {say('statement.preview.more', { shown: countText(chosen.length - MOST_LISTED) })}
        </p>
      )}
      <TextField
        id="statement-settle-note"
        label={say('statement.settle.note')}
        maxLength={1000}
        value={note}
        onText={setNote}
      />
      <ActionError error={settle.error} />
      <div className="row wrap middle gap-8">
        <Button
          type="submit"
          {...FIRST_FOCUS}
          disabled={chosen.length === 0}
          loading={settle.isPending}
        >
          {say('statement.settle.do', { count: chosen.length, shown: countText(chosen.length) })}
        </Button>
        <Button variant="subtle" onClick={onCancel}>
          {say('statement.settle.cancel')}
        </Button>
      </div>
    </form>
  );
}

function Done({ settled: { settled, skipped } }: { readonly settled: Settled }): ReactNode {
  const say = useSay();
  const whys = (['changed', 'gone', 'taken'] as const)
    .map((why) => ({ why, count: skipped.filter((one) => one.why === why).length }))
    .filter(({ count }) => count > 0);
  return (
    <div role="status">
      <Notice
        tone={skipped.length > 0 ? 'unknown' : 'calm'}
        title={say('statement.settled', { count: settled, shown: countText(settled) })}
      >
        {whys.length === 0 ? (
          <p>{say('statement.settled.all')}</p>
        ) : (
          <ul className="bullets">
            {whys.map(({ why, count }) => (
              <li key={why}>
                {say(`statement.skipped.${why}`, { count, shown: countText(count) })}
              </li>
            ))}
          </ul>
        )}
      </Notice>
    </div>
  );
}
