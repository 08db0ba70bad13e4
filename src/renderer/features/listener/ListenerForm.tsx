import { Button } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';

import type { ListenerState } from '#shared/domain/callback.ts';
import type { ProfileId } from '#shared/domain/ids.ts';

import { useSay } from '../../i18n/i18n.ts';
import { ActionError } from '../../ui/ActionError.tsx';
import { CheckBox } from '../../ui/CheckBox.tsx';
import { Field } from '../../ui/Field.tsx';
import { TextBox } from '../../ui/TextBox.tsx';
import styles from './Listener.module.css';
import { useSetListener } from './mutations.ts';
import { type ListenerField, readListener, textsOf } from './readListener.ts';

type Props = { readonly profileId: ProfileId; readonly listener: ListenerState };

const WORDS = { host: 'host', port: 'port', publicUrl: 'public' } as const;
const FIELDS: readonly ListenerField[] = ['host', 'port', 'publicUrl'];

export function ListenerForm({ profileId, listener }: Props): ReactNode {
  const say = useSay();
  const id = useId();
  const set = useSetListener(profileId);
  const [texts, setTexts] = useState(() => textsOf(listener.settings));
  const [faults, setFaults] = useState<ReadonlySet<ListenerField>>(new Set());
  const submit = (): void => {
    const read = readListener(texts);
    setFaults(read.ok ? new Set() : read.faults);
    if (!read.ok) return;
    set.mutate(
      { settings: read.settings, newPath: false },
      { onSuccess: ({ settings }) => setTexts(textsOf(settings)) },
    );
  };
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <CheckBox
        label={say('listener.enabled')}
        checked={texts.enabled}
        onChange={(enabled) => setTexts({ ...texts, enabled })}
      />
      <div className={styles.fields}>
        {FIELDS.map((field) => (
          <Field
            key={field}
            id={`${id}-${field}`}
            label={say(`listener.${WORDS[field]}`)}
            hint={say(`listener.${WORDS[field]}.hint`)}
            error={faults.has(field) ? say(`listener.${WORDS[field]}.fault`) : null}
          >
            {(control) => (
              <TextBox
                {...control}
                look="mono"
                inputMode={field === 'port' ? 'numeric' : 'text'}
                value={texts[field]}
                onChange={(event) => setTexts({ ...texts, [field]: event.currentTarget.value })}
              />
            )}
          </Field>
        ))}
      </div>
      <div className={styles.buttons}>
        <Button type="submit" loading={set.isPending}>
          {say('listener.save')}
        </Button>
        <span role="status" className={styles.saved}>
          {set.isSuccess && say('listener.saved')}
        </span>
      </div>
      <ActionError error={set.error} />
    </form>
  );
}
