import { type ReactNode, useState } from 'react';

import type { OperationOutput } from '#shared/contract/operations.ts';
import type { WaitingCard } from '#shared/domain/eyes.ts';
import { whereTo } from '#shared/domain/profile.ts';

import { useAction } from '../../client/actions.ts';
import { useDesk, useProfileOf } from '../../client/deskContext.ts';
import { useWithdraw } from '../../client/eyes.ts';
import { useIssue } from '../../client/issue.ts';
import { failureOf } from '../../client/operation.ts';
import { useRefill } from '../../client/refill.ts';
import { useShortcut } from '../../shell/useCommands.ts';
import { type WordKey, useSay } from '../../i18n/i18n.ts';
import { failureText } from '../../text/failures.ts';
import { Button } from '../../ui/Button.tsx';
import { KeyCap } from '../../ui/KeyCap.tsx';
import { ActionError, Notice } from '../../ui/Notice.tsx';
import { useNow } from '../../ui/hooks.ts';
import { PinWords } from '../people/PinWords.tsx';
import { ApproveDialog } from './ApproveDialog.tsx';
import { CardContent, useCardTitle } from './CardContent.tsx';
import styles from './Eyes.module.css';

type Props = { readonly waiting: OperationOutput<'eyes.waiting'> };

/** Above the requests in Now: what a second person has to approve, and what was approved and is to be issued. */
export function WaitingCards({ waiting }: Props): ReactNode {
  const [opened, setOpened] = useState<string | null>(null);
  const { cards, approvers } = waiting;
  const first = cards.find(({ approval }) => approval === null) ?? null;
  useAction('eyes.approve', () => setOpened(first?.cardId ?? null), first !== null);
  return (
    <PinWords>
      <ul className="stack gap-12 below-12">
        {cards.map((card) => (
          <li key={`${card.cardId} ${card.digest}`}>
            <Waiting
              card={card}
              approvers={approvers}
              isFirst={card === first}
              isOpened={opened === card.cardId}
              onOpen={(isOpen) => setOpened(isOpen ? card.cardId : null)}
            />
          </li>
        ))}
      </ul>
    </PinWords>
  );
}

type CardProps = {
  readonly card: WaitingCard;
  readonly approvers: Props['waiting']['approvers'];
  /** The one that the key approves. */
  readonly isFirst: boolean;
  readonly isOpened: boolean;
  readonly onOpen: (isOpen: boolean) => void;
};

function Waiting({ card, approvers, isFirst, isOpened, onOpen }: CardProps): ReactNode {
  const say = useSay();
  const shortcut = useShortcut('eyes.approve');
  const { session } = useDesk();
  const issuing = useIssueApproved(card);
  const withdraw = useWithdraw();
  const refill = useRefill();
  const isOwn = session.person?.personId === card.author.personId;
  const { approval, content, cardId } = card;
  const title = useCardTitle(card);
  const headingId = `waiting-${cardId}`;
  return (
    <article
      className={`${styles.card} panel stack gap-12 pad-16-20`}
      aria-labelledby={headingId}
      tabIndex={-1}
    >
      <header className="row wrap middle between gap-4-12">
        <h3 id={headingId} className="text-14 bold breakable">
          {title}
        </h3>
        <span className={`${styles.waits} badge`}>
          {say(markOf(approval), { name: approval?.by.name ?? '' })}
        </span>
      </header>
      <CardContent card={card} />
      {approval !== null && <Left card={card} isOwn={isOwn} />}
      {issuing.error !== null && (
        <Notice tone="bad" alert>
          {failureText(failureOf(issuing.error), say)}
        </Notice>
      )}
      <ActionError error={withdraw.error} />
      <div className="row wrap middle gap-8">
        {approval === null ? (
          <Button
            onClick={() => onOpen(true)}
            {...(isFirst
              ? {
                  'aria-keyshortcuts': shortcut.aria,
                  rightSection: <KeyCap>{shortcut.cap}</KeyCap>,
                }
              : {})}
          >
            {say('people.eyes.approve')}
          </Button>
        ) : (
          isOwn &&
          content.kind === 'issue' && (
            <Button loading={issuing.isPending} onClick={issuing.issue}>
              {say('people.eyes.issue')}
            </Button>
          )
        )}
        {isOwn && content.kind === 'issue' && (
          <Button
            variant="default"
            onClick={() => {
              refill.want({ ...card, body: content.body }, 'with');
              withdraw.mutate({ cardId });
            }}
          >
            {say('people.eyes.change')}
          </Button>
        )}
        <Button variant="default" onClick={() => withdraw.mutate({ cardId })}>
          {say('people.eyes.withdraw')}
        </Button>
      </div>
      {isOpened && (
        <ApproveDialog
          card={card}
          approvers={approvers}
          onClose={() => onOpen(false)}
          onApproved={() => {
            onOpen(false);
            if (isOwn) issuing.issue();
          }}
        />
      )}
    </article>
  );
}

function markOf(approval: WaitingCard['approval']): WordKey {
  if (approval === null) return 'people.eyes.waits';
  return approval.by.signed === undefined ? 'people.eyes.approvedBy' : 'people.eyes.signedBy';
}

const SECOND_MS = 1000;

/** Core counts by itself; this one only shows when the approval ends. */
function Left({ card, isOwn }: { readonly card: WaitingCard; readonly isOwn: boolean }): ReactNode {
  const say = useSay();
  const nowMs = useNow(SECOND_MS);
  const [untilMs] = useState(() => Date.now() + (card.approval?.secondsLeft ?? 0) * 1000);
  const minutes = Math.max(0, Math.ceil((untilMs - nowMs) / 60_000));
  const again = card.content.kind === 'issue' ? 'people.eyes.left' : 'people.eyes.again';
  return <p>{say(isOwn ? again : 'people.eyes.leftTo', { minutes, name: card.author.name })}</p>;
}

/** Exactly what was approved, in the author's name. */
function useIssueApproved({ content, profileId }: WaitingCard) {
  const isIssue = content.kind === 'issue';
  const profile = useProfileOf({ profileId });
  const issue = useIssue();
  return {
    error: issue.error,
    isPending: issue.isPending,
    issue: (): void => {
      if (!isIssue) return;
      const { intentId, again } = content;
      const { deposit, reissue, repeat } = again;
      // What was approved names where it goes, too; core compares it.
      const shown = profile === null ? null : whereTo(profile);
      issue.mutate({ intentId, profileId, shown, deposit, reissue, repeat });
    },
  };
}
