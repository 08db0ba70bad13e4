import { Button } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';

import { DEFAULT_DIALECT } from '#shared/dialect/presets.ts';
import type { Profile } from '#shared/domain/profile.ts';

import { failureOf } from '../../../client/failureError.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { ActionError } from '../../../ui/ActionError.tsx';
import { KeyCap } from '../../../ui/KeyCap.tsx';
import { ENTER_NAME, MOD_NAME, isMod, useWindowKey } from '../../../ui/keys.ts';
import { useSaveProfile } from '../mutations.ts';
import { NEW_PROFILE } from './edits.ts';
import { AddressesSection, IdentitySection, OrdersSection, SafetySection } from './Sections.tsx';
import styles from './SetUp.module.css';
import { StatesSection } from './StatesSection.tsx';
import { NetworkSection, TimeSection } from './TechnicalSections.tsx';
import { useSetUpForm } from './useSetUpForm.ts';

type Props = {
  /** Null: a new one. */
  readonly profile: Profile | null;
  readonly onSaved: (profile: Profile) => void;
  /** Of a new one only. What was typed stays for the next time, unless it is discarded. */
  readonly onCancel?: () => void;
};

function isSecretMerchant({ error }: ReturnType<typeof useSaveProfile>): boolean {
  const failure = error === null ? null : failureOf(error);
  return failure?.code === 'known_value_is_secret' && failure.detail === 'merchant';
}

/** Everything an integrator decides about one merchant, but for its secret and the provider's format. */
export function SetUpEditor({ profile, onSaved, onCancel }: Props): ReactNode {
  const say = useSay();
  const form = useSetUpForm(
    profile?.id ?? NEW_PROFILE,
    profile,
    profile?.dialect ?? DEFAULT_DIALECT,
  );
  const save = useSaveProfile();
  const submit = (): void => {
    if (save.isPending) return;
    form.submit((setUp, done) =>
      save.mutate(
        { id: profile?.id ?? null, setUp },
        {
          onSuccess: (saved) => {
            done();
            onSaved(saved);
          },
        },
      ),
    );
  };
  useWindowKey((event) => {
    const enter = event.code === 'Enter' || event.code === 'NumpadEnter';
    if (!enter || !isMod(event) || event.repeat) return;
    event.preventDefault();
    submit();
  });
  const pressable = profile === null || form.dirty;
  return (
    <form
      className={styles.form}
      noValidate
      aria-label={say('setUp.title')}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        submit();
      }}
    >
      <IdentitySection
        form={form}
        isNew={profile === null}
        refusedMerchant={isSecretMerchant(save) ? (save.variables?.setUp.merchant ?? null) : null}
      />
      <OrdersSection form={form} />
      <AddressesSection form={form} />
      <SafetySection form={form} />
      <StatesSection form={form} />
      <TimeSection form={form} />
      <NetworkSection form={form} />
      <div className={styles.bar} data-dirty={pressable}>
        <ActionError error={save.error} />
        <div className={styles.barLine}>
          <span role="status" className={styles.standing} data-dirty={form.dirty}>
            {form.dirty
              ? say('setUp.unsaved')
              : save.isSuccess
                ? say('setUp.saved')
                : profile !== null && say('setUp.unchanged')}
          </span>
          {form.dirty && (
            <Button variant="default" onClick={form.discard}>
              {say('setUp.discard')}
            </Button>
          )}
          {onCancel !== undefined && (
            <Button variant="default" onClick={onCancel}>
              {say('profile.cancel')}
            </Button>
          )}
          <Button
            type="submit"
            loading={save.isPending}
            disabled={!pressable}
            aria-keyshortcuts="Control+Enter"
            rightSection={<KeyCap>{`${MOD_NAME} ${ENTER_NAME}`}</KeyCap>}
          >
            {say('profile.save')}
          </Button>
        </div>
      </div>
    </form>
  );
}
