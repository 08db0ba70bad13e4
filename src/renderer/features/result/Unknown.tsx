import { type ReactNode, useState } from 'react';

import { type DepositRequest, knownToProvider } from '#shared/domain/request.ts';

import { useSay } from '../../i18n/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { useFocusBack } from '../../ui/useFocusBack.ts';
import { ResolvePanel } from '../resolve/ResolvePanel.tsx';
import { HeardLine } from './HeardLine.tsx';
import { Known } from './Known.tsx';
import { LateAnswerNotice } from './LateAnswer.tsx';
import type { Masking } from './masking.ts';
import { OutcomeNotice } from './OutcomeNotice.tsx';
import { Resolved } from './Resolved.tsx';
import { WhatWasSent } from './WhatWasSent.tsx';

type Props = {
  readonly request: Extract<DepositRequest, { outcome: 'unknown' }>;
  /** In the log's detail what was sent and what came back stands beneath anyway. */
  readonly inLog: boolean;
  readonly masking: Masking | null;
};

/** Nothing here looks copyable until somebody has found out. */
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
  return (
    <>
      <OutcomeNotice
        request={request}
        {...(resolving && inLog
          ? {}
          : {
              actions: (
                <>
                  {!resolving && (
                    <Button
                      ref={opener}
                      size="xs"
                      variant="default"
                      onClick={() => setResolving(true)}
                    >
                      {say('resolve.open')}
                    </Button>
                  )}
                  {!inLog && (
                    <Button href={`/log/${request.intentId}`} size="xs" variant="default">
                      {say('card.openLog')}
                    </Button>
                  )}
                </>
              ),
            })}
      />
      <LateAnswerNotice request={request} />
      {heard !== null && <Known request={request} heard={heard} />}
      {resolving && <ResolvePanel request={request} onClose={() => setResolving(false)} />}
      <WhatWasSent request={request} />
    </>
  );
}
