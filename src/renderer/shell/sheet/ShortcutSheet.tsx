import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';

import { useDesk } from '../../client/deskContext.ts';
import { useSay } from '../../i18n/i18n.ts';
import { KeyCap } from '../../ui/KeyCap.tsx';
import { KeyCaps, KeyRange } from '../../ui/KeyCaps.tsx';
import { ESCAPE_NAME } from '../../ui/keys.ts';
import { Dialog, FIRST_FOCUS } from '../Dialog.tsx';
import { sheetOf } from './rows.ts';
import styles from './ShortcutSheet.module.css';

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
