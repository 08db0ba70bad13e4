import type { ReactNode } from 'react';

import { ANSWER_AMOUNTS, ANSWER_CHARSETS, type Envelope } from '#shared/dialect/schema.ts';
import { FLOWS } from '#shared/domain/deposit.ts';

import { useSay } from '../../i18n/i18n.ts';
import type { Editing } from './editing.ts';
import styles from './Format.module.css';
import { ChoiceKnob, ListKnob, RowKnob, TextKnob } from './Knobs.tsx';
import { KnobPlace } from './knobPlace.tsx';

const ENVELOPES = ['recognised', 'bare', 'path'] as const satisfies readonly Envelope['kind'][];

/** Where the record stands in an answer, which states mean "created", how values are written, where errors are told. */
export function AnswersGroup({ editing }: { readonly editing: Editing }): ReactNode {
  const say = useSay();
  const { envelope, acceptedStates, errorPaths, answerAmounts, answerCharset, noErrorValues } =
    editing.dialect;
  return (
    <div className={styles.knobs}>
      <KnobPlace knob="envelope">
        <RowKnob
          word="knob.envelope"
          value={envelope.kind}
          options={ENVELOPES.map((value) => ({ value, label: say(`knob.envelope.${value}`) }))}
          onChange={(kind) =>
            editing.set('envelope', kind === 'path' ? { kind, path: 'data' } : { kind })
          }
        />
      </KnobPlace>
      {envelope.kind === 'path' && (
        <TextKnob
          word="knob.envelopePath"
          editing={editing}
          path="envelope.path"
          value={envelope.path}
          onChange={(path) => editing.set('envelope', { ...envelope, path })}
        />
      )}
      {FLOWS.map((flow) => (
        <KnobPlace key={flow} knob="acceptedStates">
          <ListKnob
            word={`knob.accepted.${flow}`}
            editing={editing}
            path={`acceptedStates.${flow}`}
            items={acceptedStates[flow]}
            onChange={(states) =>
              editing.set('acceptedStates', { ...acceptedStates, [flow]: states })
            }
          />
        </KnobPlace>
      ))}
      <KnobPlace knob="answerAmounts">
        <RowKnob
          word="knob.answerAmounts"
          value={answerAmounts}
          options={ANSWER_AMOUNTS.map((value) => ({
            value,
            label: say(`knob.answerAmounts.${value}`),
          }))}
          onChange={(value) => editing.set('answerAmounts', value)}
        />
      </KnobPlace>
      <KnobPlace knob="answerCharset">
        <ChoiceKnob
          word="knob.answerCharset"
          value={answerCharset}
          options={ANSWER_CHARSETS.map((value) => ({
            value,
            label: say(`knob.answerCharset.${value}`),
          }))}
          onChange={(value) => editing.set('answerCharset', value)}
        />
      </KnobPlace>
      <KnobPlace knob="noErrorValues">
        <ListKnob
          word="knob.noErrorValues"
          editing={editing}
          path="noErrorValues"
          items={noErrorValues}
          onChange={(values) => editing.set('noErrorValues', values)}
        />
      </KnobPlace>
      <div className={styles.whole}>
        <ListKnob
          word="knob.errorPaths"
          editing={editing}
          path="errorPaths"
          items={errorPaths}
          onChange={(paths) => editing.set('errorPaths', paths)}
        />
      </div>
    </div>
  );
}
