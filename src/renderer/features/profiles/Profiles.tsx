import { IconKey, IconPlus } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';

import type { Profile } from '#shared/domain/profile.ts';

import { isFixed, useDesk } from '../../client/deskContext.ts';
import { failureOf } from '../../client/operation.ts';
import { typedStorage } from '../../client/typedStorage.ts';
import { useSay } from '../../i18n/i18n.ts';
import { liveCommand } from '../../text/commands.ts';
import { actionFailureText } from '../../text/failures.ts';
import { CheckBox } from '../../ui/Field.tsx';
import { Command } from '../../ui/LongText.tsx';
import { SmallButton } from '../../ui/form/Buttons.tsx';
import form from '../../ui/form/Form.module.css';
import { Panel } from '../../ui/form/Parts.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { EXPORT, IMPORT, NEW, profileAddress } from '../desk/settings/addresses.ts';
import { stateText, useSecretStanding } from './secrets/standing.ts';
import styles from './Profiles.module.css';
import { loadEdits } from '../../ui/form/edits.ts';
import { setUpKey } from './setUp/texts.ts';
import {
  ActionOutcome,
  ProfileBadges,
  ProfileButtons,
  useProfileActions,
} from './profileActions.tsx';

export function Profiles(): ReactNode {
  const say = useSay();
  const { profiles, info } = useDesk();
  const [showsArchived, setShowsArchived] = useState(false);
  const archived = profiles.filter(({ archivedAt }) => archivedAt !== null);
  const shown = [
    ...profiles.filter(({ archivedAt }) => archivedAt === null),
    ...(showsArchived ? archived : []),
  ];
  const own = profiles.some((profile) => !isFixed(profile));
  return (
    <Panel
      title={say('settings.profiles')}
      text={say('settings.profiles.text')}
      actions={
        <>
          <SmallButton to={IMPORT}>{say('file.import')}</SmallButton>
          {own && <SmallButton to={EXPORT}>{say('file.export')}</SmallButton>}
          <SmallButton look="filled" to={NEW} icon={<IconPlus size={14} aria-hidden="true" />}>
            {say('settings.add')}
          </SmallButton>
        </>
      }
    >
      {!info.host.live && (
        <Notice tone="calm">
          {say('settings.liveOff')} <Command text={liveCommand(info.dataDir)} />
        </Notice>
      )}
      <ul className={form.list}>
        {shown.map((profile) => (
          <ProfileRow key={profile.id} profile={profile} />
        ))}
      </ul>
      {archived.length > 0 && (
        <CheckBox
          label={say('settings.showArchived', { count: archived.length })}
          checked={showsArchived}
          onChange={setShowsArchived}
        />
      )}
    </Panel>
  );
}

function ProfileRow({ profile }: { readonly profile: Profile }): ReactNode {
  const say = useSay();
  const actions = useProfileActions(profile);
  const unsaved = Object.keys(loadEdits(typedStorage(), setUpKey(profile))).length > 0;
  return (
    <li
      className={`${styles.row} stack gap-12 pad-12`}
      data-mode={profile.mode}
      data-archived={actions.archived}
    >
      <div className={form.line}>
        <div className={form.headText}>
          <p className="row wrap middle gap-8 bold breakable">
            <Link href={profileAddress(profile.id)} className={styles.link}>
              {profile.name}
            </Link>
            <ProfileBadges profile={profile} actions={actions} />
            {unsaved && <span className="text-12 bold unknown">{say('save.unsaved')}</span>}
          </p>
          <p className="mono text-12 muted breakable">
            {profile.baseUrl}
            <span aria-hidden="true"> · </span>
            {say('settings.merchantShort', { merchant: profile.merchant })}
          </p>
          <SecretLine profile={profile} />
        </div>
        <ProfileButtons profile={profile} actions={actions} tabs={['secret', 'format', 'check']} />
      </div>
      <ActionOutcome profile={profile} actions={actions} />
    </li>
  );
}

/** In the list of profiles: where the secret is, or the way to enter it. */
function SecretLine({ profile }: { readonly profile: Profile }): ReactNode {
  const say = useSay();
  const { error, isPending, worst, needed, storeName, refetch } = useSecretStanding(profile);
  const words = (): string => {
    if (error !== null) return actionFailureText(failureOf(error), say);
    if (isPending || worst === null) return say('secret.checking');
    return stateText(profile, worst, storeName, say);
  };
  return (
    <p
      className={`${styles.secretLine} toned row gap-6 text-12 muted`}
      data-tone={error === null ? (needed ? 'needed' : 'calm') : 'bad'}
    >
      <IconKey size={14} aria-hidden="true" />
      <span>
        {words()}{' '}
        {error !== null && (
          <button type="button" className="text-button" onClick={() => void refetch()}>
            {say('app.retry')}
          </button>
        )}
        {error === null && needed && (
          <Link
            href={profileAddress(profile.id, 'secret')}
            className="text-button"
            aria-label={say('settings.secretNamed', { profile: profile.name })}
          >
            {say('settings.setSecret')}
          </Link>
        )}
      </span>
    </p>
  );
}
