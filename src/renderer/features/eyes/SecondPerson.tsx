import type { ReactNode } from 'react';

import { useWaiting } from '../../client/eyes.ts';
import { useSecondPersonAsked } from '../../client/secondPerson.ts';
import { ApproveDialog } from './ApproveDialog.tsx';

/** Over whatever screen made the call that core refused until a second person approves it. */
export function SecondPerson(): ReactNode {
  const asked = useSecondPersonAsked();
  const waiting = useWaiting();
  const card = waiting.data?.cards.find(({ cardId }) => cardId === asked?.cardId);
  if (asked === null || card === undefined) return null;
  return (
    <ApproveDialog
      key={card.cardId}
      card={card}
      approvers={waiting.data?.approvers ?? []}
      onApproved={() => asked.answer(true)}
      onClose={() => asked.answer(false)}
    />
  );
}
