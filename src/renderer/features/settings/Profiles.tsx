import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';

import type { Profile } from '#shared/domain/profile.ts';

import { useDesk } from '../../client/deskContext.ts';
import { failureOf } from '../../client/failureError.ts';
import { useUpdateSettings } from '../../client/queries.ts';
import { useSay } from '../../i18n/i18n.ts';
import { liveCommand } from '../../text/commands.ts';
import { failureText } from '../../text/failures.ts';
import { Notice } from '../../ui/Notice.tsx';
import { ProfileForm } from './ProfileForm.tsx';
import { useHasSecret } from './queries.ts';
import { SecretForm } from './SecretForm.tsx';
import styles from './Settings.module.css';

type Opened =
  | { readonly kind: 'none' }
  | { readonly kind: 'new' }
  | { readonly kind: 'edit' | 'secret'; readonly profile: Profile };

export function Profiles(): ReactNode {
  const say = useSay();
  const { profiles, info } = useDesk();
  const [opened, setOpened] = useState<Opened>({ kind: 'none' });
  const close = (): void => setOpened({ kind: 'none' });
  return (
    <section className={styles.panel} aria-labelledby="profiles-title">
      <h2 id="profiles-title" className={styles.heading}>
        {say('settings.profiles')}
      </h2>
      <p className="muted">{say('settings.profiles.text')}</p>
      {!info.host.live && (
        <Notice tone="calm">
          {say('settings.liveOff')} <code>{liveCommand(info.dataDir)}</code>
        </Notice>
      )}
      <ul className={styles.profiles}>
        {profiles.map((profile) => (
          <ProfileRow key={profile.id} profile={profile} onOpen={setOpened} />
        ))}
      </ul>
      {opened.kind === 'none' && (
        <div>
          <Button variant="default" onClick={() => setOpened({ kind: 'new' })}>
            {say('settings.add')}
          </Button>
        </div>
      )}
      {opened.kind === 'new' && (
        <ProfileForm
          profile={null}
          onDone={(profile) => setOpened({ kind: 'secret', profile })}
          onCancel={close}
        />
      )}
      {opened.kind === 'edit' && (
        <ProfileForm
          key={opened.profile.id}
          profile={opened.profile}
          onDone={close}
          onCancel={close}
        />
      )}
      {opened.kind === 'secret' && (
        <SecretForm key={opened.profile.id} profile={opened.profile} onClose={close} />
      )}
    </section>
  );
}

type RowProps = { readonly profile: Profile; readonly onOpen: (opened: Opened) => void };

function ProfileRow({ profile, onOpen }: RowProps): ReactNode {
  const say = useSay();
  const active = useDesk().profile.id === profile.id;
  const update = useUpdateSettings();
  return (
    <li className={styles.profile} data-active={active}>
      <div className={styles.profileText}>
        <p className={styles.profileName}>
          {profile.name}
          <span className={styles.mode} data-mode={profile.mode}>
            {say(profile.mode === 'live' ? 'bar.live' : 'bar.sandbox')}
          </span>
          {active && <span className={styles.inUse}>{say('settings.inUse')}</span>}
        </p>
        <p className={styles.address}>
          {profile.baseUrl} · {say('settings.merchantShort', { merchant: profile.merchant })}
        </p>
        <SecretLine profile={profile} />
        {update.error !== null && (
          <p role="alert" className={styles.fault}>
            {failureText(failureOf(update.error), say)}
          </p>
        )}
      </div>
      <div className={styles.actions}>
        {!active && (
          <Button
            size="xs"
            variant="default"
            aria-label={say('settings.useNamed', { profile: profile.name })}
            loading={update.isPending}
            onClick={() => update.mutate({ activeProfileId: profile.id })}
          >
            {say('settings.use')}
          </Button>
        )}
        {profile.mode === 'live' && (
          <>
            <Button
              size="xs"
              variant="default"
              aria-label={say('settings.editNamed', { profile: profile.name })}
              onClick={() => onOpen({ kind: 'edit', profile })}
            >
              {say('settings.edit')}
            </Button>
            <Button
              size="xs"
              variant="default"
              aria-label={say('settings.secretNamed', { profile: profile.name })}
              onClick={() => onOpen({ kind: 'secret', profile })}
            >
              {say('settings.setSecret')}
            </Button>
          </>
        )}
      </div>
    </li>
  );
}

function SecretLine({ profile }: { readonly profile: Profile }): ReactNode {
  const say = useSay();
  const secret = useHasSecret(profile.id);
  if (secret.isPending) return <p className={styles.secret}>{say('secret.checking')}</p>;
  if (secret.error !== null) {
    return (
      <p className={styles.fault}>
        {say('secret.failed')}{' '}
        <button type="button" className={styles.retry} onClick={() => void secret.refetch()}>
          {say('app.retry')}
        </button>
      </p>
    );
  }
  const { stored, store } = secret.data;
  return (
    <p className={styles.secret} data-missing={!stored}>
      {say(`secret.${stored ? 'stored' : 'missing'}.${store}`)}
    </p>
  );
}
