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
import { useFocusBack } from '../../ui/focus.ts';
import { KeyCap } from '../../ui/KeyCap.tsx';
import { QueryError } from '../../ui/Notice.tsx';
import { useCopyMessage } from '../messages/useCopyMessage.ts';
import { rowMoney } from './batchText.ts';
import { LinkSheets, type SheetKind } from './LinkSheets.tsx';
import { Progress } from '../../ui/importing/Progress.tsx';
import { isMoving } from './queries.ts';

type Opened = 'messages' | SheetKind;

/** Messages one by one; of payment links also all at once, as a list or as QR codes. */
export function HandOut({ batch }: { readonly batch: Batch }): ReactNode {
  const say = useSay();
  const [opened, setOpened] = useState<Opened | null>(null);
  const { accepted } = batch.counts;
  const close = (): void => setOpened(null);
  const back = useFocusBack<HTMLDivElement>(opened !== null);
  if (accepted === 0) return null;
  // While rows are being issued a sheet would change under the eye.
  const hasSheets = batch.flow === 'build' && !isMoving(batch);
  const kinds: readonly Opened[] = hasSheets ? ['messages', 'links', 'qr'] : ['messages'];
  const shown = kinds.find((kind) => kind === opened) ?? null;
  const handed = { handed: countText(batch.handedOut), accepted: countText(accepted) };
  return (
    <>
      <div ref={back} tabIndex={-1} className="row wrap gap-8">
        {kinds.map((kind) => (
          <Button
            key={kind}
            variant="default"
            aria-expanded={shown === kind}
            onClick={() => setOpened(shown === kind ? null : kind)}
          >
            {kind === 'messages' ? say('batch.handOut', handed) : say(`batch.${kind}.title`)}
          </Button>
        ))}
      </div>
      {shown === 'messages' && <Messages batch={batch} onClose={close} />}
      {shown !== null && shown !== 'messages' && (
        <LinkSheets key={shown} batch={batch} kind={shown} onClose={close} />
      )}
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

function NextRow({ batch }: { readonly batch: Batch }): ReactNode {
  const say = useSay();
  const client = useClient();
  const [after, setAfter] = useState(0);
  const { batchId, handedOut } = batch;
  const next = useQuery({
    queryKey: [...KEYS.batchRows(batchId), 'next', after, handedOut],
    queryFn: () => callOrThrow(client, 'batch.nextToHandOut', { batchId, after }),
    placeholderData: (before) => before,
  });
  if (next.error !== null) return <QueryError of={next} />;
  if (next.data === undefined) return null;
  if (next.data !== null) {
    return <OneRow key={next.data.intentId} row={next.data} onSkip={setAfter} />;
  }
  return after === 0 ? (
    <p className="good bold" role="status">
      {say('batch.handOut.done')}
    </p>
  ) : (
    <Button variant="default" onClick={() => setAfter(0)}>
      {say('batch.handOut.skipped')}
    </Button>
  );
}

type RowProps = { readonly row: BatchRow; readonly onSkip: (after: number) => void };

function OneRow({ row, onSkip }: RowProps): ReactNode {
  const say = useSay();
  const cache = useQueryClient();
  const { hide } = usePrivacy();
  const { language } = useDesk().settings;
  const { intentId, fields } = row;
  const history = useAnswer('log.history', { intentId }, KEYS.history(intentId));
  const request = history.data?.request ?? null;
  const { copy, error } = useCopyMessage('menu');
  const copyNow = (): void => {
    if (request !== null) copy(request);
  };
  useAction('message.copy', copyNow, request !== null);
  // The copy is recorded by the desk; the batch then counts the row as handed out.
  const copiedAt = request?.lastCopiedAt ?? null;
  useEffect(() => {
    if (copiedAt !== null) void cache.invalidateQueries({ queryKey: KEYS.batches });
  }, [cache, copiedAt]);
  return (
    <div className="row wrap middle gap-16">
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
