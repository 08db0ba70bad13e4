import { type ReactNode, useState } from 'react';

import type { Paper } from '#shared/domain/papers.ts';
import { profileModeSchema } from '#shared/domain/profile.ts';

import { useAction } from '../../client/actions.ts';
import { useDesk, usePrivacy } from '../../client/deskContext.ts';
import { useWaiting } from '../../client/eyes.ts';
import { useSay } from '../../i18n/i18n.ts';
import { useShortcut } from '../../shell/useCommands.ts';
import { clockText } from '../../text/time.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { useNow } from '../../ui/hooks.ts';
import { KeyCap } from '../../ui/KeyCap.tsx';
import { Notice } from '../../ui/Notice.tsx';
import eyes from '../eyes/Eyes.module.css';
import { PinEntry } from '../people/PinEntry.tsx';
import { ModeBadge } from '../profiles/profileActions.tsx';
import { PapersWords, signingFailureText } from './PapersWords.tsx';
import { amountOf, kindText, linesOf, reasonsText } from './paperText.ts';
import { usePapers, useSignPaper } from './queries.ts';
import { SignedPapers } from './SignedPapers.tsx';

/** Above Now only what was signed lately; Settings → Team has the week. */
const LATELY_MS = 60 * 60_000;
const MOST_LATELY = 5;

/** Above the requests in Now: what other desks of the team wait for a second person with. */
export function PaperCards(): ReactNode {
  return (
    <PapersWords>
      <Desks />
    </PapersWords>
  );
}

function Desks(): ReactNode {
  const say = useSay();
  const papers = usePapers();
  const own = useWaiting();
  const [opened, setOpened] = useState<string | null>(null);
  const cards = (papers.data ?? []).filter(
    ({ purpose, isOpen }) => purpose === 'approve' && isOpen,
  );
  const since = new Date(useNow(60_000) - LATELY_MS).toISOString();
  const lately = (papers.data ?? []).filter(
    ({ purpose, isOpen, recordedAt }) => recordedAt > since && (purpose === 'resolve' || !isOpen),
  );
  const open = cards.find(({ paperId }) => paperId === opened);
  const first = cards.find((one) => one.content !== null && !one.isSigned);
  // The key is for a card of this desk while there is one.
  const isOwnFirst = own.data?.cards.some(({ approval }) => approval === null) === true;
  useAction('eyes.approve', () => setOpened(first?.paperId ?? null), !isOwnFirst && Boolean(first));
  if (cards.length === 0 && lately.length === 0) return null;
  const desks = [...new Set(cards.map(({ desk }) => desk))];
  return (
    <div className="stack gap-12 below-12">
      {papers.error !== null && (
        <Notice tone="unknown">
          {say('papers.away', { time: clockText(new Date(papers.dataUpdatedAt).toISOString()) })}
        </Notice>
      )}
      {desks.map((desk) => (
        <section key={desk} className="stack gap-8" aria-label={say('papers.desk', { desk })}>
          <h3 className="text-13 muted bold breakable">{say('papers.desk', { desk })}</h3>
          <ul className="stack gap-12">
            {cards
              .filter((one) => one.desk === desk)
              .map((paper) => (
                <li key={`${paper.paperId} ${paper.contentHash}`}>
                  <PaperCard
                    paper={paper}
                    isFirst={!isOwnFirst && paper === first}
                    onOpen={() => setOpened(paper.paperId)}
                  />
                </li>
              ))}
          </ul>
        </section>
      ))}
      {lately.length > 0 && (
        <section className="stack gap-4" aria-label={say('papers.here')}>
          <h3 className="text-13 muted bold">{say('papers.here')}</h3>
          <SignedPapers papers={lately.slice(0, MOST_LATELY)} />
        </section>
      )}
      {open !== undefined && (
        <ApprovePaper key={open.contentHash} paper={open} onClose={() => setOpened(null)} />
      )}
    </div>
  );
}

type CardProps = {
  readonly paper: Paper;
  /** The one that the key approves. */
  readonly isFirst: boolean;
  readonly onOpen: () => void;
};

