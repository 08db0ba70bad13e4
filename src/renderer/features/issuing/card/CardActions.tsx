import { IconUser } from '@tabler/icons-react';
import { type ReactNode, Suspense, lazy, useState } from 'react';

import { safeLink } from '#shared/domain/link.ts';

import { usePrivacy } from '../../../client/deskContext.ts';
import { useSay } from '../../../i18n/i18n.ts';
import type { Veil } from '../../../text/veil.ts';
import { Button } from '../../../ui/Button.tsx';
import { LongText } from '../../../ui/LongText.tsx';
import { useFocusBack } from '../../../ui/focus.ts';
import { ExternalLink } from '../../desk/outside/ExternalLink.tsx';
import { CopySupport, RepeatButtons } from './CardButtons.tsx';
import { useViewSetting } from './hooks.ts';
import { RequisitesPicture } from './Pictures.tsx';
import styles from './ResultCard.module.css';
import { type AcceptedRequest, billOf, isPayable } from './rules.ts';

const BillViewer = lazy(async () => ({ default: (await import('./BillViewer.tsx')).BillViewer }));
const ShowToCustomer = lazy(async () => ({
  default: (await import('./ShowToCustomer.tsx')).ShowToCustomer,
}));

type Props = {
  readonly request: AcceptedRequest;
  /** Null when there is no link or it is not safe to open. */
  readonly page: string | null;
  /** As it may be shown: in a picture, in a QR. */
  readonly link: string | null;
  readonly sandboxOrigin: string | null;
  readonly locked: boolean;
  /** What shows a customer where to pay is not offered any more. */
  readonly isClosed: boolean;
  /** In the log, until the requisites are revealed. */
  readonly veil: Veil | null;
};

/** What else can be done with an accepted request, beside copying what is in it. */
export function CardActions(props: Props): ReactNode {
  const { request, page, link, sandboxOrigin, locked, isClosed, veil } = props;
  const say = useSay();
  const privacy = usePrivacy();
  const [billOpened, setBillOpened] = useState(false);
  const billOpener = useFocusBack<HTMLButtonElement>(billOpened);
  // What is masked here would be seen there.
  const closed = locked || veil !== null;
  const canShow = isPayable(request, link) && !isClosed && veil === null;
  const bill = billOf(request);
  const billLink = bill === null ? null : safeLink(bill, sandboxOrigin);
  return (
    <>
      <div className={`row wrap gap-8 ${styles.actions}`}>
        {canShow && <Show request={request} link={link} locked={locked} />}
        {billLink !== null && (
          <Button
            ref={billOpener}
            size="xs"
            variant="default"
            disabled={closed || privacy.on}
            aria-expanded={billOpened}
            onClick={() => setBillOpened((opened) => !opened)}
          >
            {say('link.bill')}
          </Button>
        )}
        {page !== null && <ExternalLink address={page} label={say('link.page')} locked={closed} />}
        <RepeatButtons request={request} />
      </div>
      <div className={styles.rare}>
        {canShow && <RequisitesPicture request={request} link={link} locked={locked} />}
        <CopySupport request={request} />
      </div>
      {billOpened && billLink !== null && !closed && !privacy.on && (
        <Suspense>
          <BillViewer
            intentId={request.intentId}
            link={billLink}
            onClose={() => setBillOpened(false)}
          />
        </Suspense>
      )}
      {bill !== null && billLink === null && (
        <p className="text-12 unknown breakable">
          {say('link.billUnsafe')}:{' '}
          <span className="mono">
            <LongText
              text={privacy.hide(veil === null ? bill : veil(bill))}
              label={say('link.billUnsafe')}
            />
          </span>{' '}
          · {say('link.unsafe')}
        </p>
      )}
    </>
  );
}

/** The screen that is turned around is closed, and stays so, when the request can no longer be shown. */
function Show({ request, link, locked }: Pick<Props, 'request' | 'link' | 'locked'>): ReactNode {
  const say = useSay();
  const setting = useViewSetting(request, link);
  const [shown, setShown] = useState(false);
  return (
    <>
      <Button
        size="xs"
        variant="default"
        disabled={locked}
        leftSection={<IconUser size={14} aria-hidden="true" />}
        onClick={() => setShown(true)}
      >
        {say('show.do')}
      </Button>
      {shown && (
        <Suspense>
          <ShowToCustomer request={request} setting={setting} onClose={() => setShown(false)} />
        </Suspense>
      )}
    </>
  );
}
