import { Tabs } from '@mantine/core';
import { type ReactNode, useMemo, useRef, useState } from 'react';

import type { Profile } from '#shared/domain/profile.ts';

import { useDesk } from '../../client/deskContext.ts';
import { isFixed } from '../../client/fixedProfile.ts';
import { useSay } from '../../i18n/i18n.ts';
import { type Editing, faultFinder } from './editing.ts';
import { type FormatFault, faultsIn } from './faults.ts';
import { FixedNotice } from './FixedNotice.tsx';
import styles from './Format.module.css';
import { FormatHead } from './FormatHead.tsx';
import { GROUPS, GroupContent, type GroupName, groupOf } from './groups.tsx';
import { useOpenedAt } from './knobPlace.tsx';
import { useSaveFormat } from './mutations.ts';
import { SaveBar } from './SaveBar.tsx';
import { useFormatDraft } from './useFormatDraft.ts';

type Props = {
  readonly profile: Profile;
  /** The knob to open the page at. */
  readonly knob?: string | null;
  /** A copy of a fixed profile was made: it can be opened now. */
  readonly onDuplicated?: (profile: Profile) => void;
};

/** Every knob of the provider format, the lab that tries them, and the document itself. */
export function FormatPage({ profile: given, knob = null, onDuplicated }: Props): ReactNode {
  const say = useSay();
  // Whoever opened the page may still hold the profile as it was then.
  const profile = useDesk().profiles.find(({ id }) => id === given.id) ?? given;
  const draft = useFormatDraft(profile);
  const save = useSaveFormat(profile);
  const page = useRef<HTMLElement>(null);
  const [group, setGroup] = useState<GroupName>(() =>
    knob === null ? 'signature' : groupOf({ path: knob }),
  );
  useOpenedAt(knob, page);
  const [showAll, setShowAll] = useState(false);
  const faults = useMemo(() => faultsIn(draft.dialect), [draft.dialect]);
  const readOnly = isReadOnly(profile);
  const editing: Editing = {
    dialect: draft.dialect,
    set: draft.set,
    faultAt: faultFinder(faults, say),
    showAll,
    readOnly,
  };
  const trySave = (): void => {
    const [first] = faults;
    if (first === undefined) {
      save.mutate(draft.dialect, { onSuccess: draft.discard });
      setShowAll(false);
      return;
    }
    setShowAll(true);
    setGroup(groupOf(first));
    // Once its group is drawn.
    setTimeout(() => page.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  return (
    <section ref={page} className={styles.page} aria-labelledby="format-title">
      <FormatHead dialect={draft.dialect} onReplace={readOnly ? null : draft.replace} />
      {readOnly && <FixedNotice profile={profile} onDuplicated={onDuplicated} />}
      <Groups group={group} faults={showAll ? faults : []} onGroup={setGroup}>
        <GroupContent group={group} profile={profile} draft={draft} editing={editing} />
      </Groups>
      {!readOnly && (
        <SaveBar
          dirty={draft.dirty}
          faults={showAll ? faults.length : 0}
          save={save}
          onSave={trySave}
          onDiscard={() => {
            draft.discard();
            setShowAll(false);
            save.reset();
          }}
        />
      )}
    </section>
  );
}

/** The embedded sandbox belongs to the desk; an archived merchant stays as it was. */
function isReadOnly(profile: Profile): boolean {
  return isFixed(profile) || profile.archivedAt !== null;
}

type GroupsProps = {
  readonly group: GroupName;
  readonly faults: readonly FormatFault[];
  readonly onGroup: (group: GroupName) => void;
  readonly children: ReactNode;
};

function Groups({ group, faults, onGroup, children }: GroupsProps): ReactNode {
  const say = useSay();
  const faulty = new Set(faults.map(groupOf));
  return (
    <Tabs
      value={group}
      onChange={(value) => onGroup(GROUPS.find((name) => name === value) ?? 'signature')}
      keepMounted={false}
      className={styles.panel ?? ''}
      classNames={{ list: styles.tabs ?? '', tab: styles.tab ?? '' }}
    >
      <Tabs.List aria-label={say('format.groups')}>
        {GROUPS.map((name) => (
          <Tabs.Tab key={name} value={name}>
            {say(`format.group.${name}`)}
            {faulty.has(name) && (
              <span className={styles.mark}>
                <span className="spoken">{say('format.group.faulty')}</span>
              </span>
            )}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={group} className={styles.group ?? ''}>
        {children}
      </Tabs.Panel>
    </Tabs>
  );
}
