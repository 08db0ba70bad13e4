import { type ReactNode, useState } from 'react';

import { knownToProvider } from '#shared/domain/request.ts';

import { useSay } from '../../../i18n/i18n.ts';
import { Button } from '../../../ui/Button.tsx';
import { useFocusBack } from '../../../ui/focus.ts';
import { ResolvePanel } from '../resolve/ResolvePanel.tsx';
import { Taken } from './Taken.tsx';
import { WhatWasSent } from './OtherFields.tsx';
import { OutcomeNotice } from './OutcomeNotice.tsx';
import { HeardLine, Known, LateAnswerNotice } from './ProviderSaid.tsx';
import { Resolved } from './Resolved.tsx';
import type { Masking, UnknownRequest } from './rules.ts';

type Props = {
  readonly request: UnknownRequest;
  /** The log's detail shows request and answer beneath the card. */
  readonly inLog: boolean;
  readonly masking: Masking | null;
};

/** Nothing here looks copyable until the request is resolved. */
export function Unknown({ request, inLog, masking }: Props): ReactNode {
  const say = useSay();
  const [resolving, setResolving] = useState(false);
  const opener = useFocusBack<HTMLButtonElement>(resolving);
  if (request.resolution !== null) {
    return (
      <>
        <Resolved request={request} resolution={request.resolution} masking={masking} />
        <LateAnswerNotice request={request} />
        <HeardLine request={request} />
      </>
    );
  }
  const heard = knownToProvider(request);
  const actions = (!resolving || !inLog) && (
    <>
      {!resolving && (
        <Button ref={opener} size="xs" variant="default" onClick={() => setResolving(true)}>
          {say('resolve.open')}
        </Button>
      )}
      {!inLog && (
        <Button href={`/log/${request.intentId}`} size="xs" variant="default">
          {say('card.openLog')}
        </Button>
      )}
    </>
  );
  return (
    <>
      <OutcomeNotice request={request} actions={actions} />
      <Taken request={request} />
      <LateAnswerNotice request={request} />
      {heard !== null && <Known request={request} heard={heard} />}
      {resolving && <ResolvePanel request={request} onClose={() => setResolving(false)} />}
      <WhatWasSent request={request} />
    </>
  );
}
