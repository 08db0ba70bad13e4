import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';

import { knownToProvider } from '#shared/domain/saidLater.ts';

import { May, useMay } from '../../../client/deskContext.ts';
import { requestHref } from '../../../client/requests.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { Button } from '../../../ui/Button.tsx';
import { Menu } from '../../../ui/Menu.tsx';
import { useFocusBack } from '../../../ui/focus.ts';
import { ResolvePanel } from '../resolve/ResolvePanel.tsx';
import { CopySupport } from './CardButtons.tsx';
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
  /** Resolve was pressed on its folded line. */
  readonly startsResolving: boolean;
};

/** Nothing here looks copyable until the request is resolved. */
export function Unknown({ request, inLog, masking, startsResolving }: Props): ReactNode {
  const say = useSay();
  const [resolving, setResolving] = useState(startsResolving);
  const mayResolve = useMay('resolve');
  const [isSentShown, setSentShown] = useState(false);
  const [, navigate] = useLocation();
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
  const items = [
    { label: say('card.openLog'), onChoose: () => navigate(requestHref(request.intentId)) },
    { label: say('sent.what'), isChosen: isSentShown, onChoose: () => setSentShown(!isSentShown) },
  ];
  const actions = (
    <>
      {mayResolve && !resolving && (
        <Button ref={opener} size="xs" variant="default" onClick={() => setResolving(true)}>
          {say('resolve.open')}
        </Button>
      )}
      <May to="issue">
        <CopySupport request={request} />
      </May>
      <May to="mark">
        <Taken request={request} />
      </May>
      {!inLog && <Menu label={say('card.more')} items={items} />}
    </>
  );
  return (
    <>
      <OutcomeNotice request={request} actions={actions} />
      <LateAnswerNotice request={request} />
      {heard !== null && <Known request={request} heard={heard} />}
      {mayResolve && resolving && (
        <ResolvePanel request={request} onClose={() => setResolving(false)} />
      )}
      {!inLog && <WhatWasSent request={request} isOpen={isSentShown} />}
    </>
  );
}
