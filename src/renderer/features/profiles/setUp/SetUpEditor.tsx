import type { ReactNode } from 'react';

import { DEFAULT_DIALECT } from '#shared/dialect/presets.ts';
import type { Profile } from '#shared/domain/profile.ts';

import { failureOf } from '../../../client/operation.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { Form, SaveBar } from '../../../ui/form/Parts.tsx';
import { KeyCap } from '../../../ui/KeyCap.tsx';
import { ENTER_NAME, MOD_NAME, isMod, useWindowKey } from '../../../ui/keys.ts';
import { useSaveProfile } from '../queries.ts';
import { NEW_PROFILE } from './edits.ts';
import { SetUpSections } from './SetUpSections.tsx';
import { useSetUpForm } from './useSetUpForm.ts';
import { Button } from '../../../ui/Button.tsx';

type Props = {
  /** Null: a new profile. */
  readonly profile: Profile | null;
  readonly onSaved: (profile: Profile) => void;
  /** Of a new profile only. What was typed is kept until it is discarded. */
  readonly onCancel?: () => void;
};

function isSecretMerchant({ error }: ReturnType<typeof useSaveProfile>): boolean {
  const failure = error === null ? null : failureOf(error);
  return failure?.code === 'known_value_is_secret' && failure.detail === 'merchant';
}

/** Everything an integrator decides about one merchant, except its secret and the provider's format. */
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
  const standing = (): string => {
    if (form.dirty) return say('setUp.unsaved');
    if (save.isSuccess) return say('setUp.saved');
    return profile === null ? '' : say('setUp.unchanged');
  };
  return (
    <Form className="stack" aria-label={say('setUp.title')} onSubmit={submit}>
      <SetUpSections
        form={form}
        isNew={profile === null}
        refusedMerchant={isSecretMerchant(save) ? (save.variables?.setUp.merchant ?? null) : null}
      />
      <SaveBar error={save.error} standing={standing()} tone={form.dirty ? 'unsaved' : 'calm'}>
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
          disabled={profile !== null && !form.dirty}
          aria-keyshortcuts="Control+Enter"
          rightSection={<KeyCap>{`${MOD_NAME} ${ENTER_NAME}`}</KeyCap>}
        >
          {say('profile.save')}
        </Button>
      </SaveBar>
    </Form>
  );
}
