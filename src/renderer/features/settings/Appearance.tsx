import type { ReactNode } from 'react';

import { LANGUAGES, THEMES } from '#shared/domain/settings.ts';

import { useDesk } from '../../client/deskContext.ts';
import { failureOf } from '../../client/failureError.ts';
import { useUpdateSettings } from '../../client/queries.ts';
import { useSay } from '../../i18n/i18n.ts';
import { failureText } from '../../text/failures.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Segments } from '../../ui/Segments.tsx';
import styles from './Settings.module.css';

export function Appearance(): ReactNode {
  const say = useSay();
  const { settings } = useDesk();
  const update = useUpdateSettings();
  return (
    <section className={styles.panel} aria-labelledby="appearance-title">
      <h2 id="appearance-title" className={styles.heading}>
        {say('settings.appearance')}
      </h2>
      <div className={styles.pair}>
        <Segments
          id="settings-language"
          label={say('settings.language')}
          value={settings.language}
          options={LANGUAGES.map((value) => ({
            value,
            label: say(`settings.language.${value}`),
          }))}
          onChange={(language) => update.mutate({ language })}
        />
        <Segments
          id="settings-theme"
          label={say('settings.theme')}
          value={settings.theme}
          options={THEMES.map((value) => ({ value, label: say(`settings.theme.${value}`) }))}
          onChange={(theme) => update.mutate({ theme })}
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