function PaperCard({ paper, isFirst, onOpen }: CardProps): ReactNode {
  const say = useSay();
  const shortcut = useShortcut('eyes.approve');
  const { paperId, desk, content, isSigned } = paper;
  const headingId = `paper-${paperId}`;
  return (
    <article
      className={`${eyes.card} panel stack gap-12 pad-16-20`}
      aria-labelledby={headingId}
      tabIndex={-1}
    >
      <PaperContent paper={paper} headingId={headingId} heading="h4" />
      <p role="status" className="live">
        {isSigned && say('papers.signed', { desk })}
      </p>
      {content !== null && !isSigned && (
        <div className="row wrap middle gap-8">
          <Button
            onClick={onOpen}
            {...(isFirst
              ? {
                  'aria-keyshortcuts': shortcut.aria,
                  rightSection: <KeyCap>{shortcut.cap}</KeyCap>,
                }
              : {})}
          >
            {say('people.eyes.approve')}
          </Button>
        </div>
      )}
    </article>
  );
}

/** As its desk wrote it; the signature is over exactly this. */
function PaperContent(props: {
  readonly paper: Paper;
  readonly headingId: string;
  /** One beneath the heading that it stands under. */
  readonly heading: 'h3' | 'h4';
}): ReactNode {
  const Heading = props.heading;
  const { content, expiresAt } = props.paper;
  const say = useSay();
  const { hide } = usePrivacy();
  const { language } = useDesk().settings;
  if (content === null) {
    return (
      <p id={props.headingId} className="muted">
        {say('papers.unreadable')}
      </p>
    );
  }
  const amount = amountOf(content, language);
  const kind = kindText(content, say);
  const mode = profileModeSchema.options.find((one) => one === content.mode);
  return (
    <>
      <header className="row wrap middle between gap-4-12">
        <Heading id={props.headingId} className="text-14 bold breakable">
          {amount === null ? kind : `${kind} · ${hide(amount)}`}
        </Heading>
        {mode === undefined ? (
          <span className="badge">{content.mode}</span>
        ) : (
          <ModeBadge mode={mode} />
        )}
      </header>
      <dl className={`${eyes.facts} text-13`}>
        <dt className="muted">{say('people.eyes.fact.profile')}</dt>
        <dd className="breakable">{content.profile}</dd>
        {linesOf(content, say, language).map(({ what, text }, at) => (
          // Two lines of one card may have the same name; they never change their places.
          <div key={`${at} ${what}`} className={eyes.line}>
            <dt className="muted">{what}</dt>
            <dd className="breakable">{hide(text)}</dd>
          </div>
        ))}
      </dl>
      <p className="text-13 muted">
        {say('people.eyes.why', { reasons: reasonsText(content, say) })}{' '}
        {say('papers.author', { name: content.author })}{' '}
        {say('papers.until', { time: clockText(expiresAt) })}
      </p>
    </>
  );
}

type DialogProps = {
  readonly paper: Paper;
  readonly onClose: () => void;
};

/** The person at this page signs what the card shows, with their PIN once more. */
function ApprovePaper({ paper, onClose }: DialogProps): ReactNode {
  const say = useSay();
  const { person } = useDesk().session;
  const sign = useSignPaper();
  const name = person?.name ?? '';
  const { paperId, contentHash, desk } = paper;
  return (
    <Dialog label={say('papers.approve.dialog')} size="palette" onClose={onClose}>
      <div className={`${eyes.scroll} stack gap-16 pad-20`}>
        <h2 className="text-18 bold breakable">{say('papers.desk', { desk })}</h2>
        <PaperContent paper={paper} headingId={`sign-${paperId}`} heading="h3" />
        <p className="text-13">{say('papers.approve.as', { name })}</p>
        <PinEntry
          name={name}
          does={say('people.eyes.approve')}
          cancel={say('people.eyes.notNow')}
          of={sign}
          isFirst
          failureText={signingFailureText}
          onClose={onClose}
          onPin={(pin, onError) =>
            sign.mutate({ paperId, contentHash, pin }, { onSuccess: onClose, onError })
          }
        />
      </div>
    </Dialog>
  );
}
