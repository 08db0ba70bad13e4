import { Button } from '@mantine/core';
import { type FormEvent, type ReactNode, useId, useState } from 'react';

import type { Profile } from '#shared/domain/profile.ts';

import { failureOf } from '../../client/failureError.ts';
import { useSay } from '../../i18n/i18n.ts';
import { failureText } from '../../text/failures.ts';
import { Field } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { TextBox } from '../../ui/TextBox.tsx';
import { useSetSecret } from './mutations.ts';
import styles from './Settings.module.css';

type Props = { readonly profile: Profile; readonly onClose: () => void };

/** Write-only: what is typed goes to the store and is forgotten here at once. */
export function SecretForm({ profile, onClose }: Props): ReactNode {
  const say = useSay();
  const id = useId();
  const store = useSetSecret();
  const [secret, setSecret] = useState('');
  const [submitted, setSubmitted] = useState(false);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setSubmitted(true);
    if (secret === '') {
      document.getElementById(id)?.focus();
      return;
    }
    store.mutate(
      { profileId: profile.id, secret },
      {
        onSuccess: () => {
          setSecret('');
          setSubmitted(false);
        },
      },
    );
  };
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <h3 className={styles.subheading}>{say('secret.title', { profile: profile.name })}</h3>
      <Field
        id={id}
        label={say('secret.field')}
        hint={say('secret.hint')}
        error={submitted && secret === '' ? say('secret.empty') : null}
      >
        {(control) => (
          <TextBox
            {...control}
            type="password"
            value={secret}
            onChange={(event) => setSecret(event.currentTarget.value)}
          />
        )}
      </Field>
      {store.error !== null && (
        <Notice tone="bad" alert>
          {failureText(failureOf(store.error), say)}
        </Notice>
      )}
      {store.data !== undefined && (
        <div role="status">
          <Notice tone="good">
            {say(store.data.store === 'keychain' ? 'secret.saved' : 'secret.saved.memory')}
          </Notice>
        </div>
      )}
      <div className={styles.buttons}>
        <Button type="submit" loading={store.isPending}>
          {say('secret.save')}
        </Button>
        <Button variant="default" onClick={onClose}>
          {say(store.data === undefined ? 'profile.cancel' : 'detail.close')}
        </Button>
      </div>
    </form>
  );
}
