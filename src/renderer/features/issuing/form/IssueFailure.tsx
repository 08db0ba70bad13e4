import type { ReactNode } from 'react';

import type { Failure } from '#shared/domain/failure.ts';
import type { IntentId } from '#shared/domain/ids.ts';

import { useSay } from '../../../i18n/i18n.ts';
import { failureDetail, failureText } from '../../../text/failures.ts';
import { Button } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/Notice.tsx';

type Props = {
  readonly failure: Failure;
  readonly intentId: IntentId;
  readonly onNextOrder: () => void;
  readonly onNewDraft: () => void;
};

/** The call may have done its work although its answer did not reach the page, or not in a form that can be read. */
const UNCLEAR: ReadonlySet<Failure['code']> = new Set([
  'host_unreachable',
  'invalid_output',
  'internal',
]);

/** By the submit button: why nothing was issued, and the one step that helps. */
export function IssueFailure({ failure, intentId, onNextOrder, onNewDraft }: Props): ReactNode {
  const say = useSay();
  const detail = failureDetail(failure);
  const unclear = UNCLEAR.has(failure.code);
  const toLog = (id: IntentId): ReactNode => (
    <Button href={`/log/${id}`} size="xs" variant="default">
      {say('form.openLog')}
    </Button>
  );
  const actions =
    failure.code === 'order_open' ? (
      <>
        <Button size="xs" variant="default" onClick={onNextOrder}>
          {say('form.nextOrder')}
        </Button>
        {toLog(failure.openIntentId)}
      </>
    ) : failure.code === 'intent_conflict' ? (
      <>
        {toLog(intentId)}
        <Button size="xs" variant="default" onClick={onNewDraft}>
          {say('form.newDraft')}
        </Button>
      </>
    ) : null;
  return (
    <Notice
      tone={unclear ? 'unknown' : 'bad'}
      alert
      title={say(unclear ? 'failure.titleUnclear' : 'failure.title')}
      {...(actions === null ? {} : { actions })}
    >
      <p>{failureText(failure, say)}</p>
      {detail !== null && detail !== '' && <p>{say('failure.detail', { detail })}</p>}
    </Notice>
  );
}
