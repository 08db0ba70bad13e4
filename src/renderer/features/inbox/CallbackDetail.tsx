import { IconX } from '@tabler/icons-react';
import { Button, Skeleton } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { Link } from 'wouter';

import type { Callback, CallbackFilter, RawCallback } from '#shared/domain/callback.ts';

import { useDesk } from '../../client/deskContext.ts';
import { usePrivacy } from '../../client/privacy.ts';
import { useSay } from '../../i18n/i18n.ts';
import { matchText } from '../../text/callbacks.ts';
import { clockText, fullTimeText, preciseClockText } from '../../text/time.ts';
import { KeyCap } from '../../ui/KeyCap.tsx';
import { ESCAPE_NAME, useWindowKey } from '../../ui/keys.ts';
import { WordBadge } from '../../ui/StateBadge.tsx';
import { useStateWords } from '../../ui/stateWords.ts';
import { LoadError } from '../../ui/LoadError.tsx';
import styles from './Inbox.module.css';
import { useRawCallback } from './queries.ts';
import { ReadAgain, ReplayLinks } from './ReadAgain.tsx';

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
  const facts = [
    ['inbox.profile', profile],
    ['inbox.order', reading.orderId],
    ['fact.remote', reading.id],
    ['inbox.state', reading.state],
    ['inbox.amount.written', hide([reading.amount, reading.currency].filter(Boolean).join(' '))],
  ] as const;
  return (
    <section className={styles.detail} aria-labelledby={titleId}>
      <button type="button" className={styles.close} aria-keyshortcuts="Escape" onClick={onClose}>
        <IconX size={14} aria-hidden="true" />
        {say('detail.close')}
        <KeyCap>{ESCAPE_NAME}</KeyCap>
      </button>
      <div className={styles.panel}>
        <h2 id={titleId} className={styles.subtitle} title={fullTimeText(at, settings.language)}>
          {say('inbox.detail', { time: preciseClockText(at) })}
        </h2>
        <ReplayLinks callback={callback} filter={filter} />
        <Match callback={callback} />
        <p className="muted">{say(`verdict.${verdict}.text`)}</p>
        {lastRepeatAt !== null && (
          <p className="muted">
            {say('inbox.repeats.last', { count: repeats, time: clockText(lastRepeatAt) })}
          </p>
        )}
        <ReadAgain callback={callback} filter={filter} />
        <dl className={styles.facts}>
          {facts.map(([word, value]) => (
            <div key={word} className={styles.fact}>
              <dt>{say(word)}</dt>
              <dd className="mono">
                {value === null || value === '' ? (
                  <span className="muted">{say('inbox.unsaid')}</span>
                ) : word === 'inbox.state' ? (
                  <WordBadge word={value} known={words(profileId, value)} />
                ) : (
                  value
                )}
              </dd>
            </div>
          ))}
        </dl>
        <h3 className={styles.subtitle}>{say('inbox.raw')}</h3>
        <Raw seq={callback.seq} />
      </div>
    </section>
  );
}

/** What became of it, and where to go from here. */
function Match({ callback }: { readonly callback: Callback }): ReactNode {
  const say = useSay();
  const { match, reading, profileId } = callback;
  const isHelpedByKeys =
    match.kind === 'apart' && (match.why === 'names_nothing' || match.why === 'unreadable');
  return (
    <>
      <p className={styles.match}>{matchText(match, reading, say)}.</p>
      {match.kind === 'apart' && <p className="muted">{say('match.apart.text')}</p>}
      {match.kind === 'request' && match.contradicts !== null && (
        <p className="muted">{say('match.contradicts.text')}</p>
      )}
      {match.kind === 'apart' && match.why === 'names_nothing' && (
        <p className="muted">{say('match.keys')}</p>
      )}
      {match.kind === 'request' && (
        <Button component={Link} href={`/log/${match.intentId}`} size="xs" variant="default">
          {say('inbox.openRequest')}
        </Button>
      )}
      {isHelpedByKeys && (
        <Button
          component={Link}
          href={`/settings/profile/${profileId}/format`}
          size="xs"
          variant="default"
        >
          {say('inbox.openFormat')}
        </Button>
      )}
    </>
  );
}

function Raw({ seq }: { readonly seq: number }): ReactNode {
  const raw = useRawCallback(seq);
  if (raw.isPending) return <Skeleton height={120} radius={8} />;
  if (raw.error !== null) {
    return (
      <LoadError error={raw.error} retry={() => void raw.refetch()} retrying={raw.isFetching} />
    );
  }
  return <Message raw={raw.data} />;
}

function Message({ raw }: { readonly raw: RawCallback }): ReactNode {
  const say = useSay();
  const { method, query, headers, body, encoding } = raw;
  const { on: isPrivate, hide } = usePrivacy();
  return (
    <div className={styles.message}>
      <p className={styles.start}>{query === '' ? method : `${method} ?${hide(query)}`}</p>
      <details>
        <summary>{`${say('detail.headers')} · ${headers.length}`}</summary>
        <pre className={styles.code}>
          {headers.map(([name, value]) => `${name}: ${hide(value)}`).join('\n')}
        </pre>
      </details>
      {encoding === 'base64' && !isPrivate && <p className="muted">{say('inbox.raw.base64')}</p>}
      <pre className={styles.code} aria-label={say('detail.body')}>
        {body === '' ? say('detail.emptyBody') : isPrivate ? say('privacy.body') : body}
      </pre>
    </div>
  );
}
