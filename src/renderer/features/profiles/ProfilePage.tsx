import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';

import type { Profile } from '#shared/domain/profile.ts';

import { useDesk } from '../../client/deskContext.ts';
import { useSay } from '../../i18n/i18n.ts';
import { dayTimeText } from '../../text/time.ts';
import { Button } from '../../ui/Button.tsx';
import form from '../../ui/form/Form.module.css';
import { Facts, SubPage } from '../../ui/form/Parts.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { WordBadge } from '../../ui/StateBadge.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { CheckConnection } from './check/CheckConnection.tsx';
import { FormatPage } from '../format/FormatPage.tsx';
import {
  PROFILE_TABS,
  type ProfileTab,
  SETTINGS,
  profileAddress,
} from '../desk/settings/addresses.ts';
import { ListenerSettings } from './listener/ListenerSettings.tsx';
import { Secrets } from './secrets/Secrets.tsx';
import { useSecretStanding } from './secrets/standing.ts';
import { SetUpEditor } from './setUp/SetUpEditor.tsx';
import {
  ActionOutcome,
  ProfileBadges,
  ProfileButtons,
  TAB_WORDS,
  useProfileActions,
} from './profileActions.tsx';

type Props = {
  readonly profile: Profile;
  readonly tab: ProfileTab;
  /** Of Provider format: the knob to open it at. */
  readonly knob: string | null;
};

/** One merchant: its set-up, its secret, how its provider speaks, and whether all of that works. */
export function ProfilePage({ profile, tab, knob }: Props): ReactNode {
  const say = useSay();
  const [, navigate] = useLocation();
  const { language } = useDesk().settings;
  const actions = useProfileActions(profile);
  // Only the first tab decides: a tab opened later does not move the keyboard to the title.
  const [openedAt] = useState(knob);
  const secretNeeded = useSecretStanding(profile).needed;
  const needed = { tone: 'needed', text: say('secret.needed') } as const;
  const content = {
    'set-up': () =>
      actions.fixed ? (
        <FixedSetUp profile={profile} />
      ) : (
        <SetUpEditor profile={profile} onSaved={() => undefined} />
      ),
    secret: () => <Secrets profile={profile} />,
    format: () => (
      <FormatPage
        profile={profile}
        knob={knob}
        onDuplicated={(copy) => navigate(profileAddress(copy.id, 'format'))}
      />
    ),
    callbacks: () => <ListenerSettings profile={profile} />,
    check: () => <CheckConnection profile={profile} />,
  };
  return (
    <SubPage
      title={profile.name}
      takesFocus={openedAt === null}
      back={{ href: SETTINGS, label: say('settings.title') }}
      badges={<ProfileBadges profile={profile} actions={actions} />}
      actions={<ProfileButtons profile={profile} actions={actions} />}
    >
      <ActionOutcome profile={profile} actions={actions} />
      {profile.archivedAt !== null && (
        <Notice tone="calm">
          {say('profile.archived.text', { time: dayTimeText(profile.archivedAt, language) })}
        </Notice>
      )}
      <div className="panel stack gap-12 pad-20">
        <Tabs
          look="line"
          label={say('profile.tabs', { profile: profile.name })}
          tabs={PROFILE_TABS.map((name) => ({
            name,
            label: say(TAB_WORDS[name]),
            mark: name === 'secret' && secretNeeded ? needed : null,
          }))}
          chosen={tab}
          onChoose={(name) => navigate(profileAddress(profile.id, name))}
        >
          {content[tab]()}
        </Tabs>
      </div>
    </SubPage>
  );
}

/** The embedded provider's own set-up is shown, and cannot be changed. */
function FixedSetUp({ profile }: { readonly profile: Profile }): ReactNode {
  const say = useSay();
  const isInUse = useDesk().profile.id === profile.id;
  const mono = (text: string): ReactNode => <span className="mono">{text}</span>;
  const words = profile.stateWords.map((known) => (
    <WordBadge key={known.word} word={known.word} known={known} />
  ));
  return (
    <div className={`${form.fields} stack top narrow gap-16`}>
      <Notice tone="calm">{say('profile.fixed.text')}</Notice>
      <Facts
        rows={[
          [say('profile.address'), mono(profile.baseUrl)],
          [say('profile.merchant'), mono(profile.merchant)],
          [say('setUp.pattern'), mono(profile.orderPattern)],
          [say('setUp.words'), <span className="row wrap gap-4">{words}</span>],
        ]}
      />
      {/* The profile must be in use: a statement is compared with the requests of the profile in use. */}
      {isInUse && (
        <div>
          <Button size="xs" variant="default" href="/log/statements">
            {say('statement.sandbox.open')}
          </Button>
        </div>
      )}
    </div>
  );
}

/** Saved, it goes on with the secret: the next thing that a merchant needs. */
export function NewProfilePage(): ReactNode {
  const say = useSay();
  const [, navigate] = useLocation();
  return (
    <SubPage
      title={say('profile.new')}
      back={{ href: SETTINGS, label: say('settings.title') }}
      takesFocus={false}
    >
      <div className="panel stack gap-12 pad-20">
        <SetUpEditor
          profile={null}
          onSaved={(profile) => navigate(profileAddress(profile.id, 'secret'))}
          onCancel={() => navigate(SETTINGS)}
        />
      </div>
    </SubPage>
  );
}
