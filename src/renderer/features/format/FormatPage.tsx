import { type ReactNode, type RefObject, useEffect, useId, useMemo, useRef, useState } from 'react';

import type { Profile } from '#shared/domain/profile.ts';

import { isFixed, useDesk } from '../../client/deskContext.ts';
import { useSay } from '../../i18n/i18n.ts';
import { SaveBar } from '../../ui/form/SaveForm.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { setUpWith } from './draft.ts';
import { faultFinder, faultsIn } from './faults.ts';
import styles from './Format.module.css';
import { FixedNotice, FormatHead } from './FormatHead.tsx';
import { type FormatForm, GROUPS, GroupContent, type GroupName, groupOf } from './GroupContent.tsx';
import { useFormatDraft, useSaveFormat } from './useFormatDraft.ts';

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
  // The page above may still hold the profile as it was when it was opened.
  const profile = useDesk().profiles.find(({ id }) => id === given.id) ?? given;
  const draft = useFormatDraft(profile);
  const save = useSaveFormat();
  const page = useRef<HTMLElement>(null);
  const base = useId();
  const [group, setGroup] = useState<GroupName>(() =>
    knob === null ? 'signature' : groupOf({ path: knob }),
  );
  useOpenedAt(knob, page);
  /** Saving was tried: faults show in fields that were not left yet, too. */
  const [showAll, setShowAll] = useState(false);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const faults = useMemo(() => faultsIn(draft.dialect), [draft.dialect]);
  const faultAt = faultFinder(faults, say);
  const faulty = new Set(showAll ? faults.map(groupOf) : []);
  const readOnly = isReadOnly(profile);
  const form: FormatForm = {
    doc: draft.dialect,
    set: draft.set,
    idOf: (path) => `${base}-${path}`,
    errorAt: (path) => (showAll || left.has(path) ? faultAt(path) : null),
    leave: (path) => setLeft((last) => new Set([...last, path])),
    faultAt,
    readOnly,
  };
  const open = (next: GroupName): void => {
    setGroup(next);
    setLeft(new Set());
  };
  const trySave = (): void => {
    const [first] = faults;
    if (first === undefined) {
      const setUp = setUpWith(profile, draft.dialect);
      save.mutate({ id: profile.id, setUp }, { onSuccess: draft.discard });
      setShowAll(false);
      return;
    }
    setShowAll(true);
    open(groupOf(first));
    // Once its group is drawn.
    setTimeout(() => page.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  return (
    <section
      ref={page}
      className={`${styles.page} stack narrow gap-12`}
      aria-labelledby="format-title"
    >
      <FormatHead dialect={draft.dialect} onReplace={readOnly ? null : draft.replace} />
      {readOnly && <FixedNotice profile={profile} onDuplicated={onDuplicated} />}
      <div>
        <Tabs
          look="inner"
          choosesOnFocus
          label={say('format.groups')}
          tabs={GROUPS.map((name) => ({
            name,
            label: say(`format.group.${name}`),
            mark: faulty.has(name) ? { tone: 'bad', text: say('format.group.faulty') } : null,
          }))}
          chosen={group}
          onChoose={open}
          panelClass={`${styles.group} stack gap-16`}
        >
          <GroupContent group={group} profile={profile} draft={draft} form={form} />
        </Tabs>
      </div>
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

/** Once, when a link to one knob opened the page. A format that cannot be changed has nothing to focus and only scrolls. */
function useOpenedAt(knob: string | null, page: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const places = [...(page.current?.querySelectorAll<HTMLElement>('[data-knob]') ?? [])];
    const place = places.find((own) => own.dataset['knob'] === knob);
    place?.scrollIntoView({ block: 'center' });
    place?.querySelector<HTMLElement>('input:checked, input, select, textarea')?.focus();
  }, [knob, page]);
}
