import type { ReactNode } from 'react';

import { KEYCHAIN_LIBRARIES } from '#shared/domain/settings.ts';

import { useDesk } from '../../client/deskContext.ts';
import { failureOf } from '../../client/failureError.ts';
import { useUpdateSettings } from '../../client/queries.ts';
import { useSay } from '../../i18n/i18n.ts';
import { failureText } from '../../text/failures.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Segments } from '../../ui/Segments.tsx';
import styles from './Settings.module.css';

/** Neither library finds what the other has stored, so that changing it is said to cost something. */
export function Keychain(): ReactNode {
  const say = useSay();
  const { settings } = useDesk();
  const update = useUpdateSettings();
  return (
    <section className={styles.panel} aria-labelledby="keychain-title">
      <h2 id="keychain-title" className={styles.heading}>
        {say('settings.keychain')}
      </h2>
      <p className="muted">{say('settings.keychain.text')}</p>
      <div className={styles.pair}>
        <Segments
          id="settings-keychain"
          label={say('settings.keychain.library')}
          value={settings.keychainLibrary}
          options={KEYCHAIN_LIBRARIES.map((value) => ({
            value,
            label: say(`settings.keychain.${value}`),
          }))}
          onChange={(keychainLibrary) => update.mutate({ keychainLibrary })}
        />
      </div>
      {update.error !== null && (
        <Notice tone="bad" alert>
          {failureText(failureOf(update.error), say)}
        </Notice>
      )}
    </section>
  );
}
