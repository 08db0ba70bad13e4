import { type ReactNode, useId, useState } from 'react';

import { type DepositBody, FLOWS } from '#shared/domain/deposit.ts';
import type { Profile } from '#shared/domain/profile.ts';
import type { Result } from '#shared/domain/result.ts';

import { useNowRequests } from '../../../client/requests.ts';
import { type WordKey, useSay } from '../../../i18n/i18n.ts';
import { SmallButton } from '../../../ui/form/Buttons.tsx';
import { type FormState, withValueAt } from '../../../ui/form/fields.ts';
import { Fields } from '../../../ui/form/Fields.tsx';
import form from '../../../ui/form/Form.module.css';
import { Segments } from '../../../ui/Segments.tsx';
import styles from './Lab.module.css';
import {
  type LabField,
  type LabSample,
  exampleOf,
  fieldsOf,
  inFlow,
  sampleOf,
} from './labSample.ts';

const FLOW_WORDS = { create: 'form.direct', build: 'form.page' } as const;

type Props = {
  readonly profile: Profile;
  readonly sample: LabSample;
  readonly body: Result<DepositBody, readonly LabField[]>;
  readonly onChange: (sample: LabSample) => void;
};

/** The body to look at: an example, the last request, or the one printed in the provider's document. */
export function Sample({ profile, sample, body, onChange }: Props): ReactNode {
  const say = useSay();
  const id = useId();
  const last = useNowRequests(profile.id).data?.[0] ?? null;
  const faulty: readonly string[] = body.ok ? [] : body.error;
  // Open while a field has to be mended; once opened it stays so, or the field being typed in would vanish.
  const [opened, setOpened] = useState(false);
  const state: FormState<LabSample['fields']> = {
    doc: sample.fields,
    set: (name, text) => onChange({ ...sample, fields: withValueAt(sample.fields, name, text) }),
    idOf: (name) => `${id}-${name}`,
    errorAt: (name) => (faulty.includes(name) ? say(faultWord(name, sample.fields)) : null),
  };
  return (
    <div className="stack gap-8">
      <Segments
        id={`${id}-flow`}
        label={say('lab.flow')}
        value={sample.flow}
        options={FLOWS.map((value) => ({ value, label: say(FLOW_WORDS[value]) }))}
        onChange={(flow) => onChange(inFlow(sample, flow))}
      />
      <details
        className={styles.details}
        open={opened || faulty.length > 0}
        onToggle={(event) => setOpened(event.currentTarget.open)}
      >
        <summary>{say('lab.fields')}</summary>
        <p className={form.text}>{say('lab.fields.text')}</p>
        <div className="row wrap middle gap-8">
          <SmallButton
            disabled={last === null}
            onClick={() => {
              if (last !== null) onChange(sampleOf(last.body));
            }}
          >
            {say('lab.last')}
          </SmallButton>
          <SmallButton onClick={() => onChange(exampleOf(sample.flow, profile.merchant))}>
            {say('lab.example')}
          </SmallButton>
        </div>
        <Fields
          form={state}
          of={fieldsOf(sample.flow).map((name) => ({
            path: name,
            kind: 'text',
            label: () => name,
            placeholder: 'lab.notSent',
            look: 'mono',
          }))}
          layout="slim"
        />
      </details>
    </div>
  );
}

function faultWord(name: string, fields: Readonly<Record<string, string | undefined>>): WordKey {
  if ((fields[name] ?? '') === '') return 'lab.fault.needed';
  if (name === 'cents') return 'lab.fault.cents';
  return name === 'merchant' ? 'lab.fault.merchant' : 'lab.fault.value';
}
