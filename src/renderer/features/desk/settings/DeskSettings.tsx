import { type ReactNode, useState } from 'react';

import {
  KEYCHAIN_LIBRARIES,
  LANGUAGES,
  NOTIFICATIONS,
  type Settings,
  type SettingsPatch,
  TEXT_SIZES,
  THEMES,
  settingsPatchSchema,
} from '#shared/domain/settings.ts';

import { useDesk } from '../../../client/deskContext.ts';
import { type DesktopPermission, askDesktop, desktopPermission } from '../../../client/desktop.ts';
import { useUpdateSettings } from '../../../client/queries.ts';
import { type WordKey, useSay } from '../../../i18n/i18n.ts';
import { SmallButton } from '../../../ui/form/Buttons.tsx';
import type { FlatDoc } from '../../../ui/form/edits.ts';
import { type FieldSpec, choices } from '../../../ui/form/fields.ts';
import { Fields } from '../../../ui/form/Fields.tsx';
import { Panel } from '../../../ui/form/Parts.tsx';
import { SaveForm } from '../../../ui/form/SaveForm.tsx';
import { type Draft, type ReadDraft, useDraft } from '../../../ui/form/useDraft.ts';
import { Notice } from '../../../ui/Notice.tsx';

type Own = Pick<
  Settings,
  'operatorName' | 'language' | 'theme' | 'textSize' | 'privacy' | 'notifications'
>;
type Spec = FieldSpec<Own>;

const DESK: readonly Spec[] = [
  {
    path: 'operatorName',
    kind: 'text',
    label: 'settings.operatorName',
    hint: 'settings.operatorName.hint',
  },
  {
    path: 'language',
    kind: 'row',
    label: 'settings.language',
    ...choices(LANGUAGES, (language) => `settings.language.${language}`),
  },
  {
    path: 'theme',
    kind: 'row',
    label: 'settings.theme',
    ...choices(THEMES, (theme) => `settings.theme.${theme}`),
  },
  {
    path: 'textSize',
    kind: 'row',
    label: 'settings.textSize',
    options: TEXT_SIZES.map(String),
    optionLabel: (size, say) => say('settings.textSize.percent', { size }),
    write: (size) => ['textSize', Number(size)],
  },
  { path: 'privacy', kind: 'check', label: 'settings.privacy.do' },
];
/** Where there are people, requests carry the person's name. */
const LOOK = DESK.filter(({ path }) => path !== 'operatorName');
const NOTIFY: Spec = {
  path: 'notifications',
  kind: 'row',
  label: 'settings.notifications',
  hint: (say, { notifications }) => say(`settings.notifications.${notifications}.meaning`),
  ...choices(NOTIFICATIONS, (where) => `settings.notifications.${where}`),
};
const KEYCHAIN: FieldSpec<Pick<Settings, 'keychainLibrary'>> = {
  path: 'keychainLibrary',
  kind: 'row',
  label: 'settings.keychain.library',
  hint: 'settings.keychain.text',
  ...choices(KEYCHAIN_LIBRARIES, (library) => `settings.keychain.${library}`),
};

/** How this desk looks and speaks, and who works at it. */
export function DeskSettings(): ReactNode {
  const { settings, session } = useDesk();
  const { operatorName, language, theme, textSize, privacy, notifications } = settings;
  const saved = { operatorName, language, theme, textSize, privacy, notifications };
  return (
    <Saved title="settings.desk" saved={saved}>
      {(draft) => (
        <>
          <Fields form={draft} of={session.hasPeople ? LOOK : DESK} layout="column" />
          <Notifications draft={draft} />
        </>
      )}
    </Saved>
  );
}

/** What only an integrator changes. */
export function AdvancedSettings(): ReactNode {
  const { keychainLibrary } = useDesk().settings;
  return (
    <Saved title="settings.advanced" saved={{ keychainLibrary }}>
      {(draft) => <Fields form={draft} of={[KEYCHAIN]} layout="column" />}
    </Saved>
  );
}

type SavedProps<Doc> = {
  readonly title: WordKey;
  readonly saved: Doc;
  readonly children: (draft: Draft<Doc, SettingsPatch>) => ReactNode;
};

/** A part of the desk's settings, saved together. */
function Saved<Doc extends FlatDoc>(props: SavedProps<Doc>): ReactNode {
  const say = useSay();
  const update = useUpdateSettings();
  const draft = useDraft({ key: props.title, saved: props.saved, read: readSettings });
  const title = say(props.title);
  return (
    <Panel title={title}>
      <SaveForm
        label={title}
        draft={draft}
        save={update}
        onSave={(patch, done) => update.mutate(patch, { onSuccess: done })}
      >
        {props.children(draft)}
      </SaveForm>
    </Panel>
  );
}

/** Of these values only the operator's name can be typed wrong. */
function readSettings(doc: object): ReadDraft<SettingsPatch> {
  const read = settingsPatchSchema.safeParse(doc);
  if (read.success) return { ok: true, value: read.data };
  return { ok: false, faults: { operatorName: { word: 'settings.operatorName.fault' } } };
}

/** The desktop's permission is asked for when the operator chooses it, and never before. */
function Notifications({ draft }: { readonly draft: Draft<Own, SettingsPatch> }): ReactNode {
  const [asked, setAsked] = useState<DesktopPermission | 'asking' | null>(null);
  const ask = async (): Promise<void> => {
    setAsked('asking');
    const answer = await askDesktop();
    setAsked(answer);
    if (answer === 'granted') draft.set('notifications', 'desktop');
  };
  const choose = (path: string, value: unknown): void => {
    setAsked(null);
    if (value === 'desktop') void ask();
    else draft.set(path, value);
  };
  return (
    <>
      <Fields form={{ ...draft, set: choose }} of={[NOTIFY]} layout="column" />
      <div role="status" className="live">
        <Refused
          permission={desktopPermission()}
          asked={asked}
          isWanted={draft.doc.notifications === 'desktop'}
          onAsk={() => void ask()}
        />
      </div>
    </>
  );
}

type RefusedProps = {
  readonly permission: DesktopPermission;
  /** The answer of this visit; null while nothing was asked. */
  readonly asked: DesktopPermission | 'asking' | null;
  /** The desk is set to it, maybe from another browser, which has a permission of its own. */
  readonly isWanted: boolean;
  readonly onAsk: () => void;
};

function Refused({ permission, asked, isWanted, onAsk }: RefusedProps): ReactNode {
  const say = useSay();
  if ((asked === null && !isWanted) || permission === 'granted') return null;
  if (asked === 'asking') {
    return <Notice tone="calm">{say('settings.notifications.asking')}</Notice>;
  }
  if (permission !== 'default') {
    return <Notice tone="unknown">{say(`settings.notifications.${permission}`)}</Notice>;
  }
  const allow = <SmallButton onClick={onAsk}>{say('settings.notifications.allow')}</SmallButton>;
  return (
    <Notice tone="unknown" {...(isWanted ? { actions: allow } : {})}>
      {say(asked === null ? 'settings.notifications.default' : 'settings.notifications.closed')}
    </Notice>
  );
}
