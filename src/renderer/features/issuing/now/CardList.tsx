import { type ReactNode, useState } from 'react';

import type { IntentId } from '#shared/domain/ids.ts';
import type { DepositRequest } from '#shared/domain/request.ts';

import { isLeft } from '../../../ui/focus.ts';
import { RepeatByKey } from '../card/CardButtons.tsx';
import { ResultCard } from '../card/ResultCard.tsx';
import styles from './NowStrip.module.css';
import { useOpenCards } from './openCards.ts';

type Props = { readonly requests: readonly DepositRequest[] };

export function CardList({ requests }: Props): ReactNode {
  const [focused, setFocused] = useState<IntentId | null>(null);
  /** A pressed button is disabled while it works and loses the focus: its card must not fold meanwhile. */
  const [worked, setWorked] = useState<IntentId | null>(null);
  const { isWhole, toggle } = useOpenCards(requests, focused ?? worked);
  return (
    <>
      {/* The card that has the focus, else the newest. */}
      <RepeatByKey
        request={requests.find(({ intentId }) => intentId === focused) ?? requests[0] ?? null}
      />
      <ul className={styles.cards}>
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
      </ul>
    </>
  );
}
