import { IconArrowRight, IconX } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';

import { useDesk } from '../../../client/deskContext.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { Button } from '../../../ui/Button.tsx';
import { KeyCap } from '../../../ui/KeyCap.tsx';
import { WordBadge } from '../../../ui/StateBadge.tsx';
import styles from './Notices.module.css';
import type { NoticeWords } from './noticeText.ts';

type Props = {
  readonly words: NoticeWords;
  readonly onOpen: () => void;
  readonly onClose: () => void;
};

/** The newest one, which F8 opens. */
export function Toast({ words, onOpen, onClose }: Props): ReactNode {
  const say = useSay();
  const titleId = useId();
  return (
    <article
      className={`${styles.toast} stack fluid gap-2 framed-control round-12 on-panel`}
      aria-labelledby={titleId}
    >
      <div className={styles.head}>
        <h2
          id={titleId}
          className={`${styles.who} narrow text-14 bold breakable`}
          title={words.who}
        >
          {words.who}
        </h2>
        <Facts words={words} />
        <button
          type="button"
          className={`quiet square ${styles.close}`}
          aria-label={say('notice.close', { customer: words.name })}
          title={say('notice.close', { customer: words.name })}
          onClick={onClose}
        >
          <IconX size={14} aria-hidden="true" />
        </button>
      </div>
      <div className="row wrap middle between gap-4-12">
        <div className="narrow">
          <Change words={words} />
          {words.paid !== null && <p className="bold breakable">{words.paid}</p>}
        </div>
        <Button
          size="xs"
          variant="default"
          className="rigid push"
          aria-keyshortcuts="F8"
          rightSection={<KeyCap>F8</KeyCap>}
          onClick={onOpen}
        >
          {say('notice.open')}
          <span className="spoken"> {words.order}</span>
        </Button>
      </div>
    </article>
  );
}

/** An earlier notice, in one line: up to three of them cover the screen. */
export function EarlierToast({ words, onOpen }: Omit<Props, 'onClose'>): ReactNode {
  const say = useSay();
  const titleId = useId();
  return (
    <article className={`${styles.earlier} wrap between`} aria-labelledby={titleId}>
      <h2 id={titleId} className="full cut text-13 bold" title={`${words.who} · ${words.order}`}>
        {words.who}
      </h2>
      {words.paid !== null && <p className="full text-12 bold unknown breakable">{words.paid}</p>}
      {words.late ??
        (words.state === null ? say('notice.noState') : <WordBadge {...words.state} />)}
      <Button size="compact-xs" variant="default" className="rigid" onClick={onOpen}>
        {say('notice.open')}
        <span className="spoken"> {words.order}</span>
      </Button>
    </article>
  );
}

type WordsProps = { readonly words: NoticeWords };

function Facts({ words }: WordsProps): ReactNode {
  const say = useSay();
  const { profile } = useDesk();
  const others = [
    ...(words.profile === profile.name ? [] : [words.profile]),
    ...(words.isVerified ? [] : [say('event.callback.unverified')]),
  ];
  return (
    <p className="row wrap narrow gap-4-12 text-12 muted pre breakable">
      <span className={`${styles.order} cut fit mono`} title={words.order}>
        {words.order}
      </span>
      {others.map((other) => (
        <span key={other}>{other}</span>
      ))}
    </p>
  );
}

function Change({ words: { late, state, before } }: WordsProps): ReactNode {
  const say = useSay();
  if (late !== null)
    return <p className={`${styles.change} row wrap middle narrow gap-4`}>{late}</p>;
  const meaning = state?.known?.meaning ?? '';
  return (
    <p className={`${styles.change} row wrap middle narrow gap-4`}>
      {before !== null && (
        <>
          <WordBadge {...before} />
          <IconArrowRight size={14} className="muted" aria-label={say('notice.to')} role="img" />
        </>
      )}
      {state === null ? say('notice.noState') : <WordBadge {...state} />}
      {meaning !== '' && <span>{meaning}</span>}
    </p>
  );
}
