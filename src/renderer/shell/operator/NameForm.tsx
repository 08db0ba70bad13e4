import { type ReactNode, useId, useState } from 'react';

import { settingsSchema } from '#shared/domain/settings.ts';

import { useDesk } from '../../client/deskContext.ts';
import { useUpdateSettings } from '../../client/queries.ts';
import { useSay } from '../../i18n/i18n.ts';
import { ActionError } from '../../ui/ActionError.tsx';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { TextBox } from '../../ui/TextBox.tsx';
import styles from './OperatorMenu.module.css';

const nameSchema = settingsSchema.shape.operatorName;

/** At a change of shift the name can be set here, without Settings. */
export function NameForm(): ReactNode {
  const say = useSay();
  const id = useId();
  const { operatorName } = useDesk().settings;
  const update = useUpdateSettings();
  const [name, setName] = useState(operatorName);
  const [isRefused, setRefused] = useState(false);
  const submit = (): void => {
    const isName = nameSchema.safeParse(name).success;
    setRefused(!isName);
    if (isName) update.mutate({ operatorName: name });
  };
  return (
    <form
      className={styles.part}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Field
        id={id}
        label={say('desk.name')}
        hint={say('desk.name.hint')}
        error={isRefused ? say('settings.operatorName.fault') : null}
      >
        {(control) => (
          <TextBox
            {...control}
            value={name}
            autoComplete="off"
            onChange={(event) => setName(event.currentTarget.value)}
          />
        )}
      </Field>
      <div className="row middle gap-8">
        <Button type="submit" size="xs" variant="default" loading={update.isPending}>
          {say('desk.name.save')}
        </Button>
        <span role="status" className="good medium">
          {update.isSuccess && operatorName === name.trim() && say('settings.saved')}
        </span>
      </div>
      <ActionError error={update.error} />
    </form>
  );
}
