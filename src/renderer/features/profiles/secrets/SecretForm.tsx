import { type ReactNode, useId, useState } from 'react';

import type { Profile, SecretSlot, SecretState } from '#shared/domain/profile.ts';

import { useSay } from '../../../i18n/i18n.ts';
import { actionFailureText, failureDetail } from '../../../text/failures.ts';
import { FileButton, SmallButton } from '../../../ui/form/Buttons.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import form from '../../../ui/form/Form.module.css';
import { Form } from '../../../ui/form/Parts.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { profileAddress } from '../../desk/settings/addresses.ts';
import styles from '../Profiles.module.css';
import { isKeychainTrouble, isPem, secretFault } from './slots.ts';
import { type StoreSecret, stateText, useStoreSecret } from './standing.ts';
import { Button } from '../../../ui/Button.tsx';

export type SlotProps = {
  readonly profile: Profile;
  readonly slot: SecretSlot;
  /** Null: not known, or not yet. */
  readonly state: SecretState | null;
  readonly keychainFailed: boolean;
  readonly storeName: string;
};

type Props = SlotProps & {
  /** The button that deletes the secret, where there is one. */
  readonly removal: ReactNode;
};

/** The typed text goes to the store and is forgotten here at once; it is kept only where it could not be stored. */
export function SecretForm({ profile, slot, state, removal, ...props }: Props): ReactNode {
  const { storeName, keychainFailed } = props;
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
    <Form className={`${form.fields} stack top narrow gap-16`} onSubmit={() => keep('stored')}>
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
      <div className="row wrap middle gap-8">
        <Button type="submit" loading={saving.pending === 'stored'}>
          {say(replaces ? 'secret.replace' : 'secret.save')}
        </Button>
        {/* After a failed try this stands with the reason instead. */}
        {keychainFailed && saving.failure === null && (
          <KeepForRun saving={saving} onKeep={() => keep('run')} />
        )}
        {removal}
      </div>
      <StoreOutcome
        profile={profile}
        saving={saving}
        gone={state?.state === 'missing'}
        storeName={storeName}
        explained={keychainFailed}
        onKeepForRun={() => keep('run')}
      />
    </Form>
  );
}

type KeepProps = {
  readonly saving: StoreSecret;
  readonly size?: 'xs';
  readonly onKeep: () => void;
};

function KeepForRun({ saving, onKeep, ...props }: KeepProps): ReactNode {
  const say = useSay();
  return (
    <Button {...props} variant="default" loading={saving.pending === 'run'} onClick={onKeep}>
      {say('secret.keepForRun')}
    </Button>
  );
}

type BoxProps = {
  readonly id: string;
  readonly label: string;
  readonly pem: boolean;
  readonly text: string;
  readonly error: string | null;
  readonly warning: string | null;
  readonly hint: string;
  readonly onText: (text: string) => void;
};

/** Write-only. A key of many lines gets a box of many lines, dotted like every secret, or comes from its file. */
function SecretBox({ pem, text, onText, ...props }: BoxProps): ReactNode {
  const say = useSay();
  return (
    <div className="stack gap-8">
      <TextField
        {...props}
        {...(pem
          ? { rows: 6, className: styles.pem }
          : { type: 'password', autoComplete: 'new-password', look: 'mono' })}
        value={text}
        onText={onText}
      />
      {pem && (
        <div>
          <FileButton
            label={say('secret.chooseFile')}
            accept=".pem,.key,.txt"
            size="xs"
            onFile={(chosen) => void chosen.text().then(onText)}
          />
        </div>
      )}
    </div>
  );
}

type OutcomeProps = {
  readonly profile: Profile;
  readonly saving: StoreSecret;
  readonly storeName: string;
  /** The way without a keychain is explained above. */
  readonly explained: boolean;
  /** It was stored from here and deleted since. */
  readonly gone: boolean;
  readonly onKeepForRun: () => void;
};

/** Where the secret now is and what comes next; or why it was not stored and what works without a keychain. */
function StoreOutcome(props: OutcomeProps): ReactNode {
  const say = useSay();
  const { profile, saving, storeName, explained, gone, onKeepForRun } = props;
  const { failure, stored } = saving;
  if (failure !== null) {
    const detail = failureDetail(failure);
    return (
      <Notice
        tone="bad"
        alert
        title={say('secret.notStored')}
        {...(isKeychainTrouble(failure)
          ? { actions: <KeepForRun size="xs" saving={saving} onKeep={onKeepForRun} /> }
          : {})}
      >
        <p>{actionFailureText(failure, say)}</p>
        {isKeychainTrouble(failure) && !explained && <p>{say('secret.keepForRun.text')}</p>}
        {detail !== null && detail !== '' && <p>{say('failure.detail', { detail })}</p>}
      </Notice>
    );
  }
  if (stored === null || gone) return null;
  return (
    <div role="status">
      <Notice
        tone="good"
        actions={
          <>
            {(['check', 'format'] as const).map((tab) => (
              <SmallButton
                key={tab}
                look={tab === 'check' ? 'filled' : 'default'}
                to={profileAddress(profile.id, tab)}
              >
                {say(`profile.tab.${tab}`)}
              </SmallButton>
            ))}
          </>
        }
      >
        <p>{stateText(profile, stored, storeName, say)}</p>
        <p>{say('secret.next')}</p>
      </Notice>
    </div>
  );
}
