import { type ReactNode, Suspense, lazy, useState } from 'react';

import { safeLink } from '#shared/domain/link.ts';

import { usePrivacy } from '../../../client/deskContext.ts';
import { useSay } from '../../../i18n/i18n.ts';
import type { Veil } from '../../../text/veil.ts';
import { LongText } from '../../../ui/LongText.tsx';
import type { MenuItem } from '../../../ui/Menu.tsx';
import { useFocusBack } from '../../../ui/focus.ts';
import { useWayOut } from '../../desk/outside/ExternalLink.tsx';
import { useRepeatItems, useSupportItem } from './CardButtons.tsx';
import { OtherFields } from './OtherFields.tsx';
import { useQrItems } from './Pictures.tsx';
import styles from './ResultCard.module.css';
import { type AcceptedRequest, billOf, otherFields } from './rules.ts';

const BillViewer = lazy(async () => ({ default: (await import('./BillViewer.tsx')).BillViewer }));

type Props = {
  readonly request: AcceptedRequest;
  /** Null when there is no link or it is not safe to open. */
  readonly page: string | null;
  /** As it may be shown in a QR. */
  readonly link: string | null;
  readonly sandboxOrigin: string | null;
  readonly locked: boolean;
  /** What shows a customer where to pay is not offered any more. */
  readonly isClosed: boolean;
  /** In the log, until the requisites are revealed. */
  readonly veil: Veil | null;
};

type Actions = {
  readonly items: readonly MenuItem[];
  /** What the items open, and what became of them. */
  readonly below: ReactNode;
};

/** What else can be done with an accepted request, beside copying what is in it; in the same order on every card. */
export function useCardActions(props: Props): Actions {
  const { request, page, link, locked, isClosed, veil } = props;
  const say = useSay();
  const privacy = usePrivacy();
  // What is masked here would be seen there.
  const closed = locked || veil !== null;
  const canShow = link !== null && !isClosed && !closed;
  const bill = useBill(props, closed || privacy.on);
  const qr = useQrItems(request, link);
  const way = useWayOut(page, request.profileId, say('link.page'));
  const support = useSupportItem(request);
  const repeats = useRepeatItems(request);
  const [hasOthers, setOthers] = useState(false);
  const pageItem = {
    label: say('link.page'),
    isDisabled: closed || (way.href === null && way.ask === null),
    ...(way.href === null ? {} : { href: way.href }),
    ...(way.ask === null ? {} : { onChoose: way.ask }),
  };
  const othersItem = {
    label: say('card.others'),
    isChosen: hasOthers,
    onChoose: () => setOthers(!hasOthers),
  };
  return {
    items: [
      ...(canShow ? qr.items : []),
      ...bill.items,
      ...(page === null ? [] : [pageItem]),
      ...repeats,
      support.item,
      ...(otherFields(request.answer).length === 0 ? [] : [othersItem]),
    ],
    below: (
      <>
        <div className={styles.statuses}>
          {qr.status}
          {support.status}
        </div>
        {way.refused}
        {way.question}
        {bill.below}
        <OtherFields answer={request.answer} isOpen={hasOthers} veil={veil} />
      </>
    ),
  };
}

/** The bill's picture under the requisites, or its address where that must stay text. */
function useBill({ request, sandboxOrigin, veil }: Props, isDisabled: boolean): Actions {
  const say = useSay();
  const privacy = usePrivacy();
  const [isOpened, setOpened] = useState(false);
  const back = useFocusBack<HTMLDivElement>(isOpened);
  const bill = billOf(request);
  const link = bill === null ? null : safeLink(bill, sandboxOrigin);
  if (bill === null) return { items: [], below: null };
  if (link === null) {
    const below = (
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
    );
    return { items: [], below };
  }
  return {
    items: [{ label: say('link.bill'), isDisabled, onChoose: () => setOpened(true) }],
    below: (
      <div ref={back} tabIndex={-1} className={styles.bill}>
        {isOpened && !isDisabled && (
          <Suspense>
            <BillViewer request={request} link={link} onClose={() => setOpened(false)} />
          </Suspense>
        )}
      </div>
    ),
  };
}
