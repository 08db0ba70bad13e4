import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type ReactNode, useId } from 'react';

import { merchantIdSchema } from '#shared/domain/ids.ts';
import {
  type LiveProfileInput,
  type Profile,
  isAllowedBaseUrl,
  liveProfileInputSchema,
} from '#shared/domain/profile.ts';

import { failureOf } from '../../client/failureError.ts';
import { type WordKey, useSay } from '../../i18n/i18n.ts';
import { failureText } from '../../text/failures.ts';
import { Field } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { TextBox } from '../../ui/TextBox.tsx';
import { useSaveLiveProfile } from './mutations.ts';
import styles from './Settings.module.css';

type Props = {
  readonly profile: Profile | null;
  readonly onDone: (profile: Profile) => void;
  readonly onCancel: () => void;
};

const FIELDS = [
  { name: 'name', word: 'profile.name' },
  { name: 'baseUrl', word: 'profile.address' },
  { name: 'merchant', word: 'profile.merchant' },
] as const;

const nameSchema = liveProfileInputSchema.shape.name;

/** A live merchant: what the provider gave, checked beside each field by the contract's own rules. */
export function ProfileForm({ profile, onDone, onCancel }: Props): ReactNode {
  const say = useSay();
  const base = useId();
  const save = useSaveLiveProfile();
  const fault = (good: boolean, word: WordKey): string | null => (good ? null : say(word));
  const form = useForm({
    initialValues: {
      name: profile?.name ?? '',
      baseUrl: profile?.baseUrl ?? '',
      merchant: profile?.merchant ?? '',
    },
    validate: {
      name: (text: string) => fault(nameSchema.safeParse(text).success, 'profile.name.fault'),
      baseUrl: (text: string) => fault(isAllowedBaseUrl(text.trim()), 'profile.address.fault'),
      merchant: (text: string) =>
        fault(merchantIdSchema.safeParse(text.trim()).success, 'profile.merchant.fault'),
    },
  });
  const submit = form.onSubmit(
    (values) => save.mutate(toInput(profile, values), { onSuccess: onDone }),
    (errors) => {
      const first = FIELDS.find(({ name }) => errors[name] !== undefined);
      if (first !== undefined) document.getElementById(`${base}-${first.name}`)?.focus();
    },
  );
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <h3 className={styles.subheading}>
        {profile === null ? say('profile.new') : say('profile.editing', { profile: profile.name })}
      </h3>
      {FIELDS.map(({ name, word }) => {
        const error = form.errors[name];
        return (
          <Field
            key={name}
            id={`${base}-${name}`}
            label={say(word)}
            hint={say(`${word}.hint`)}
            error={typeof error === 'string' ? error : null}
          >
            {(control) => (
              <TextBox
                {...control}
                value={form.values[name]}
                onChange={(event) => form.setFieldValue(name, event.currentTarget.value)}
                onBlur={() => form.validateField(name)}
              />
            )}
          </Field>
        );
      })}
      {save.error !== null && (
        <Notice tone="bad" alert>
          {failureText(failureOf(save.error), say)}
        </Notice>
      )}
      <div className={styles.buttons}>
        <Button type="submit" loading={save.isPending}>
          {say('profile.save')}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {say('profile.cancel')}
        </Button>
      </div>
    </form>
  );
}

type Values = { readonly name: string; readonly baseUrl: string; readonly merchant: string };

function toInput(profile: Profile | null, values: Values): LiveProfileInput {
  return liveProfileInputSchema.parse({
    id: profile?.id ?? null,
    name: values.name,
    baseUrl: values.baseUrl.trim(),
    merchant: values.merchant.trim(),
  });
}
