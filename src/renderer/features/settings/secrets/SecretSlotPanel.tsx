import { Button } from '@mantine/core';
import { type FormEvent, type ReactNode, useId, useState } from 'react';

import type { Profile, SecretSlot, SecretState } from '#shared/domain/profile.ts';

import { useDesk } from '../../../client/deskContext.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { dayTimeText } from '../../../text/time.ts';
import { ActionError } from '../../../ui/ActionError.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { useDeleteSecret, useTakeBackSecret } from '../mutations.ts';
import { SecretBox } from './SecretBox.tsx';
import styles from './Secrets.module.css';
import { isPem, secretFault } from './slots.ts';
import { stateText } from './stateText.ts';
import { StoreOutcome } from './StoreOutcome.tsx';
import { useStoreSecret } from './useStoreSecret.ts';

type Props = {
  readonly profile: Profile;
  readonly slot: SecretSlot;
  /** Null: the keychain could not be asked. */
  readonly state: SecretState | null;
  readonly storeName: string;
};

/** One secret: what is known of it, the field that only takes, and the way back after a change. */
export function SecretSlotPanel({ profile, slot, state, storeName }: Props): ReactNode {
  const say = useSay();
  const id = useId();
  const saving = useStoreSecret(profile, slot);
  const [text, setText] = useState('');
  const [submitted, setSubmitted] = useState(false);
  const pem = isPem(profile, slot);
  const fault = secretFault(text, pem, slot);
  const title = slot.kind === 'signing' ? say('secret.signing') : slot.name;
  const keep = (where: 'stored' | 'run'): void => {
    setSubmitted(true);
    if (fault !== null) {
      document.getElementById(id)?.focus();
      return;
    }
    saving.store(pem ? text : text.replaceAll(/[\r\n]/gu, ''), where, () => {
      setText('');
      setSubmitted(false);
    });
  };
  const spaced = !pem && text !== text.trim();
  const replaces = state?.state === 'stored';
  return (
    <section className={styles.slot} aria-label={title}>
      <div className={styles.head}>
        <h2 className={styles.heading}>{title}</h2>
        {state !== null && (
          <p className={styles.state} data-state={state.state} role="status">
            {stateText(profile, state, storeName, say)}
          </p>
        )}
      </div>
      <p className="muted">
        {slot.kind === 'signing'
          ? say(pem ? 'secret.signing.pem' : 'secret.signing.text')
          : say('secret.header.text', { header: slot.name })}
      </p>
      {state?.replacedAt != null && (
        <Rotation profile={profile} slot={slot} replacedAt={state.replacedAt} />
      )}
      <form
        className={styles.form}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          keep('stored');
        }}
      >
        <SecretBox
          id={id}
          label={slot.kind === 'signing' ? say('secret.field') : slot.name}
          pem={pem}
          text={text}
          onText={(next) => {
            setText(next);
            saving.forget();
          }}
          error={submitted && fault !== null ? say(`secret.fault.${fault}`) : null}
          warning={spaced ? say('secret.spaced') : null}
          hint={say(replaces ? 'secret.replaces' : 'secret.hint')}
        />
        <StoreOutcome
          profile={profile}
          saving={saving}
          storeName={storeName}
          onKeepForRun={() => keep('run')}
        />
        <div className={styles.buttons}>
          <Button type="submit" loading={saving.pending === 'stored'}>
            {say(replaces ? 'secret.replace' : 'secret.save')}
          </Button>
          {state === null && saving.failure === null && (
            <Button
              variant="default"
              loading={saving.pending === 'run'}
              onClick={() => keep('run')}
            >
              {say('secret.keepForRun')}
            </Button>
          )}
          {state !== null && state.state !== 'missing' && (
            <DeleteSecret profile={profile} slot={slot} />
          )}
        </div>
      </form>
    </section>
  );
}

type OfSlot = Pick<Props, 'profile' | 'slot'>;

function Rotation({
  profile,
  slot,
  replacedAt,
}: OfSlot & { readonly replacedAt: string }): ReactNode {
  const say = useSay();
  const { language } = useDesk().settings;
  const takeBack = useTakeBackSecret();
  return (
    <Notice
      tone="calm"
      title={say('secret.rotation', { time: dayTimeText(replacedAt, language) })}
      actions={
        <Button
          size="xs"
          variant="default"
          loading={takeBack.isPending}
          onClick={() => takeBack.mutate({ profileId: profile.id, slot })}
        >
          {say('secret.takeBack')}
        </Button>
      }
    >
      <p>{say('secret.rotation.text')}</p>
      <ActionError error={takeBack.error} />
    </Notice>
  );
}

function DeleteSecret({ profile, slot }: OfSlot): ReactNode {
  const say = useSay();
  const remove = useDeleteSecret();
  const [asking, setAsking] = useState(false);
  if (asking) {
    return (
      <div className={styles.asking}>
        <Notice
          tone="unknown"
          alert
          title={say('secret.delete.title')}
          actions={
            <>
              <Button
                size="xs"
                color="red"
                loading={remove.isPending}
                onClick={() =>
                  remove.mutate(
                    { profileId: profile.id, slot },
                    { onSuccess: () => setAsking(false) },
                  )
                }
              >
                {say('secret.delete')}
              </Button>
              <Button size="xs" variant="default" autoFocus onClick={() => setAsking(false)}>
                {say('secret.delete.keep')}
              </Button>
            </>
          }
        >
          <p>{say('secret.delete.text')}</p>
          <ActionError error={remove.error} />
        </Notice>
      </div>
    );
  }
  return (
    <Button variant="default" onClick={() => setAsking(true)}>
      {say('secret.delete')}
    </Button>
  );
}
