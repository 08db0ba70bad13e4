import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type ReactNode, useId } from 'react';

import { settingsSchema } from '#shared/domain/settings.ts';

import { useDesk } from '../../client/deskContext.ts';
import { failureOf } from '../../client/failureError.ts';
import { useUpdateSettings } from '../../client/queries.ts';
import { useSay } from '../../i18n/i18n.ts';
import { failureText } from '../../text/failures.ts';
import { Field } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { TextBox } from '../../ui/TextBox.tsx';
import styles from './Settings.module.css';

const nameSchema = settingsSchema.shape.operatorName;

export function OperatorName(): ReactNode {
  const say = useSay();
  const id = useId();
  const { settings } = useDesk();
  const update = useUpdateSettings();
  const form = useForm({
    initialValues: { operatorName: settings.operatorName },
    validate: {
      operatorName: (text: string) =>
        nameSchema.safeParse(text).success ? null : say('settings.operatorName.fault'),
    },
  });
  const error = form.errors['operatorName'];
  return (
    <section className={styles.panel} aria-labelledby="operator-title">
      <h2 id="operator-title" className={styles.heading}>
        {say('settings.operator')}
      </h2>
      <form
        className={styles.inline}
        noValidate
        onSubmit={form.onSubmit(({ operatorName }) => update.mutate({ operatorName }))}
      >
        <Field
          id={id}
          label={say('settings.operatorName')}
          hint={say('settings.operatorName.hint')}
          error={typeof error === 'string' ? error : null}
        >
          {(control) => (
            <TextBox
              {...control}
              value={form.values.operatorName}
              onChange={(event) => form.setFieldValue('operatorName', event.currentTarget.value)}
            />
          )}
        </Field>
        <Button type="submit" variant="default" loading={update.isPending}>
          {say('settings.save')}
        </Button>
        <span role="status" className={styles.saved}>
          {update.isSuccess && say('settings.saved')}
        </span>
      </form>
      {update.error !== null && (
        <Notice tone="bad" alert>
          {failureText(failureOf(update.error), say)}
        </Notice>
      )}
    </section>
  );
}
