import type { ReactNode } from 'react';

import type { Envelope } from '#shared/dialect/schema.ts';
import { FLOWS } from '#shared/domain/deposit.ts';

import { useSay } from '../../i18n/i18n.ts';
import type { Editing } from './editing.ts';
import styles from './Format.module.css';
import { ListKnob, RowKnob, TextKnob } from './Knobs.tsx';

const ENVELOPES = ['recognised', 'bare', 'path'] as const satisfies readonly Envelope['kind'][];

/** Where the record stands in an answer, which states mean "created", where errors are told. */
export function AnswersGroup({ editing }: { readonly editing: Editing }): ReactNode {
  const say = useSay();
  const { envelope, acceptedStates, errorPaths } = editing.dialect;
  return (
    <div className={styles.knobs}>
      <RowKnob
        word="knob.envelope"
        value={envelope.kind}
        options={ENVELOPES.map((value) => ({ value, label: say(`knob.envelope.${value}`) }))}
        onChange={(kind) =>
          editing.set('envelope', kind === 'path' ? { kind, path: 'data' } : { kind })
        }
      />
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
        <ListKnob
          key={flow}
          word={`knob.accepted.${flow}`}
          editing={editing}
          path={`acceptedStates.${flow}`}
          items={acceptedStates[flow]}
          onChange={(states) =>
            editing.set('acceptedStates', { ...acceptedStates, [flow]: states })
          }
        />
      ))}
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
