import { type ReactNode, useId, useState } from 'react';

import { settingsSchema } from '#shared/domain/settings.ts';

import { useDesk } from '../../../client/deskContext.ts';
import { useUpdateSettings } from '../../../client/queries.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { ActionError, Notice } from '../../../ui/Notice.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Field } from '../../../ui/Field.tsx';
import { TextBox } from '../../../ui/TextBox.tsx';
import styles from './HandOver.module.css';
import { Section } from './Section.tsx';

const nameSchema = settingsSchema.shape.operatorName;

type Fault = 'handOver.next.same' | 'settings.operatorName.fault' | null;

/** The last step: from then on requests carry the other name. */
export function NextOperator(): ReactNode {
  const say = useSay();
  const id = useId();
  const { operatorName } = useDesk().settings;
  const update = useUpdateSettings();
  const [text, setText] = useState('');
  const [fault, setFault] = useState<Fault>(null);
  const [taken, setTaken] = useState<string | null>(null);
  const name = text.trim();
  const handOver = (): void => {
    const found = faultOf(name, operatorName);
    setFault(found);
    if (found !== null || update.isPending) return;
    update.mutate(
      { operatorName: name },
      {
        onSuccess: () => {
          setTaken(name);
          setText('');
        },
      },
    );
  };
  return (
    <Section title={say('handOver.next')}>
      <form
        className={`${styles.form} stack gap-12`}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          handOver();
        }}
      >
        <Field
          id={id}
          label={say('settings.operatorName')}
          hint={say('handOver.next.hint')}
          error={fault === null ? null : say(fault, { name: operatorName })}
        >
          {(control) => (
            <TextBox
              {...control}
              value={text}
              autoComplete="off"
              onChange={(event) => {
                setText(event.currentTarget.value);
                setFault(null);
                setTaken(null);
              }}
            />
          )}
        </Field>
        <Button type="submit" className={styles.submit ?? ''} aria-busy={update.isPending}>
          {name === '' ? say('handOver.next.do') : say('handOver.next.to', { name })}
        </Button>
      </form>
      <div role="status">
        {taken !== null && (
          <Notice tone="good">{say('handOver.next.done', { name: taken })}</Notice>
        )}
      </div>
      <ActionError error={update.error} />
    </Section>
  );
}

function faultOf(name: string, now: string): Fault {
  if (!nameSchema.safeParse(name).success) return 'settings.operatorName.fault';
  return name === now ? 'handOver.next.same' : null;
}
