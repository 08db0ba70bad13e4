import { type ReactNode, useEffect, useRef, useState } from 'react';

import type { ImportCheck, ProblemGroup } from '#shared/domain/importing.ts';

import { useDesk } from '../../client/deskContext.ts';
import { useSay } from '../../i18n/i18n.ts';
import { countText } from '../../text/numbers.ts';
import { Button } from '../../ui/Button.tsx';
import { FIRST_FOCUS } from '../../ui/Dialog.tsx';
import { useRowTimes } from '../../ui/hooks.ts';
import { Notice } from '../../ui/Notice.tsx';
import shared from '../../ui/importing/Importing.module.css';
import styles from './Batch.module.css';
import { batchHref, problemText } from './batchText.ts';
import { GroupRows } from './GroupRows.tsx';
import { Totals } from './Totals.tsx';
import type { ImportDraft, Importing } from './useImport.ts';

type Props = {
  readonly draft: ImportDraft;
  readonly check: ImportCheck;
  readonly importing: Importing;
};

/** Every problem of every row before anything is sent: corrected in place, left out, or accepted. */
export function CheckStep({ draft, check, importing }: Props): ReactNode {
  const say = useSay();
  const [chosen, setChosen] = useState<string | null>(null);
  const opened = check.groups.find(({ key }) => key === chosen) ?? check.groups[0] ?? null;
  const { problems, actions } = useFocusKept(check);
  const waits = check.rows - check.ready - check.leftOut;
  const canGoOn =
    check.ready > 0 && waits === 0 && (check.sameBefore === null || check.isSameAccepted);
  return (
    <>
      {draft.isChanged && (
        <Notice tone="unknown" alert>
          <p>{say('failure.batch_check_changed')}</p>
        </Notice>
      )}
      <SameBefore check={check} importing={importing} />
      <HiddenRows check={check} importing={importing} />
      <div className="panel pad-20 row wrap between gap-16">
        <div className="stack gap-4">
          <p className="text-18 bold" role="status">
            {say('batch.ready', {
              count: check.rows,
              ready: countText(check.ready),
              rows: countText(check.rows),
            })}
          </p>
          <p className="muted">
            {waits > 0
              ? say('batch.waits', { count: waits, shown: countText(waits) })
              : say('batch.nothingWaits')}
            {check.leftOut > 0 &&
              ` ${say('batch.leftOut', { count: check.leftOut, shown: countText(check.leftOut) })}`}
          </p>
        </div>
        <Totals totals={check.totals} />
      </div>
      {opened !== null && (
        <div ref={problems} className={styles.problems}>
          <ul className="stack gap-4" aria-label={say('batch.problems')}>
            {check.groups.map((group) => (
              <li key={group.key}>
                <button
                  type="button"
                  className="entry"
                  aria-pressed={group.key === opened.key}
                  onClick={() => setChosen(group.key)}
                >
                  <GroupName group={group} />
                  <span className="push rigid muted">{countText(group.rows)}</span>
                </button>
              </li>
            ))}
          </ul>
          <GroupRows
            key={opened.key}
            group={opened}
            draft={draft}
            check={check}
            importing={importing}
          />
        </div>
      )}
      <div ref={actions} className={`${shared.actions} row wrap middle gap-8`}>
        <Button
          {...(canGoOn ? FIRST_FOCUS : {})}
          disabled={!canGoOn}
          loading={importing.isBusy}
          onClick={() => importing.goTo('confirm')}
        >
          {say('batch.continue')}
        </Button>
        <Button variant="default" onClick={() => importing.goTo('columns')}>
          {say('batch.back.columns')}
        </Button>
        <Button variant="subtle" onClick={importing.close}>
          {say('batch.discard')}
        </Button>
        {!canGoOn && (
          <p className="muted">
            {say(check.ready === 0 && waits === 0 ? 'batch.noneReady' : 'batch.decide')}
          </p>
        )}
      </div>
    </>
  );
}

/** The last cell of a problem goes with the problem: the focus goes to the next problem, or to what can be done. */
function useFocusKept(check: ImportCheck) {
  const problems = useRef<HTMLDivElement>(null);
  const actions = useRef<HTMLDivElement>(null);
  const last = useRef(check);
  useEffect(() => {
    if (last.current === check) return;
    last.current = check;
    if (document.activeElement !== document.body) return;
    const next =
      problems.current?.querySelector<HTMLElement>('[aria-pressed="true"]') ??
      actions.current?.querySelector('button');
    next?.focus();
  }, [check]);
  return { problems, actions };
}

function GroupName({ group }: { readonly group: ProblemGroup }): ReactNode {
  const say = useSay();
  const { language } = useDesk().settings;
  const field = group.field === null ? '' : `${say(`batch.field.${group.field}`)}: `;
  return (
    <span className={styles.name} data-force={group.isAccepted ? 'tell' : group.force}>
      {field}
      {problemText({ code: group.code, limit: null }, null, language, say)}
    </span>
  );
}

/** The operator never saw them: named by number, and taken in only on purpose. */
function HiddenRows({ check, importing }: Pick<Props, 'check' | 'importing'>): ReactNode {
  const say = useSay();
  const { rows, leftOut, first } = check.hidden;
  if (rows === 0) return null;
  const count = { count: rows, shown: countText(rows) };
  const isLeftOut = leftOut > 0;
  return (
    <Notice
      tone="unknown"
      title={say(isLeftOut ? 'batch.hidden.out' : 'batch.hidden.in', count)}
      actions={
        <Button
          size="xs"
          variant="default"
          onClick={() =>
            importing.change({
              kind: 'leaveOut',
              rows: { group: 'hidden' },
              reason: isLeftOut ? null : say('batch.hidden.reason'),
            })
          }
        >
          {say(isLeftOut ? 'batch.hidden.take' : 'batch.leaveOut', count)}
        </Button>
      }
    >
      <p>
        {say('batch.hidden.rows', {
          count: rows,
          rows: first.join(', ') + (rows > first.length ? ', …' : ''),
        })}
      </p>
    </Notice>
  );
}

function SameBefore({ check, importing }: Pick<Props, 'check' | 'importing'>): ReactNode {
  const say = useSay();
  const times = useRowTimes();
  const before = check.sameBefore;
  if (before === null || check.isSameAccepted) return null;
  return (
    <Notice
      tone="unknown"
      alert
      title={say(before.isSameFile ? 'batch.sameFile' : 'batch.sameRows')}
      actions={
        <>
          <Button size="xs" href={batchHref(before.batchId)}>
            {say('batch.same.open')}
          </Button>
          <Button
            size="xs"
            variant="default"
            onClick={() =>
              importing.change({ kind: 'accept', group: 'same_before', accepted: true })
            }
          >
            {say('batch.same.goOn')}
          </Button>
        </>
      }
    >
      <p>
        {say('batch.same.text', {
          name: before.name,
          time: times.full(before.createdAt),
          count: before.sharedRows,
          shown: countText(before.sharedRows),
        })}
      </p>
    </Notice>
  );
}
