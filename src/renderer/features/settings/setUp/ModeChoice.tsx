import { IconCheck } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';

import { profileModeSchema } from '#shared/domain/profile.ts';

import { useSay } from '../../../i18n/i18n.ts';
import { ModeBadge } from '../profiles/ModeBadge.tsx';
import styles from './SetUp.module.css';
import { type SetUpForm, controlId } from './useSetUpForm.ts';

/** Native radios, each with what it means: the one choice here that decides whether money is real. */
export function ModeChoice({ form }: { readonly form: SetUpForm }): ReactNode {
  const say = useSay();
  const base = useId();
  return (
    <fieldset className={styles.modes}>
      <legend className={styles.legend}>{say('profile.mode')}</legend>
      {profileModeSchema.options.map((mode) => (
        <label
          key={mode}
          className={styles.modeCard}
          data-mode={mode}
          data-checked={form.texts.mode === mode}
        >
          <input
            type="radio"
            className={styles.radio}
            name={controlId('mode')}
            value={mode}
            aria-labelledby={`${base}-${mode}`}
            aria-describedby={`${base}-${mode}-meaning`}
            checked={form.texts.mode === mode}
            onChange={() => form.set('mode', mode)}
          />
          <IconCheck size={16} className={styles.chosen} aria-hidden="true" />
          <span id={`${base}-${mode}`}>
            <span className="spoken">{say(`profile.mode.${mode}`)}</span>
            <span aria-hidden="true">
              <ModeBadge mode={mode} />
            </span>
          </span>
          <span id={`${base}-${mode}-meaning`} className={styles.meaning}>
            {say(`profile.mode.${mode}.meaning`)}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
