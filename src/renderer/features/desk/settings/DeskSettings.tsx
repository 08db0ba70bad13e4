import { type ReactNode, useId, useState } from 'react';

import {
  KEYCHAIN_LIBRARIES,
  LANGUAGES,
  NOTIFICATIONS,
  type Settings,
  TEXT_SIZES,
  THEMES,
  settingsPatchSchema,
  settingsSchema,
} from '#shared/domain/settings.ts';

import { useDesk } from '../../../client/deskContext.ts';
import { type DesktopPermission, askDesktop, desktopPermission } from '../../../client/desktop.ts';
import { useUpdateSettings } from '../../../client/queries.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { ActionError, Notice } from '../../../ui/Notice.tsx';
import { FieldNote } from '../../../ui/Field.tsx';
import { SmallButton } from '../../../ui/form/Buttons.tsx';
import { type FieldSpec, type FormState, choices } from '../../../ui/form/fields.ts';
import { Fields, FormField } from '../../../ui/form/Fields.tsx';
import form from '../../../ui/form/Form.module.css';
import { Form, Panel } from '../../../ui/form/Parts.tsx';
import styles from './DeskSettings.module.css';
import { Button } from '../../../ui/Button.tsx';

type Spec = FieldSpec<Settings>;

const idOf = (path: string): string => `settings-${path}`;

/** Saves each choice as it is made. */
function useSettingsForm(): FormState<Settings> & { readonly error: Error | null } {
  const { settings } = useDesk();
  const update = useUpdateSettings();
  return {
    doc: settings,
    set: (path, value) => update.mutate(settingsPatchSchema.parse({ [path]: value })),
    idOf,
    errorAt: () => null,
    error: update.error,
  };
}

const OPERATOR: FieldSpec<Pick<Settings, 'operatorName'>> = {
  path: 'operatorName',
  kind: 'text',
  label: 'settings.operatorName',
  hint: 'settings.operatorName.hint',
};

export function OperatorName(): ReactNode {
  const say = useSay();
  const update = useUpdateSettings();
  const [operatorName, setName] = useState(useDesk().settings.operatorName);
  const [isFaulty, setFaulty] = useState(false);
  const state: FormState<Pick<Settings, 'operatorName'>> = {
    doc: { operatorName },
    set: (_path, text) => {
      setFaulty(false);
      if (typeof text === 'string') setName(text);
    },
    idOf,
    errorAt: () => (isFaulty ? say('settings.operatorName.fault') : null),
  };
  return (
    <Panel title={say('settings.operator')}>
      <Form
        className={styles.inline}
        onSubmit={() => {
          const isGood = settingsSchema.shape.operatorName.safeParse(operatorName).success;
          setFaulty(!isGood);
          if (isGood) update.mutate({ operatorName });
        }}
      >
        <FormField form={state} spec={OPERATOR} />
        <Button
          type="submit"
          variant="default"
          className={form.besideField}
          loading={update.isPending}
        >
          {say('settings.save')}
        </Button>
        <span role="status" className={form.saved}>
          {update.isSuccess && say('settings.saved')}
        </span>
      </Form>
      <ActionError error={update.error} />
    </Panel>
  );
}

const LOOK: readonly Spec[] = [
  {
    path: 'language',
    kind: 'row',
    label: 'settings.language',
    hint: (say, { language }) => (language === 'uz' ? say('settings.language.draft') : null),
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
    hint: 'settings.textSize.hint',
    options: TEXT_SIZES.map(String),
    optionLabel: (size, say) => say('settings.textSize.percent', { size }),
    read: ({ textSize }) => String(textSize),
    write: (size) => ['textSize', Number(size)],
  },
];
const PRIVACY: Spec = { path: 'privacy', kind: 'check', label: 'settings.privacy.do' };

export function Appearance(): ReactNode {
  const say = useSay();
  const hintId = useId();
  const state = useSettingsForm();
  return (
    <Panel title={say('settings.appearance')}>
      <Fields form={state} of={LOOK} layout="row" />
      <div role="group" aria-label={say('settings.privacy')} aria-describedby={hintId}>
        <p className={styles.label}>{say('settings.privacy')}</p>
        <FormField form={state} spec={PRIVACY} />
        <FieldNote id={hintId} error={null} warning={null} hint={say('settings.privacy.hint')} />
      </div>
      <ActionError error={state.error} />
    </Panel>
  );
}

const KEYCHAIN: Spec = {
  path: 'keychainLibrary',
  kind: 'row',
  label: 'settings.keychain.library',
  ...choices(KEYCHAIN_LIBRARIES, (library) => `settings.keychain.${library}`),
};

/** Neither library finds what the other has stored: the text says what a change costs. */
export function Keychain(): ReactNode {
  const say = useSay();
  const state = useSettingsForm();
  return (
    <Panel title={say('settings.keychain')} text={say('settings.keychain.text')}>
      <Fields form={state} of={[KEYCHAIN]} layout="row" />
      <ActionError error={state.error} />
    </Panel>
  );
}

const NOTIFY: Spec = {
  path: 'notifications',
  kind: 'row',
  label: 'settings.notifications.where',
  hint: (say, { notifications }) => say(`settings.notifications.${notifications}.meaning`),
  ...choices(NOTIFICATIONS, (where) => `settings.notifications.${where}`),
};

/** The desktop's permission is asked for when the operator chooses it, and never before. */
export function Notifications(): ReactNode {
  const say = useSay();
  const state = useSettingsForm();
  const [asked, setAsked] = useState<DesktopPermission | 'asking' | null>(null);
  const ask = async (): Promise<void> => {
    setAsked('asking');
    const answer = await askDesktop();
    setAsked(answer);
    if (answer === 'granted') state.set('notifications', 'desktop');
  };
  const choose = (path: string, value: unknown): void => {
    setAsked(null);
    if (value === 'desktop') void ask();
    else state.set(path, value);
  };
  return (
    <Panel title={say('settings.notifications')} text={say('settings.notifications.text')}>
      <Fields form={{ ...state, set: choose }} of={[NOTIFY]} layout="row" />
      <div role="status" className={styles.told}>
        <Refused
          permission={desktopPermission()}
          asked={asked}
          isWanted={state.doc.notifications === 'desktop'}
          onAsk={() => void ask()}
        />
      </div>
      <ActionError error={state.error} />
    </Panel>
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
