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

export function Toast({ words, isNewest, onOpen, onClose }: Props): ReactNode {
  const say = useSay();
  const titleId = useId();
  const { profile } = useDesk();
  const { state, before, paid } = words;
  const meaning = state?.known?.meaning ?? '';
  return (
    <article className={styles.toast} aria-labelledby={titleId}>
      <div className={styles.head}>
        <h2 id={titleId} className={styles.who}>
          {words.who}
        </h2>
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
      <p className={styles.facts}>
        <span className="mono">{words.order}</span>
        {words.profile !== profile.name && ` · ${words.profile}`}
      </p>
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
      {paid !== null && <p className={styles.paid}>{paid}</p>}
      <div className={styles.foot}>
        <Button
          size="compact-sm"
          variant="default"
          onClick={onOpen}
          {...(isNewest ? { 'aria-keyshortcuts': 'F8', rightSection: <KeyCap>F8</KeyCap> } : {})}
          aria-label={say('notice.openNamed', { order: words.order })}
        >
          {say('notice.open')}
        </Button>
        {!words.isVerified && <span className={styles.facts}>{say('notice.unverified')}</span>}
      </div>
    </article>
  );
}
