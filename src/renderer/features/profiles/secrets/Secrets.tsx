import { type ReactNode, useState } from 'react';

import { type Profile, secretSlotsOf } from '#shared/domain/profile.ts';

import { isFixed, useDesk } from '../../../client/deskContext.ts';
import { failureOf } from '../../../client/operation.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { actionFailureText, failureDetail } from '../../../text/failures.ts';
import { dayTimeText } from '../../../text/time.ts';
import { ActionError, Notice } from '../../../ui/Notice.tsx';
import { Question, SmallButton } from '../../../ui/form/Buttons.tsx';
import form from '../../../ui/form/Form.module.css';
import { useSecrets, useSlotOperation } from '../queries.ts';
import styles from '../Profiles.module.css';
import { SecretForm, type SlotProps } from './SecretForm.tsx';
import { isKeychainTrouble, isPem, slotKey } from './slots.ts';
import { stateText } from './standing.ts';
import { Button } from '../../../ui/Button.tsx';

/**
 * One field per secret that the provider format needs; no secret is ever shown. The fields stay while the keychain is asked
 * again, so that asking takes nothing from what is typed.
 */
export function Secrets({ profile }: { readonly profile: Profile }): ReactNode {
  const say = useSay();
  const secrets = useSecrets(profile.id);
  if (isFixed(profile)) return <Notice tone="calm">{say('secret.fixed')}</Notice>;
  const known = secrets.error === null ? secrets.data : undefined;
  const storeName = secrets.data?.storeName ?? '';
  return (
    <div className={`${styles.slots} stack gap-16`}>
      {secrets.error === null ? (
        <p className="muted" role="status">
          {known === undefined ? say('secret.checking') : say('secret.where', { storeName })}
        </p>
      ) : (
        <Trouble
          error={secrets.error}
          retrying={secrets.isFetching}
          retry={() => void secrets.refetch()}
        />
      )}
      {secretSlotsOf(profile.dialect).map((slot) => (
        <Slot
          key={slotKey(slot)}
          profile={profile}
          slot={slot}
          storeName={storeName}
          state={known?.secrets.find((each) => slotKey(each.slot) === slotKey(slot)) ?? null}
          keychainFailed={secrets.error !== null}
        />
      ))}
    </div>
  );
}

type TroubleProps = {
  readonly error: Error;
  readonly retrying: boolean;
  readonly retry: () => void;
};

function Trouble({ error, retrying, retry }: TroubleProps): ReactNode {
  const say = useSay();
  const failure = failureOf(error);
  const detail = failureDetail(failure);
  return (
    <Notice
      tone="unknown"
      alert
      title={actionFailureText(failure, say)}
      actions={
        <SmallButton loading={retrying} onClick={retry}>
          {say('app.retry')}
        </SmallButton>
      }
    >
      {isKeychainTrouble(failure) && <p>{say('secret.keepForRun.text')}</p>}
      {detail !== null && detail !== '' && <p>{say('failure.detail', { detail })}</p>}
    </Notice>
  );
}

type OfSlot = Pick<SlotProps, 'profile' | 'slot'>;

/** One secret: its state, the field that only takes, and the way back after a change. */
function Slot(props: SlotProps): ReactNode {
  const say = useSay();
  const { profile, slot, state } = props;
  const title = slot.kind === 'header' ? slot.name : say(`secret.${slot.kind}`);
  const replacedAt = state?.replacedAt ?? null;
  const isForRun = state?.store === 'memory';
  const tone = isForRun ? 'ink' : state?.state === 'stored' ? 'good' : 'unknown';
  return (
    <section className={form.block} aria-label={title}>
      <div className={form.line}>
        <h2 className="text-14 bold breakable">{title}</h2>
        {state !== null && (
          <p className={`text-13 medium ${tone}`} role="status">
            {stateText(profile, state, props.storeName, say)}
          </p>
        )}
      </div>
      <p className="muted">
        {slot.kind === 'header'
          ? say('secret.header.text', { header: slot.name })
          : say(`secret.${slot.kind}.${isPem(profile, slot) ? 'pem' : 'text'}`)}
      </p>
      {replacedAt !== null && <Rotation profile={profile} slot={slot} replacedAt={replacedAt} />}
      <SecretForm
        {...props}
        removal={
          state !== null &&
          state.state !== 'missing' && <DeleteSecret profile={profile} slot={slot} />
        }
      />
    </section>
  );
}

/** The way back after a change, until the new secret is proven. */
function Rotation({ profile, slot, replacedAt }: OfSlot & { readonly replacedAt: string }) {
  const say = useSay();
  const { language } = useDesk().settings;
  const takeBack = useSlotOperation('profile.takeBackSecret');
  return (
    <Notice
      tone="calm"
      title={say('secret.rotation', { time: dayTimeText(replacedAt, language) })}
      actions={
        <SmallButton
          loading={takeBack.isPending}
          onClick={() => takeBack.mutate({ profileId: profile.id, slot })}
        >
          {say('secret.takeBack')}
        </SmallButton>
      }
    >
      <p>{say('secret.rotation.text')}</p>
      <ActionError error={takeBack.error} />
    </Notice>
  );
}

function DeleteSecret({ profile, slot }: OfSlot): ReactNode {
  const say = useSay();
  const remove = useSlotOperation('profile.deleteSecret');
  const [asking, setAsking] = useState(false);
  if (!asking) {
    return (
      <Button variant="default" onClick={() => setAsking(true)}>
        {say('secret.delete')}
      </Button>
    );
  }
  const close = (): void => setAsking(false);
  return (
    <div className="full">
      <Question
        title={say('secret.delete.title')}
        yes={say('secret.delete')}
        no={say('secret.delete.keep')}
        dangerous
        pending={remove.isPending}
        onYes={() => remove.mutate({ profileId: profile.id, slot }, { onSuccess: close })}
        onNo={close}
      >
        <p>{say('secret.delete.text')}</p>
        <ActionError error={remove.error} />
      </Question>
    </div>
  );
}
