import { Fragment, type ReactNode } from 'react';

import { useDesk } from '../../client/deskContext.ts';
import { useSay } from '../../i18n/i18n.ts';
import { CloseButton } from '../../ui/Detail.tsx';
import { Dialog, FIRST_FOCUS } from '../../ui/Dialog.tsx';
import { KeyCap } from '../../ui/KeyCap.tsx';
import { type Chord, ariaOf, capsOf } from '../../ui/keys.ts';
import styles from './ShortcutSheet.module.css';
import { sheetOf } from './rows.ts';

/** Every key of the desk at this host, from the table that listens to them. */
export function ShortcutSheet({ onClose }: { readonly onClose: () => void }): ReactNode {
  const say = useSay();
  const { kind } = useDesk().info.host;
  return (
    <Dialog label={say('command.shortcuts.open')} size="wide" onClose={onClose}>
      <header
        className={`${styles.head} row middle between rigid gap-16 pad-16-20 ruled-below on-panel`}
      >
        <h2 className="text-18 bold">{say('command.shortcuts.open')}</h2>
        <CloseButton onClose={onClose} {...FIRST_FOCUS} />
      </header>
      <div className="pad-16-20">
        <div className={styles.groups}>
          {sheetOf(kind).map(({ group, rows }) => (
            <section key={group} className={styles.group} aria-labelledby={`sheet-${group}`}>
              <h3 id={`sheet-${group}`} className="label">
                {say(`sheet.group.${group}`)}
              </h3>
              <dl className="lined">
                {rows.map(({ id, word, chords, isRange }) => (
                  <div key={id} className={`${styles.row} row middle between gap-16`}>
                    <dt>{say(word)}</dt>
                    <dd>
                      <Keys chords={chords} isRange={isRange} />
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </div>
        <p className="muted ruled">{say('sheet.layout')}</p>
      </div>
    </Dialog>
  );
}

type Props = {
  readonly chords: readonly Chord[];
  /** From the first key to the last with the same held: "Alt Shift 1 … 9". Else one or the other. */
  readonly isRange: boolean;
};

/** Keys as they look on a keyboard, one cap each, and as words for those who hear them. */
function Keys({ chords, isRange }: Props): ReactNode {
  const say = useSay();
  const names = chords.map((chord) => ariaOf(chord));
  const spoken = isRange ? [names.join(' … ')] : names;
  return (
    <span className="row wrap middle relative gap-6 push">
      {chords.map((chord, at) => (
        <Fragment key={names[at]}>
          {at > 0 && (
            <span className="text-12 muted" aria-hidden={isRange}>
              {isRange ? '…' : say('sheet.or')}
            </span>
          )}
          <span className="row middle gap-4">
            {spoken[at] !== undefined && <span className="spoken">{spoken[at]}</span>}
            {capsOf(chord)
              .slice(isRange && at > 0 ? -1 : 0)
              .map((cap) => (
                <KeyCap key={cap}>{cap}</KeyCap>
              ))}
          </span>
        </Fragment>
      ))}
    </span>
  );
}
