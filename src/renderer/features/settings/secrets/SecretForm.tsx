import { Button } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';

import type { Profile, SecretSlot, SecretState } from '#shared/domain/profile.ts';

import { useSay } from '../../../i18n/i18n.ts';
import { DeleteSecret } from './DeleteSecret.tsx';
import { SecretBox } from './SecretBox.tsx';
import styles from './Secrets.module.css';
import { isPem, secretFault } from './slots.ts';
import { StoreOutcome } from './StoreOutcome.tsx';
import { type StoreSecret, useStoreSecret } from './useStoreSecret.ts';

type Props = {
  readonly profile: Profile;
  readonly slot: SecretSlot;
  readonly state: SecretState | null;
  readonly keychainFailed: boolean;
  readonly storeName: string;
};

/** What is typed goes to the store and is forgotten here at once; kept only where it could not be stored. */
export function SecretForm({ profile, slot, state, storeName, keychainFailed }: Props): ReactNode {
  const say = useSay();
  const id = useId();
  const saving = useStoreSecret(profile, slot);
  const [text, setText] = useState('');
  const [submitted, setSubmitted] = useState(false);
  const pem = isPem(profile, slot);
  const fault = secretFault(text, pem, slot, profile);
  const replaces = state?.state === 'stored';
  const keep = (where: 'stored' | 'run'): void => {
    setSubmitted(true);
    if (fault !== null) {
      document.getElementById(id)?.focus();
      return;
    }
    saving.store(text, where, () => {
      setText('');
      setSubmitted(false);
    });
  };
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        keep('stored');
      }}
    >
      <SecretBox
        id={id}
        label={slot.kind === 'header' ? slot.name : say('secret.field')}
        pem={pem}
        text={text}
        onText={(next) => {
          setText(next);
          saving.forget();
        }}
        error={submitted && fault !== null ? say(`secret.fault.${fault}`) : null}
        warning={!pem && text !== text.trim() ? say('secret.spaced') : null}
        hint={say(replaces ? 'secret.replaces' : 'secret.hint')}
      />
      <div className={styles.buttons}>
        <Button type="submit" loading={saving.pending === 'stored'}>
          {say(replaces ? 'secret.replace' : 'secret.save')}
        </Button>
        {keychainFailed && <KeepForRun saving={saving} onKeep={() => keep('run')} />}
        {state !== null && state.state !== 'missing' && (
          <DeleteSecret profile={profile} slot={slot} />
        )}
      </div>
      <StoreOutcome
        profile={profile}
        saving={saving}
        gone={state?.state === 'missing'}
        storeName={storeName}
        explained={keychainFailed}
        onKeepForRun={() => keep('run')}
      />
    </form>
  );
}

type KeepProps = { readonly saving: StoreSecret; readonly onKeep: () => void };

/** Beside the button that would need the keychain; after a failed try it stands with the reason instead. */
function KeepForRun({ saving, onKeep }: KeepProps): ReactNode {
  const say = useSay();
  if (saving.failure !== null) return null;
  return (
    <Button variant="default" loading={saving.pending === 'run'} onClick={onKeep}>
      {say('secret.keepForRun')}
    </Button>
  );
}
