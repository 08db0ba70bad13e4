import type { ReactNode } from 'react';

import {
  ALGORITHMS,
  KEY_TRANSFORMS,
  OUTPUTS,
  PLACEMENTS,
  SECRET_POSITIONS,
  type SignatureFormat,
} from '#shared/dialect/schema.ts';

import { useSay } from '../../i18n/i18n.ts';
import { Notice } from '../../ui/Notice.tsx';
import { knobsOf, placedIn } from './draft.ts';
import type { Editing } from './editing.ts';
import styles from './Format.module.css';
import { ChoiceKnob, RowKnob, TextKnob } from './Knobs.tsx';

type Props = {
  readonly value: SignatureFormat;
  /** Where this recipe stands in the document. */
  readonly path: string;
  readonly editing: Editing;
  readonly onChange: (changes: Partial<SignatureFormat>) => void;
};

/** A signature's recipe: of requests, and of callbacks. Only the knobs that this algorithm knows. */
export function SignatureKnobs({ value, path, editing, onChange }: Props): ReactNode {
  const say = useSay();
  const { secretUse, placement } = value;
  const shown = knobsOf(value.algorithm);
  return (
    <div className={styles.knobs}>
      <ChoiceKnob
        word="knob.algorithm"
        value={value.algorithm}
        options={ALGORITHMS.map((name) => ({ value: name, label: say(`knob.algorithm.${name}`) }))}
        onChange={(algorithm) => onChange({ algorithm })}
      />
      <RowKnob
        word="knob.output"
        value={value.output}
        options={OUTPUTS.map((name) => ({ value: name, label: say(`knob.output.${name}`) }))}
        onChange={(output) => onChange({ output })}
      />
      {shown.pem && (
        <div className={styles.whole}>
          <Notice tone="calm">{say('knob.pem')}</Notice>
        </div>
      )}
      {shown.secretUse && (
        <>
          <RowKnob
            word="knob.position"
            value={secretUse.position}
            options={SECRET_POSITIONS.map((name) => ({
              value: name,
              label: say(`knob.position.${name}`),
            }))}
            onChange={(position) => onChange({ secretUse: { ...secretUse, position } })}
          />
          <TextKnob
            word="knob.separator"
            editing={editing}
            path={`${path}.secretUse.separator`}
            value={secretUse.separator}
            placeholder={say('knob.separator.none')}
            onChange={(separator) => onChange({ secretUse: { ...secretUse, separator } })}
          />
        </>
      )}
      {shown.keyTransform && (
        <RowKnob
          word="knob.transform"
          value={value.keyTransform}
          options={KEY_TRANSFORMS.map((name) => ({
            value: name,
            label: say(`knob.transform.${name}`),
          }))}
          onChange={(keyTransform) => onChange({ keyTransform })}
        />
      )}
      <RowKnob
        word="knob.placement"
        value={placement.in}
        options={PLACEMENTS.map((name) => ({ value: name, label: say(`knob.placement.${name}`) }))}
        onChange={(place) => onChange({ placement: placedIn(place, placement) })}
      />
      <TextKnob
        word={`knob.name.${placement.in}`}
        editing={editing}
        path={`${path}.placement.name`}
        value={placement.name}
        onChange={(name) => onChange({ placement: { ...placement, name } })}
      />
      <TextKnob
        word="knob.prefix"
        editing={editing}
        path={`${path}.placement.prefix`}
        value={placement.prefix}
        placeholder={say('knob.prefix.none')}
        onChange={(prefix) => onChange({ placement: { ...placement, prefix } })}
      />
    </div>
  );
}
