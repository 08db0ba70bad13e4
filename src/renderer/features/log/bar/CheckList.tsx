import { type ReactNode, useId, useState } from 'react';

import { fold } from '#shared/search/fold.ts';

import { useSay } from '../../../i18n/i18n.ts';
import { TextBox } from '../../../ui/TextBox.tsx';
import styles from './Bar.module.css';

export type Choice = { readonly value: string; readonly label: string };

/** More than fit without looking for one. */
const MANY = 12;

type Props = {
  readonly label: string;
  readonly choices: readonly Choice[];
  readonly chosen: readonly string[];
  readonly onChange: (value: string, isChosen: boolean) => void;
};

export function CheckList({ label, choices, chosen, onChange }: Props): ReactNode {
  const say = useSay();
  const id = useId();
  const [typed, setTyped] = useState('');
  const wanted = fold(typed.trim());
  const shown = choices.filter((choice) => fold(choice.label).includes(wanted));
  return (
    <fieldset className={styles.group} aria-labelledby={id}>
      <p id={id} className={styles.groupTitle}>
        {label}
      </p>
      {choices.length > MANY && (
        <TextBox
          aria-label={say('log.filter.find', { filter: label })}
          placeholder={say('log.filter.find', { filter: label })}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      {shown.length === 0 && <p className="pad-4 muted">{say('log.filter.none')}</p>}
      <ul className="stack">
        {shown.map(({ value, label: word }) => (
          <li key={value}>
            <label className={styles.choice}>
              <input
                type="checkbox"
                checked={chosen.includes(value)}
                onChange={(event) => onChange(value, event.currentTarget.checked)}
              />
              <span>{word}</span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
