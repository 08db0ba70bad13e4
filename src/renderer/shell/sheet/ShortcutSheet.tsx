import { IconX } from '@tabler/icons-react';
import { Fragment, type ReactNode } from 'react';

import { useDesk } from '../../client/deskContext.ts';
import { useSay } from '../../i18n/i18n.ts';
import { Dialog, FIRST_FOCUS } from '../../ui/Dialog.tsx';
import { KeyCap } from '../../ui/KeyCap.tsx';
import { type Chord, ESCAPE_NAME, ariaOf, capsOf } from '../../ui/keys.ts';
import styles from './ShortcutSheet.module.css';
import { sheetOf } from './rows.ts';

/** Every key of the desk at this host, from the table that listens to them. */
export function ShortcutSheet({ onClose }: { readonly onClose: () => void }): ReactNode {
  const say = useSay();
  const { kind } = useDesk().info.host;
  return (
    <Dialog label={say('command.shortcuts.open')} size="wide" onClose={onClose}>
      <header className={styles.head}>
        <h2 className="text-18 bold">{say('command.shortcuts.open')}</h2>
        <button type="button" className={styles.close} onClick={onClose} {...FIRST_FOCUS}>
          <IconX size={16} aria-hidden="true" />
          {say('detail.close')}
          <KeyCap>{ESCAPE_NAME}</KeyCap>
        </button>
      </header>
      <div className={styles.body}>
        <div className={styles.groups}>
          {sheetOf(kind).map(({ group, rows }) => (
            <section key={group} className={styles.group} aria-labelledby={`sheet-${group}`}>
              <h3 id={`sheet-${group}`} className={styles.heading}>
                {say(`sheet.group.${group}`)}
              </h3>
              <dl className={styles.rows}>
                {rows.map(({ id, word, chords, isRange }) => (
                  <div key={id} className={styles.row}>
                    <dt>{say(word)}</dt>
                    <dd>
                      {isRange ? (
                        <KeyRange chords={chords} />
                      ) : (
                        <KeyCaps chords={chords} between={say('sheet.or')} />
                      )}
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </div>
        <p className={styles.note}>
          {say('sheet.layout')} {kind === 'loopback' && say('sheet.loopback')}
        </p>
      </div>
    </Dialog>
  );
}

/** From one key to another with the same held: "Alt Shift 1 … 9". */
function KeyRange({ chords }: { readonly chords: readonly Chord[] }): ReactNode {
  const [first] = chords;
  const last = chords.at(-1);
  if (first === undefined || last === undefined) return null;
  return (
    <span className={styles.caps}>
      <span className={styles.chord}>
        <span className="spoken">{`${ariaOf(first)} … ${ariaOf(last)}`}</span>
        {capsOf(first).map((cap) => (
          <KeyCap key={cap}>{cap}</KeyCap>
        ))}
        <span className="text-12 muted" aria-hidden="true">
          …
        </span>
        <KeyCap>{capsOf(last).at(-1)}</KeyCap>
      </span>
    </span>
  );
}

type Props = {
  readonly chords: readonly Chord[];
  /** Between two of them: "or", "to". */
  readonly between: string;
};

/** Keys as they look on a keyboard, one cap each, and as words for those who hear them. */
function KeyCaps({ chords, between }: Props): ReactNode {
  return (
    <span className={styles.caps}>
      {chords.map((chord, at) => (
        <Fragment key={ariaOf(chord)}>
          {at > 0 && <span className="text-12 muted">{between}</span>}
          <span className={styles.chord}>
            <span className="spoken">{ariaOf(chord)}</span>
            {capsOf(chord).map((cap) => (
              <KeyCap key={cap}>{cap}</KeyCap>
            ))}
          </span>
        </Fragment>
      ))}
    </span>
  );
}
