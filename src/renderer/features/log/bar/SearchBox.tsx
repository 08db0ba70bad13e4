import { IconSearch, IconX } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';

import { MAX_SEARCH_TEXT } from '#shared/domain/logSearch.ts';

import { useAction } from '../../../client/actions.ts';
import { usePrivacy } from '../../../client/deskContext.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { KeyCap } from '../../../ui/KeyCap.tsx';
import { TextBox } from '../../../ui/TextBox.tsx';
import styles from './Bar.module.css';

type Props = {
  /** What is searched, where it is not this desk's log. */
  readonly label?: string;
  readonly hint?: string;
  readonly text: string;
  readonly onChange: (text: string) => void;
  /** From the box into the rows. */
  readonly onDown: () => void;
};

/** The desk's keys for searching lead here; Escape empties it, then leaves it. */
export function SearchBox({ text, onChange, onDown, ...words }: Props): ReactNode {
  const say = useSay();
  const { label = say('log.search'), hint = say('log.search.hint') } = words;
  const isPrivate = usePrivacy().on;
  const box = useRef<HTMLInputElement>(null);
  useAction('search.focus', () => {
    box.current?.focus();
    box.current?.select();
  });
  return (
    <div className={styles.search} role="search">
      <IconSearch size={16} className={styles.glass} aria-hidden="true" />
      <TextBox
        ref={box}
        role="searchbox"
        aria-label={label}
        aria-keyshortcuts="/ Control+F"
        placeholder={hint}
        maxLength={MAX_SEARCH_TEXT}
        data-private={isPrivate}
        value={text}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.code === 'ArrowDown') {
            event.preventDefault();
            onDown();
          }
          if (event.code !== 'Escape') return;
          // The opened request would close too.
          event.stopPropagation();
          if (text === '') event.currentTarget.blur();
          else onChange('');
        }}
      />
      {text === '' ? (
        <span className={styles.cap}>
          <KeyCap>/</KeyCap>
        </span>
      ) : (
        <button
          type="button"
          className={`${styles.clear} quiet square`}
          aria-label={say('log.search.clear')}
          onClick={() => {
            onChange('');
            box.current?.focus();
          }}
        >
          <IconX size={14} aria-hidden="true" />
        </button>
      )}
    </div>
  );
}
