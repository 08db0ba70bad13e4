import type { ReactNode } from 'react';

import type { DepositRequest } from '#shared/domain/request.ts';

import { useSay } from '../../i18n/i18n.ts';
import { outcomeWords } from '../../text/failures.ts';
import { Notice, type Tone } from '../../ui/Notice.tsx';

type Refused = Extract<DepositRequest, { outcome: 'rejected' | 'not_sent' | 'unknown' }>;

const TONES: Readonly<Record<Refused['outcome'], Tone>> = {
  rejected: 'bad',
  not_sent: 'calm',
  unknown: 'unknown',
};

/** What happened, what was not done, what to do. Holds nothing that could be copied or paid to. */
export function OutcomeNotice({ request }: { readonly request: Refused }): ReactNode {
  const say = useSay();
  const words = outcomeWords(request);
  const { httpStatus, detail } = request.reason;
  const retryAfter = request.outcome === 'rejected' ? request.reason.retryAfter : null;
  const said = request.outcome === 'rejected' ? 'reason.said' : 'reason.technical';
  const facts = [
    ...(httpStatus === null ? [] : [say('reason.http', { status: httpStatus })]),
    ...(retryAfter === null ? [] : [say('reason.retryAfter', { value: retryAfter })]),
    ...(detail === null || detail === '' ? [] : [say(said, { detail })]),
  ];
  return (
    <Notice
      tone={TONES[request.outcome]}
      title={say(words.undone, { order: request.body.fields.order_id })}
    >
      <p>
        {say(words.happened)} {say(words.next)}
      </p>
      {facts.length > 0 && <p>{facts.join(' · ')}</p>}
    </Notice>
  );
}
