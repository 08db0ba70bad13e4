import { Button } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';

import { type DepositBody, FLOWS } from '#shared/domain/deposit.ts';
import type { Profile } from '#shared/domain/profile.ts';
import type { Result } from '#shared/domain/result.ts';

import { useNowRequests } from '../../../client/nowRequests.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { Field } from '../../../ui/Field.tsx';
import { Segments } from '../../../ui/Segments.tsx';
import { TextBox } from '../../../ui/TextBox.tsx';
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
  const faulty = body.ok ? [] : body.error;
  // What has to be mended is in sight; once opened it stays so, or the field being typed in would vanish.
  const [opened, setOpened] = useState(false);
  return (
    <div className={styles.sample}>
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
        <p className={styles.text}>{say('lab.fields.text')}</p>
        <div className={styles.buttons}>
          <Button
            size="xs"
            variant="default"
            disabled={last === null}
            onClick={() => {
              if (last !== null) onChange(sampleOf(last.body));
            }}
          >
            {say('lab.last')}
          </Button>
          <Button
            size="xs"
            variant="default"
            onClick={() => onChange(exampleOf(sample.flow, profile.merchant))}
          >
            {say('lab.example')}
          </Button>
        </div>
        <div className={styles.fields}>
          {fieldsOf(sample.flow).map((name) => (
            <Field
              key={name}
              id={`${id}-${name}`}
              label={name}
              error={faulty.includes(name) ? say(faultWord(name, sample)) : null}
            >
              {(control) => (
                <TextBox
                  {...control}
                  look="mono"
                  value={sample.fields[name] ?? ''}
                  placeholder={say('lab.notSent')}
                  onChange={(event) =>
                    onChange({
                      ...sample,
                      fields: { ...sample.fields, [name]: event.currentTarget.value },
                    })
                  }
                />
              )}
            </Field>
          ))}
        </div>
      </details>
    </div>
  );
}

function faultWord(name: LabField, sample: LabSample) {
  if ((sample.fields[name] ?? '') === '') return 'lab.fault.needed';
  if (name === 'cents') return 'lab.fault.cents';
  if (name === 'merchant') return 'lab.fault.merchant';
  return 'lab.fault.value';
}
