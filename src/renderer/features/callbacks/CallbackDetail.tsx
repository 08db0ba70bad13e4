import { type ReactNode, useId } from 'react';

import {
  CONTRADICTED,
  type Callback,
  type CallbackFilter,
  type CallbackMatch,
  type Contradiction,
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
      <div className={`${styles.panel} panel stack gap-8 pad-16-20 text-13`}>
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
                  <WordBadge
                    word={value}
                    known={words(profileId, value)}
                    isOtherAmount={callback.isPaidUnsettled}
                  />
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
function Match(props: Pick<Props, 'callback' | 'filter'>): ReactNode {
  const say = useSay();
  const { match, reading } = props.callback;
  return (
    <>
      <p className="medium">{matchText(match, reading, say)}.</p>
      {match.kind === 'apart' ? (
        <Apart {...props} match={match} />
      ) : (
        <Matched {...props} match={match} />
      )}
    </>
  );
}

type MatchProps<K> = Pick<Props, 'callback' | 'filter'> & {
  readonly match: Extract<CallbackMatch, { kind: K }>;
};

function Apart({ callback, match: { why, suggests } }: MatchProps<'apart'>): ReactNode {
  const say = useSay();
  const isHelpedByKeys = why === 'names_nothing' || why === 'unreadable';
  return (
    <>
      <p className="muted">{say('match.apart.text')}</p>
      {why === 'names_nothing' && <p className="muted">{say('match.keys')}</p>}
      {suggests !== undefined && (
        <>
          <p className="muted">{say('match.suggests')}</p>
          <Button href={`/log/${suggests}`} size="xs" variant="default">
            {say('match.suggests.open')}
          </Button>
        </>
      )}
      {isHelpedByKeys && <FormatLink callback={callback} />}
    </>
  );
}

/** Where it contradicts: which key says what, what is known instead, and what can be done about it. */
function Matched({ callback, filter, match }: MatchProps<'request'>): ReactNode {
  const say = useSay();
  const { reading } = callback;
  const { contradicts, known, intentId } = match;
  const name = contradicts === null ? null : CONTRADICTED[contradicts];
  const value = name === null ? null : (reading[name] ?? null);
  const remedy = contradicts === null ? null : remedyOf(contradicts);
  // What a state that came too late is worth is the operator's to decide.
  const isForOperator = remedy === 'final' || remedy === 'older';
  return (
    <>
      {name !== null && value !== null && known !== undefined && (
        <p className="mono">
          {say('match.contradicts.value', { key: reading.paths?.[name] ?? name, value, known })}
        </p>
      )}
      {remedy !== null && (
        <p className="muted">
          {say('match.contradicts.text')} {say(`match.contradicts.remedy.${remedy}`)}
        </p>
      )}
      <Button href={`/log/${intentId}`} size="xs" variant="default">
        {say('inbox.openRequest')}
      </Button>
      {remedy === 'keys' && <FormatLink callback={callback} />}
      {isForOperator && <Decide callback={callback} filter={filter} />}
    </>
  );
}

function remedyOf(contradicts: Contradiction): 'keys' | 'final' | 'older' | 'replayed' {
  if (contradicts === 'other_request') return 'replayed';
  const isOfTime = contradicts === 'final' || contradicts === 'older' || contradicts === 'replayed';
  return isOfTime ? contradicts : 'keys';
}

function Raw({ seq }: { readonly seq: number }): ReactNode {
  const say = useSay();
  const raw = useRawCallback(seq);
  const { on: isPrivate, hide } = usePrivacy();
  if (raw.isPending) return <Skeleton height={120} />;
  if (raw.error !== null) return <QueryError of={raw} />;
  const { method, query, headers, body, encoding } = raw.data;
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
