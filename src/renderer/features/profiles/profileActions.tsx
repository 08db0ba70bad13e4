import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';

import type { Profile } from '#shared/domain/profile.ts';

import { isFixed, useDesk } from '../../client/deskContext.ts';
import { failureOf } from '../../client/operation.ts';
import { useChooseProfile } from '../../client/pageProfile.ts';
import { typedStorage } from '../../client/typedStorage.ts';
import { useSay } from '../../i18n/i18n.ts';
import { actionFailureText } from '../../text/failures.ts';
import { Question, SmallButton } from '../../ui/form/Buttons.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { type ProfileTab, SETTINGS, profileAddress } from '../desk/settings/addresses.ts';
import { useArchiveProfile, useDeleteProfile, useDuplicateProfile } from './queries.ts';
import { saveEdits } from '../../ui/form/edits.ts';
import { setUpKey } from './setUp/texts.ts';
import { useProfileSwitch } from './switching.tsx';
import styles from './Profiles.module.css';

export type ProfileActions = {
  readonly active: boolean;
  readonly fixed: boolean;
  readonly archived: boolean;
  readonly busy: boolean;
  readonly error: Error | null;
  /** Deleting cannot be undone, so a question is shown first. */
  readonly asking: boolean;
  /** Deleting was refused because requests were issued: the profile can be archived. */
  readonly archiveInstead: boolean;
  /** Asked before the page goes from something typed for a test request to Live. */
  readonly switchQuestion: ReactNode;
  readonly use: () => void;
  readonly duplicate: () => void;
  readonly setArchived: (archived: boolean) => void;
  readonly askDelete: () => void;
  readonly confirmDelete: () => void;
  readonly keep: () => void;
};

const NAME_LIMIT = 80;

export const TAB_WORDS = {
  'set-up': 'profile.tab.setUp',
  secret: 'profile.tab.secret',
  format: 'profile.tab.format',
  callbacks: 'profile.tab.callbacks',
  check: 'profile.tab.check',
} as const;

/** What can be done with a whole profile, from its row and from its page alike. */
export function useProfileActions(profile: Profile): ProfileActions {
  const say = useSay();
  const { profile: shown, profiles } = useDesk();
  const active = shown.id === profile.id;
  const [, navigate] = useLocation();
  const [asking, setAsking] = useState(false);
  const change = useProfileSwitch();
  const choose = useChooseProfile();
  const duplicate = useDuplicateProfile();
  const archive = useArchiveProfile();
  const remove = useDeleteProfile();
  const all = [change, choose, duplicate, archive, remove] as const;
  const fresh = (act: () => void): void => {
    for (const mutation of all) mutation.reset();
    setAsking(false);
    act();
  };
  return {
    active,
    fixed: isFixed(profile),
    archived: profile.archivedAt !== null,
    busy: all.some(({ isPending }) => isPending),
    error: all.map(({ error }) => error).find((error) => error !== null) ?? null,
    asking,
    archiveInstead:
      remove.error !== null &&
      failureOf(remove.error).code === 'profile_in_use' &&
      profile.archivedAt === null,
    switchQuestion: change.question,
    use: () => fresh(() => change.to(profile)),
    duplicate: () =>
      fresh(() =>
        duplicate.mutate(
          {
            profileId: profile.id,
            name: say('profile.copyName', { name: profile.name }).slice(0, NAME_LIMIT),
          },
          { onSuccess: (copy) => navigate(profileAddress(copy.id)) },
        ),
      ),
    setArchived: (archived) =>
      fresh(() =>
        archive.mutate(
          { profileId: profile.id, archived },
          {
            onSuccess: () => {
              const sandbox = profiles.find(isFixed);
              if (archived && active && sandbox !== undefined) choose.mutate(sandbox.id);
            },
          },
        ),
      ),
    askDelete: () => fresh(() => setAsking(true)),
    confirmDelete: () =>
      fresh(() =>
        remove.mutate(
          { profileId: profile.id },
          {
            onSuccess: () => {
              saveEdits(typedStorage(), setUpKey(profile), {});
              navigate(SETTINGS);
            },
          },
        ),
      ),
    keep: () => setAsking(false),
  };
}

type Props = { readonly profile: Profile; readonly actions: ProfileActions };

type ButtonsProps = Props & {
  /** Of its page, offered too. */ readonly tabs?: readonly ProfileTab[];
};

/** Chooses the profile, and the menu of everything else that can be done with it. */
export function ProfileButtons({ profile, actions, tabs = [] }: ButtonsProps): ReactNode {
  const say = useSay();
  const [, navigate] = useLocation();
  const pages = tabs.map((tab) => ({
    label: say(TAB_WORDS[tab]),
    onChoose: () => navigate(profileAddress(profile.id, tab)),
  }));
  const changes = [
    { label: say('profile.duplicate'), onChoose: actions.duplicate, isApart: true },
    {
      label: say(actions.archived ? 'profile.unarchive' : 'profile.archive'),
      onChoose: () => actions.setArchived(!actions.archived),
    },
    { label: say('profile.delete'), onChoose: actions.askDelete, isDanger: true },
  ];
  return (
    <div className="row wrap middle gap-8">
      {!actions.active && !actions.archived && (
        <SmallButton
          aria-label={say('settings.useNamed', { profile: profile.name })}
          loading={actions.busy}
          onClick={actions.use}
        >
          {say('settings.use')}
        </SmallButton>
      )}
      {(tabs.length > 0 || !actions.fixed) && (
        <Menu
          label={say('profile.moreNamed', { profile: profile.name })}
          items={actions.fixed ? pages : [...pages, ...changes]}
        />
      )}
    </div>
  );
}

/** The question before a deletion, and why an action was refused, beside what was pressed. */
export function ActionOutcome({ profile, actions }: Props): ReactNode {
  const say = useSay();
  if (actions.asking) {
    return (
      <Question
        title={say('profile.delete.title', { profile: profile.name })}
        yes={say('profile.delete.do')}
        no={say('profile.delete.keep')}
        dangerous
        onYes={actions.confirmDelete}
        onNo={actions.keep}
      >
        {say('profile.delete.text')}
      </Question>
    );
  }
  if (actions.switchQuestion !== false) return actions.switchQuestion;
  if (actions.error === null) return null;
  const archive = (
    <SmallButton onClick={() => actions.setArchived(true)}>{say('profile.archive')}</SmallButton>
  );
  return (
    <Notice tone="bad" alert {...(actions.archiveInstead ? { actions: archive } : {})}>
      {actionFailureText(failureOf(actions.error), say)}
    </Notice>
  );
}

export function ModeBadge({ mode }: Pick<Profile, 'mode'>): ReactNode {
  const say = useSay();
  return (
    <span className={`${styles.mode} badge rigid round-full`} data-mode={mode}>
      {say(mode === 'live' ? 'bar.live' : 'bar.sandbox')}
    </span>
  );
}

/** Its mode, and whether it is in use or archived. */
export function ProfileBadges({ profile, actions }: Props): ReactNode {
  const say = useSay();
  return (
    <>
      <ModeBadge mode={profile.mode} />
      {actions.active && <span className="text-12 bold good">{say('settings.inUse')}</span>}
      {actions.archived && <span className="text-12 bold muted">{say('profile.archived')}</span>}
    </>
  );
}
