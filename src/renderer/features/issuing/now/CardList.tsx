import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { Link } from 'wouter';

import type { IntentId } from '#shared/domain/ids.ts';
import type { DepositRequest } from '#shared/domain/request.ts';

import { useAction, useActionDesk } from '../../../client/actions.ts';
import { useDesk } from '../../../client/deskContext.ts';
import { KEYS } from '../../../client/keys.ts';
import { logHref } from '../../../client/logLook.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { ageText, clockText } from '../../../text/time.ts';
import { Button } from '../../../ui/Button.tsx';
import { isLeft } from '../../../ui/focus.ts';
import { useNow } from '../../../ui/hooks.ts';
import { RepeatByKey } from '../card/CardButtons.tsx';
import { ResultCard } from '../card/ResultCard.tsx';
import { useDueSoon } from './dueSoon.ts';
import styles from './NowStrip.module.css';
import { useNowLists, useOpenCards } from './openCards.ts';

const MINUTE_MS = 60_000;

type Props = { readonly requests: readonly DepositRequest[] };

export function CardList({ requests: all }: Props): ReactNode {
  const { recent: requests, old } = useNowLists(all);
  const [focused, setFocused] = useState<IntentId | null>(null);
  /** A pressed button is disabled while it works and loses the focus: its card must not fold meanwhile. */
  const [worked, setWorked] = useState<IntentId | null>(null);
  const { isWhole, toggle } = useOpenCards(requests, focused ?? worked);
  const list = useRef<HTMLUListElement>(null);
  const actions = useActionDesk();
  const isNewestDrawn = useIsNewestDrawn(all);
  useAction('card.focus', () => {
    if (list.current?.contains(document.activeElement) === true) actions.run('request.quick');
    else if (isNewestDrawn()) list.current?.querySelector<HTMLElement>('article')?.focus();
  });
  return (
    <>
      {/* The card that has the focus, else the newest. */}
      <RepeatByKey
        request={requests.find(({ intentId }) => intentId === focused) ?? all[0] ?? null}
      />
      <ul ref={list} className={`${styles.cards} stack gap-12`}>
        {requests.map((request) => (
          <li
            key={request.intentId}
            onFocus={() => {
              setFocused(request.intentId);
              setWorked(request.intentId);
            }}
            onBlur={(event) => {
              setFocused(null);
              if (isLeft(event)) setWorked(null);
            }}
          >
            <ResultCard
              request={request}
              headingLevel={3}
              fold={{ isOpen: isWhole(request), onToggle: () => toggle(request) }}
            />
          </li>
        ))}
        {old.length > 0 && <OldUnknowns requests={old} />}
      </ul>
    </>
  );
}

/** False while a request is being recorded or its card drawn: the digit after F6 would copy an earlier customer's number. */
function useIsNewestDrawn(drawn: readonly DepositRequest[]): () => boolean {
  const cache = useQueryClient();
  const { profile } = useDesk();
  return () => {
    const known = cache.getQueryData<readonly DepositRequest[]>(KEYS.now(profile.id)) ?? [];
    const newest = known.find(({ sample }) => sample !== true);
    return (
      cache.isMutating({ mutationKey: KEYS.issue }) === 0 && newest?.intentId === drawn[0]?.intentId
    );
  };
}

/** Unknowns of a while ago, in one line that opens their list. */
function OldUnknowns({ requests }: Props): ReactNode {
  const say = useSay();
  const { profile } = useDesk();
  const nowMs = useNow(MINUTE_MS);
  const since = requests.at(-1)?.createdAt ?? '';
  const list = logHref({ attention: ['unknown'], profileIds: [profile.id] }, { kind: 'all' });
  return (
    <li className={`${styles.old} panel row wrap middle gap-4-12`}>
      <span className="badge amber">
        {say('now.old', { count: requests.length, time: clockText(since) })}
      </span>
      <span className="muted">{say('now.oldest', { age: ageText(since, nowMs, say) })}</span>
      <Button href={list} size="xs" variant="default" className="push">
        {say('now.openList')}
      </Button>
    </li>
  );
}

/** "3 recent · 1 due in 4 min". */
export function NowCount({ requests }: Props): ReactNode {
  const say = useSay();
  const due = useDueSoon();
  const { recent } = useNowLists(requests);
  return (
    <p className="text-13 muted">
      {say('now.recent', { count: recent.length })}
      {due !== null && (
        <>
          {' · '}
          <Link href={due.href} className="bold unknown">
            {say('now.due', { count: due.count, minutes: due.minutes })}
          </Link>
        </>
      )}
    </p>
  );
}
