import { type ReactNode, useId } from 'react';

import { LANGUAGES, TEXT_SIZES, THEMES } from '#shared/domain/settings.ts';

import { useDesk } from '../../client/deskContext.ts';
import { useUpdateSettings } from '../../client/queries.ts';
import { useSay } from '../../i18n/i18n.ts';
import { ActionError } from '../../ui/ActionError.tsx';
import { CheckBox } from '../../ui/CheckBox.tsx';
import { FieldNote } from '../../ui/Field.tsx';
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
          hint={settings.language === 'uz' ? say('settings.language.draft') : null}
        />
        <Segments
          id="settings-theme"
          label={say('settings.theme')}
          value={settings.theme}
          options={THEMES.map((value) => ({ value, label: say(`settings.theme.${value}`) }))}
          onChange={(theme) => update.mutate({ theme })}
        />
        <TextSize />
      </div>
      <Privacy />
      <ActionError error={update.error} />
    </section>
  );
}

function TextSize(): ReactNode {
  const say = useSay();
  const { textSize } = useDesk().settings;
  const update = useUpdateSettings();
  return (
    <Segments
      id="settings-text-size"
      label={say('settings.textSize')}
      value={String(textSize)}
      options={TEXT_SIZES.map((size) => ({
        value: String(size),
        label: say('settings.textSize.percent', { size }),
      }))}
      onChange={(chosen) => {
        const size = TEXT_SIZES.find((one) => String(one) === chosen);
        if (size !== undefined) update.mutate({ textSize: size });
      }}
      hint={say('settings.textSize.hint')}
    />
  );
}

function Privacy(): ReactNode {
  const say = useSay();
  const hintId = useId();
  const { privacy } = useDesk().settings;
  const update = useUpdateSettings();
  return (
    <div role="group" aria-label={say('settings.privacy')} aria-describedby={hintId}>
      <p className={styles.label}>{say('settings.privacy')}</p>
      <CheckBox
        label={say('settings.privacy.do')}
        checked={privacy}
        onChange={(on) => update.mutate({ privacy: on })}
      />
      <FieldNote id={hintId} error={null} warning={null} hint={say('settings.privacy.hint')} />
      <ActionError error={update.error} />
    </div>
  );
}
