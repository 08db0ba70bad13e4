import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';

import type { PresetName } from '#shared/dialect/presets.ts';
import type { Dialect } from '#shared/dialect/schema.ts';

import { useSay } from '../../i18n/i18n.ts';
import { PRESET_NAMES, presetOf } from './draft.ts';
import styles from './Format.module.css';

type Props = {
  readonly dialect: Dialect;
  readonly onChoose: (name: PresetName) => void;
};

/** Starting points, each with what it is for. Nothing is saved by choosing one. */
export function Presets({ dialect, onChoose }: Props): ReactNode {
  const say = useSay();
  const present = presetOf(dialect);
  return (
    <section className={styles.presets} aria-labelledby="presets-title">
      <h3 id="presets-title" className={styles.subheading}>
        {say('preset.title')}
      </h3>
      <p className={styles.explanation}>{say('preset.text')}</p>
      <ul className={styles.presetList}>
        {PRESET_NAMES.map((name) => (
          <li key={name}>
            <button
              type="button"
              className={styles.preset}
              aria-pressed={name === present}
              onClick={() => onChoose(name)}
            >
              <span className={styles.presetName}>
                {say(`preset.${name}`)}
                {name === present && <IconCheck size={16} aria-hidden="true" />}
              </span>
              <span className={styles.presetText}>{say(`preset.${name}.text`)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
