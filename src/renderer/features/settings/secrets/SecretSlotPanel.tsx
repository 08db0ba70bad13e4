import type { ReactNode } from 'react';

import type { Profile, SecretSlot, SecretState } from '#shared/domain/profile.ts';

import { useSay } from '../../../i18n/i18n.ts';
import { Rotation } from './Rotation.tsx';
import { SecretForm } from './SecretForm.tsx';
import styles from './Secrets.module.css';
import { isPem } from './slots.ts';
import { stateText } from './stateText.ts';

type Props = {
  readonly profile: Profile;
  readonly slot: SecretSlot;
  /** Null: not known, or not yet. */
  readonly state: SecretState | null;
  readonly keychainFailed: boolean;
  readonly storeName: string;
};

/** One secret: what is known of it, the field that only takes, and the way back after a change. */
export function SecretSlotPanel(props: Props): ReactNode {
  const say = useSay();
  const { profile, slot, state } = props;
  const title = slot.kind === 'header' ? slot.name : say(`secret.${slot.kind}`);
  const replacedAt = state?.replacedAt ?? null;
  return (
    <section className={styles.slot} aria-label={title}>
      <div className={styles.head}>
        <h2 className={styles.heading}>{title}</h2>
        {state !== null && (
          <p
            className={styles.state}
            data-state={state.state}
            data-store={state.store}
            role="status"
          >
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
      <SecretForm {...props} />
    </section>
  );
}
