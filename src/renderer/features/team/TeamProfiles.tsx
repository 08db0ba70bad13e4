import type { ReactNode } from 'react';

import { OFFLINE_POLICIES, SHARINGS, type TeamProfile } from '#shared/domain/team.ts';

import { useDesk } from '../../client/deskContext.ts';
import type { JoinedTeam } from '../../client/team.ts';
import { useSay } from '../../i18n/i18n.ts';
import { Block, Panel } from '../../ui/form/Parts.tsx';
import { SaveForm } from '../../ui/form/SaveForm.tsx';
import { type Draft, useDraft } from '../../ui/form/useDraft.ts';
import { Segments } from '../../ui/Segments.tsx';
import { useSetProfiles } from './queries.ts';
import styles from './Team.module.css';

/** One value per choice: `sharing-live-1`, `offline-live-1`. */
type Doc = Readonly<Record<string, string>>;
type ProfilesDraft = Draft<Doc, readonly TeamProfile[]>;

/** What the team gets of each profile, and what the profile does without the server. */
export function TeamProfiles({ team }: { readonly team: JoinedTeam }): ReactNode {
  const say = useSay();
  const { profiles } = useDesk();
  const set = useSetProfiles();
  const draft = useDraft<Doc, readonly TeamProfile[]>({
    key: 'team-profiles',
    saved: docOf(team.profiles),
    read: (doc) => ({ ok: true, value: changedIn(doc, team.profiles) }),
  });
  return (
    <Panel title={say('team.profiles')} text={say('team.profiles.text')}>
      <SaveForm
        label={say('team.profiles')}
        draft={draft}
        save={set}
        onSave={(changed, done) => set.mutate(changed, { onSuccess: done })}
      >
        {team.profiles.map(({ profileId }) => (
          <Block
            key={profileId}
            title={profiles.find(({ id }) => id === profileId)?.name ?? profileId}
          >
            <Choices profileId={profileId} draft={draft} />
          </Block>
        ))}
      </SaveForm>
    </Panel>
  );
}

type ChoicesProps = { readonly profileId: string; readonly draft: ProfilesDraft };

function Choices({ profileId, draft }: ChoicesProps): ReactNode {
  const say = useSay();
  const [sharing, offline] = [`sharing-${profileId}`, `offline-${profileId}`];
  return (
    <div className={`${styles.choices} stack top gap-16`}>
      <Segments
        look="pills"
        id={draft.idOf(sharing)}
        label={say('team.sharing')}
        value={draft.doc[sharing] ?? null}
        options={SHARINGS.map((value) => ({
          value,
          label: say(`team.sharing.${value}`),
          note: { text: say(`team.sharing.${value}.hint`), tone: 'calm' },
        }))}
        warning={draft.warningAt(sharing)}
        onChange={(value) => draft.set(sharing, value)}
      />
      <Segments
        look="pills"
        id={draft.idOf(offline)}
        label={say('team.offline')}
        value={draft.doc[offline] ?? null}
        options={OFFLINE_POLICIES.map((value) => ({
          value,
          label: say(`team.offline.${value}`),
          note: { text: say(`team.offline.${value}.hint`), tone: 'calm' },
        }))}
        warning={draft.warningAt(offline)}
        onChange={(value) => draft.set(offline, value)}
      />
    </div>
  );
}

function docOf(profiles: readonly TeamProfile[]): Doc {
  return Object.fromEntries(
    profiles.flatMap(({ profileId, sharing, offline }) => [
      [`sharing-${profileId}`, sharing],
      [`offline-${profileId}`, offline],
    ]),
  );
}

/** The profiles with a choice that differs from what is saved. */
function changedIn(doc: Doc, saved: readonly TeamProfile[]): readonly TeamProfile[] {
  return saved.flatMap((profile) => {
    const { profileId } = profile;
    const sharing = SHARINGS.find((one) => one === doc[`sharing-${profileId}`]);
    const offline = OFFLINE_POLICIES.find((one) => one === doc[`offline-${profileId}`]);
    if (sharing === undefined || offline === undefined) return [];
    const isSame = sharing === profile.sharing && offline === profile.offline;
    return isSame ? [] : [{ profileId, sharing, offline }];
  });
}
