import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';

import type { Batch, BatchRow } from '#shared/domain/batch.ts';

import { useAction } from '../../client/actions.ts';
import { useClient, useDesk, usePrivacy } from '../../client/deskContext.ts';
import { KEYS } from '../../client/keys.ts';
import { callOrThrow, useAnswer } from '../../client/operation.ts';
import { useSay } from '../../i18n/i18n.ts';
import { countText } from '../../text/numbers.ts';
import { Button } from '../../ui/Button.tsx';
import { useFocusBack, useKeptFocus } from '../../ui/focus.ts';
import { KeyCap } from '../../ui/KeyCap.tsx';
import { ActionError, QueryError } from '../../ui/Notice.tsx';
import { useCopyMessage } from '../messages/useCopyMessage.ts';
import { rowMoney } from './batchText.ts';
import { Progress } from '../../ui/importing/Progress.tsx';
import { undoneTick, useUndoTick } from './queries.ts';

/** Messages one by one. */
export function HandOut({ batch }: { readonly batch: Batch }): ReactNode {
  const say = useSay();
  const [isOpen, setOpen] = useState(false);
  const { accepted } = batch.counts;
  const back = useFocusBack<HTMLDivElement>(isOpen);
  if (accepted === 0) return null;
  const handed = { handed: countText(batch.handedOut), accepted: countText(accepted) };
  return (
    <>
      <div ref={back} tabIndex={-1} className="row wrap gap-8">
        <Button variant="default" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {say('batch.handOut', handed)}
        </Button>
      </div>
      {isOpen && <Messages batch={batch} onClose={() => setOpen(false)} />}
    </>
  );
}

type MessagesProps = { readonly batch: Batch; readonly onClose: () => void };

/** Row by row: F9 copies the next customer's message. A row is done once the clipboard was read back. */
function Messages({ batch, onClose }: MessagesProps): ReactNode {
  const say = useSay();
  return (
    <section className="panel pad-20 stack gap-16" aria-label={say('batch.handOut.title')}>
      <Progress
        label={say('batch.handOut.title')}
        done={batch.handedOut}
        total={batch.counts.accepted}
        action={
          <button type="button" className="quiet" onClick={onClose}>
            {say('batch.handOut.close')}
          </button>
        }
      />
      <NextRow batch={batch} />
    </section>
  );
}

type Copied = { readonly row: BatchRow; readonly isTicked: boolean; readonly atMs: number };

/** Pressed twice within this time is one press: it must not tick a customer that the operator has not seen yet. */
const ONE_PRESS_MS = 1000;

function NextRow({ batch }: { readonly batch: Batch }): ReactNode {
  const say = useSay();
  const client = useClient();
  const [after, setAfter] = useState(0);
  const [copied, setCopied] = useState<Copied | null>(null);
  const { batchId, handedOut } = batch;
  const next = useQuery({
    queryKey: [...KEYS.batchRows(batchId), 'next', after, handedOut],
    queryFn: () => callOrThrow(client, 'batch.nextToHandOut', { batchId, after }),
    placeholderData: (before) => before,
  });
  // The buttons of a row go with it, and `Undo the tick` goes with the tick.
  const kept = useKeptFocus<HTMLDivElement>(
    `${next.data?.intentId ?? ''} ${copied?.row.intentId ?? ''}`,
  );
  if (next.error !== null) return <QueryError of={next} />;
  if (next.data === undefined) return null;
  return (
    <div {...kept} className="stack gap-16">
      {next.data !== null && (
        <OneRow
          key={next.data.intentId}
          row={next.data}
          copied={copied}
          onCopied={setCopied}
          onSkip={setAfter}
        />
      )}
      {next.data === null && after === 0 && (
        <p className="good bold" role="status">
          {say('batch.handOut.done')}
        </p>
      )}
      {next.data === null && after > 0 && (
        <Button variant="default" onClick={() => setAfter(0)}>
          {say('batch.handOut.skipped')}
        </Button>
      )}
      {copied !== null && (
        <LastCopied
          copied={copied}
          onUndone={() => {
            setCopied(null);
            setAfter((shown) => Math.min(shown, copied.row.row - 1));
          }}
        />
      )}
    </div>
  );
}

type RowProps = {
  readonly row: BatchRow;
  /** What was copied last; null: nothing yet. */
  readonly copied: Copied | null;
  readonly onCopied: (copied: Copied) => void;
  readonly onSkip: (after: number) => void;
};

function OneRow({ row, copied, onCopied, onSkip }: RowProps): ReactNode {
  const say = useSay();
  const cache = useQueryClient();
  const { hide } = usePrivacy();
  const { language } = useDesk().settings;
  const { intentId, fields } = row;
  const history = useAnswer('log.history', { intentId }, KEYS.history(intentId));
  const request = history.data?.request ?? null;
  const [shownAtMs] = useState(() => performance.now());
  const { copy, error } = useCopyMessage('menu', (isTicked) =>
    onCopied({ row, isTicked, atMs: performance.now() }),
  );
  const copyNow = (): void => {
    const isAnother = copied !== null && copied.row.intentId !== intentId;
    const sinceMs = performance.now() - Math.max(shownAtMs, copied?.atMs ?? 0);
    if (request === null || (isAnother && sinceMs < ONE_PRESS_MS)) return;
    copy(request);
  };
  useAction('message.copy', copyNow, request !== null);
  // The copy is recorded by the desk; the batch then counts the row as handed out.
  const copiedAt = request?.lastCopiedAt ?? null;
  useEffect(() => {
    if (copiedAt !== null) void cache.invalidateQueries({ queryKey: KEYS.batches });
  }, [cache, copiedAt]);
  return (
    <div role="group" aria-label={say('batch.handOut.next')} className="row wrap middle gap-16">
      <p className="text-16 bold breakable">{hide(fields.customer ?? '')}</p>
      <p className="text-16 nowrap">{hide(rowMoney(row, language))}</p>
      <p className="mono text-12 muted">{say('batch.handOut.row', { row: row.row })}</p>
      <Button disabled={request === null} onClick={copyNow} rightSection={<KeyCap>F9</KeyCap>}>
        {say('message.copy')}
      </Button>
      <Button variant="subtle" onClick={() => onSkip(row.row)}>
        {say('batch.handOut.skip')}
      </Button>
      {error !== null && <p role="alert">{say('batch.handOut.failed')}</p>}
    </div>
  );
}

type LastProps = { readonly copied: Copied; readonly onUndone: () => void };

/** Stays while the next customer is shown: the message to paste is this one's. */
function LastCopied({ copied: { row, isTicked }, onUndone }: LastProps): ReactNode {
  const say = useSay();
  const { hide } = usePrivacy();
  const undo = useUndoTick();
  const customer = hide(row.fields.customer ?? row.orderId);
  return (
    <div className="row wrap middle gap-8">
      <p role="status" className="medium breakable">
        {say('batch.handOut.last', { customer, row: row.row })}
      </p>
      {isTicked && (
        <Button
          size="xs"
          variant="subtle"
          loading={undo.isPending}
          onClick={() => undo.mutate(undoneTick(row.intentId), { onSuccess: onUndone })}
        >
          {say('batch.handOut.undo')}
        </Button>
      )}
      <ActionError error={undo.error} />
    </div>
  );
}
