import { Button } from '@mantine/core';
import { IconArrowRight, IconX } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';

import { useDesk } from '../../client/deskContext.ts';
import { useSay } from '../../i18n/i18n.ts';
import { KeyCap } from '../../ui/KeyCap.tsx';
import { WordBadge } from '../../ui/StateBadge.tsx';
import styles from './Notices.module.css';
import type { NoticeWords } from './noticeText.ts';

type Props = {
  readonly words: NoticeWords;
  /** The one that F8 opens. */
  readonly isNewest: boolean;
  readonly onOpen: () => void;
  readonly onClose: () => void;
};

/** Small: up to three of them stand over somebody's work. */
export function Toast({ words, isNewest, onOpen, onClose }: Props): ReactNode {
  const say = useSay();
  const titleId = useId();
  const { paid, isVerified } = words;
  return (
    <article className={styles.toast} aria-labelledby={titleId}>
      <div className={styles.head}>
        <h2 id={titleId} className={styles.who}>
          {words.who}
        </h2>
        <Facts words={words} />
        <button
          type="button"
          className={styles.close}
          aria-label={say('notice.close', { customer: words.who })}
          title={say('notice.close', { customer: words.who })}
          onClick={onClose}
        >
          <IconX size={14} aria-hidden="true" />
        </button>
      </div>
      <div className={styles.said}>
        <div className={styles.words}>
          <Change words={words} />
          {paid !== null && <p className={styles.paid}>{paid}</p>}
          {!isVerified && <p className={styles.facts}>{say('notice.unverified')}</p>}
        </div>
        <Button
          size="xs"
          variant="default"
          className={styles.open ?? ''}
          onClick={onOpen}
          {...(isNewest ? { 'aria-keyshortcuts': 'F8', rightSection: <KeyCap>F8</KeyCap> } : {})}
        >
          {say('notice.open')}
          <span className="spoken"> {words.order}</span>
        </Button>
      </div>
    </article>
  );
}

type WordsProps = { readonly words: NoticeWords };

function Facts({ words }: WordsProps): ReactNode {
  const { profile } = useDesk();
  return (
    <p className={styles.facts}>
      <span className="mono">{words.order}</span>
      {words.profile !== profile.name && ` · ${words.profile}`}
    </p>
  );
}

function Change({ words: { state, before } }: WordsProps): ReactNode {
  const say = useSay();
  const meaning = state?.known?.meaning ?? '';
  return (
    <p className={styles.change}>
      {before !== null && (
        <>
          <WordBadge {...before} />
          <IconArrowRight size={14} aria-label={say('notice.to')} role="img" />
        </>
      )}
      {state === null ? say('notice.noState') : <WordBadge {...state} />}
      {meaning !== '' && <span>{meaning}</span>}
    </p>
  );
}
