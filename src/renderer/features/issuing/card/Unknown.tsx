import { type ReactNode, useState } from 'react';

import type { Heard } from '#shared/domain/callback.ts';
import { type DepositRequest, knownToProvider } from '#shared/domain/request.ts';

import { usePrivacy } from '../../../client/deskContext.ts';
import { useConfirmKnown } from '../../../client/requests.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { knownWords } from '../../../text/callbacks.ts';
import { ActionError, Notice } from '../../../ui/Notice.tsx';
import { Button } from '../../../ui/Button.tsx';
import { useFocusBack } from '../../../ui/focus.ts';
import { ResolvePanel } from '../resolve/ResolvePanel.tsx';
import { CopySupport } from './CardButtons.tsx';
import { HeardLine } from './HeardLine.tsx';
import { LateAnswerNotice } from './LateAnswer.tsx';
import type { Masking } from './rows.ts';
import { OutcomeNotice } from './OutcomeNotice.tsx';
import { Resolved } from './Resolved.tsx';
import styles from './ResultCard.module.css';

type Props = {
  readonly request: Extract<DepositRequest, { outcome: 'unknown' }>;
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

type KnownProps = { readonly request: DepositRequest; readonly heard: Heard };

/** A suggestion: the request stays unknown until the operator confirms that the provider has it. */
function Known({ request, heard }: KnownProps): ReactNode {
  const say = useSay();
  const confirm = useConfirmKnown();
  const { remoteId } = heard;
  const said = knownWords(request, heard, say);
  return (
    <Notice
      tone="calm"
      title={say('known.title')}
      {...(remoteId === null
        ? {}
        : {
            actions: (
              <Button
                size="xs"
                loading={confirm.isPending}
                onClick={() => confirm.mutate({ intentId: request.intentId, remoteId })}
              >
                {say('known.confirm')}
              </Button>
            ),
          })}
    >
      <p>{said.slice(0, 2).join(' ')}</p>
      <p>{said.slice(2).join(' ')}</p>
      <ActionError error={confirm.error} />
    </Notice>
  );
}

/** Fields that privacy mode hides. */
const PRIVATE: ReadonlySet<string> = new Set(['customer', 'customer_phone_number', 'cents']);

/** Every field under the provider's own name, to find the request in the provider's cabinet. */
function WhatWasSent({ request }: { readonly request: DepositRequest }): ReactNode {
  const say = useSay();
  const privacy = usePrivacy();
  const fields = Object.entries(request.body.fields);
  return (
    <details className={styles.others}>
      <summary>{say('sent.what')}</summary>
      <dl className={styles.otherRows}>
        {fields.map(([name, value]) => (
          <div key={name} className={styles.otherRow}>
            <dt>{name}</dt>
            <dd className="mono">
              {PRIVATE.has(name) ? privacy.hide(String(value)) : String(value)}
            </dd>
          </div>
        ))}
      </dl>
      <div className={styles.support}>
        <CopySupport request={request} />
      </div>
    </details>
  );
}
