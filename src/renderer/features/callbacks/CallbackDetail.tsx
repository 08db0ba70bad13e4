import { type ReactNode, useId } from 'react';

import {
  CONTRADICTED,
  type Callback,
  type CallbackFilter,
  type CallbackMatch,
  type Contradiction,
  type RawCallback,
  isCovered,
} from '#shared/domain/callback.ts';

import { useDesk, usePrivacy } from '../../client/deskContext.ts';
import { useSay } from '../../i18n/i18n.ts';
import { matchText, shownVerdict } from '../../text/callbacks.ts';
import { clockText, fullTimeText, preciseClockText } from '../../text/time.ts';
import { Button } from '../../ui/Button.tsx';
import { CloseButton, DetailPart, Facts, HttpMessage } from '../../ui/Detail.tsx';
import { useWindowKey } from '../../ui/keys.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { WordBadge, useStateWords } from '../../ui/StateBadge.tsx';
import { QueryError } from '../../ui/Notice.tsx';
import styles from './Inbox.module.css';
import { useRawCallback } from './queries.ts';
import { Decide, FormatLink, ReadAgain, ReplayLinks } from './ReadAgain.tsx';

type Props = {
  readonly callback: Callback;
  /** What is listed beside it: closing it leads back there. */
  readonly filter: CallbackFilter;
  readonly onClose: () => void;
};

/** One callback: what it says, how it was taken, and every byte of it. */
export function CallbackDetail({ callback, filter, onClose }: Props): ReactNode {
  const say = useSay();
  const titleId = useId();
  const { settings, profiles } = useDesk();
  const words = useStateWords();
  const { hide } = usePrivacy();
  const { at, reading, verdict, repeats, lastRepeatAt, profileId } = callback;
  const profile = profiles.find(({ id }) => id === profileId)?.name ?? profileId;
  useWindowKey((event) => {
    if (event.code === 'Escape' && !event.defaultPrevented && !event.isComposing) onClose();
  });
  const amount = hide([reading.amount, reading.currency].filter(Boolean).join(' '));
  const facts = [
    ['inbox.profile', profile, []],
    ['inbox.order', reading.orderId, ['orderId']],
    ['fact.remote', reading.id, ['id']],
    ['inbox.state', reading.state, ['state']],
    ['inbox.amount.written', amount, ['amount', 'currency']],
  ] as const;
  return (
    <section className={`${styles.detail} stack gap-8`} aria-labelledby={titleId}>
      <CloseButton onClose={onClose} />
      <div className={`${styles.panel} panel stack gap-8`}>
        <h2 id={titleId} className="text-14 bold" title={fullTimeText(at, settings.language)}>
          {say('inbox.detail', { time: preciseClockText(at) })}
        </h2>
        <ReplayLinks callback={callback} filter={filter} />
        <Match callback={callback} filter={filter} />
        <p className="muted">{say(`verdict.${shownVerdict(verdict, reading)}.text`)}</p>
        {lastRepeatAt !== null && (
          <p className="muted">
            {say('inbox.repeats.last', { count: repeats, time: clockText(lastRepeatAt) })}
          </p>
        )}
        <ReadAgain callback={callback} filter={filter} />
        <Facts
          facts={facts.map(([word, value, parts]) => ({
            word,
            value: (
              <>
                {value === null || value === '' ? (
                  <span className="muted">{say('inbox.unsaid')}</span>
                ) : word === 'inbox.state' ? (
                  <WordBadge word={value} known={words(profileId, value)} />
                ) : (
                  value
                )}
                {parts.some((part) => !isCovered(reading, part)) && (
                  <span className="muted"> · {say('verdict.notSigned')}</span>
                )}
              </>
            ),
          }))}
        />
        <DetailPart word="inbox.raw">
          <Raw seq={callback.seq} />
        </DetailPart>
      </div>
    </section>
  );
}

/** What became of it, and where to go from here. */
function Match({ callback, filter }: Pick<Props, 'callback' | 'filter'>): ReactNode {
  const say = useSay();
  const { match, reading } = callback;
  const isHelpedByKeys =
    match.kind === 'apart'
      ? match.why === 'names_nothing' || match.why === 'unreadable'
      : remedyOf(match.contradicts) === 'keys';
  return (
    <>
      <p className="medium">{matchText(match, reading, say)}.</p>
      {match.kind === 'apart' ? (
        <Apart match={match} />
      ) : (
        match.contradicts !== null && <Contradicting callback={callback} match={match} />
      )}
      {match.kind === 'request' && (
        <Button href={`/log/${match.intentId}`} size="xs" variant="default">
          {say('inbox.openRequest')}
        </Button>
      )}
      {isHelpedByKeys && <FormatLink callback={callback} />}
      {match.kind === 'request' && isForOperator(match.contradicts) && (
        <Decide callback={callback} filter={filter} />
      )}
    </>
  );
}

function Apart({
  match,
}: {
  readonly match: Extract<CallbackMatch, { kind: 'apart' }>;
}): ReactNode {
  const say = useSay();
  return (
    <>
      <p className="muted">{say('match.apart.text')}</p>
      {match.why === 'names_nothing' && <p className="muted">{say('match.keys')}</p>}
      {match.suggests !== undefined && (
        <>
          <p className="muted">{say('match.suggests')}</p>
          <Button href={`/log/${match.suggests}`} size="xs" variant="default">
            {say('match.suggests.open')}
          </Button>
        </>
      )}
    </>
  );
}

type ContradictingProps = {
  readonly callback: Callback;
  readonly match: Extract<CallbackMatch, { kind: 'request' }>;
};

/** Which key says what, what is known instead, and what can be done about it. */
function Contradicting({ callback: { reading }, match }: ContradictingProps): ReactNode {
  const say = useSay();
  const { contradicts, known } = match;
  if (contradicts === null) return null;
  const name = CONTRADICTED[contradicts];
  const value = name === null ? null : (reading[name] ?? null);
  const remedy = remedyOf(contradicts) ?? 'keys';
  return (
    <>
      {name !== null && value !== null && known !== undefined && (
        <p className="mono">
          {say('match.contradicts.value', { key: reading.paths?.[name] ?? name, value, known })}
        </p>
      )}
      <p className="muted">
        {say('match.contradicts.text')} {say(`match.contradicts.remedy.${remedy}`)}
      </p>
    </>
  );
}

/** What a state that came too late is worth is theirs to decide. */
function isForOperator(contradicts: Contradiction | null): boolean {
  return contradicts === 'final' || contradicts === 'older';
}

function remedyOf(
  contradicts: Contradiction | null,
): 'keys' | 'final' | 'older' | 'replayed' | null {
  switch (contradicts) {
    case null:
    case 'final':
    case 'older':
    case 'replayed':
      return contradicts;
    default:
      return 'keys';
  }
}

function Raw({ seq }: { readonly seq: number }): ReactNode {
  const raw = useRawCallback(seq);
  if (raw.isPending) return <Skeleton height={120} />;
  if (raw.error !== null) return <QueryError of={raw} />;
  return <Message raw={raw.data} />;
}

function Message({ raw }: { readonly raw: RawCallback }): ReactNode {
  const say = useSay();
  const { method, query, headers, body, encoding } = raw;
  const { on: isPrivate, hide } = usePrivacy();
  return (
    <HttpMessage
      start={query === '' ? method : `${method} ?${hide(query)}`}
      label={say('inbox.raw')}
      headers={headers.map(([name, value]) => [name, hide(value)])}
      body={body}
      note={
        encoding === 'base64' && !isPrivate && <p className="muted">{say('inbox.raw.base64')}</p>
      }
    />
  );
}
