import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';

import { REFUSAL_MEANINGS, type Refusal } from '#shared/dialect/schema.ts';

import { useSay } from '../../i18n/i18n.ts';
import type { Editing } from './editing.ts';
import styles from './Format.module.css';
import { ChoiceKnob, TextKnob } from './Knobs.tsx';
import { typedValue, valueText } from './refusalValue.ts';

type Props = {
  readonly refusal: Refusal;
  readonly path: string;
  readonly editing: Editing;
  readonly onChange: (refusal: Refusal) => void;
  readonly onRemove: () => void;
};

export function RefusalRow({ refusal, path, editing, onChange, onRemove }: Props): ReactNode {
  const say = useSay();
  const [status, setStatus] = useState(String(refusal.status));
  const [value, setValue] = useState(refusal.value === '' ? '' : valueText(refusal.value));
  return (
    <li className={styles.row}>
      <div className={styles.knobs} data-narrow="true">
        <TextKnob
          word="knob.refusal.status"
          editing={editing}
          path={`${path}.status`}
          value={Number(status) === refusal.status ? status : String(refusal.status)}
          onChange={(text) => {
            setStatus(text);
            onChange({ ...refusal, status: Number(text) });
          }}
        />
        <TextKnob
          word="knob.refusal.path"
          editing={editing}
          path={`${path}.path`}
          value={refusal.path}
          onChange={(next) => onChange({ ...refusal, path: next })}
        />
        <TextKnob
          word="knob.refusal.value"
          editing={editing}
          path={`${path}.value`}
          value={typedValue(value) === refusal.value ? value : valueText(refusal.value)}
          onChange={(text) => {
            setValue(text);
            onChange({ ...refusal, value: typedValue(text) });
          }}
        />
        <ChoiceKnob
          word="knob.refusal.meaning"
          value={refusal.meaning}
          options={REFUSAL_MEANINGS.map((name) => ({ value: name, label: say(`meaning.${name}`) }))}
          onChange={(meaning) => onChange({ ...refusal, meaning })}
        />
        <TextKnob
          word="knob.refusal.wording"
          editing={editing}
          path={`${path}.wording`}
          look="plain"
          value={refusal.wording}
          onChange={(wording) => onChange({ ...refusal, wording })}
        />
      </div>
      <Button
        variant="default"
        size="xs"
        className={styles.remove ?? ''}
        aria-label={say('knob.refusals.removeNamed', {
          path: refusal.path,
          value: valueText(refusal.value),
        })}
        leftSection={<IconTrash size={14} aria-hidden="true" />}
        onClick={onRemove}
      >
        {say('format.remove')}
      </Button>
    </li>
  );
}
