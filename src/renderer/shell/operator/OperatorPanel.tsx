import {
  IconEyeOff,
  IconInfoCircle,
  IconKeyboard,
  IconLifebuoy,
  IconTransfer,
  IconUsers,
} from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { Link } from 'wouter';

import { settingsSchema } from '#shared/domain/settings.ts';

import { useDesk, useMay } from '../../client/deskContext.ts';
import { useUpdateSettings } from '../../client/queries.ts';
import { type WordKey, useSay } from '../../i18n/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { KeyCap } from '../../ui/KeyCap.tsx';
import { ActionError } from '../../ui/Notice.tsx';
import { TextBox } from '../../ui/TextBox.tsx';
import { useCommands, useShortcut } from '../useCommands.ts';
import styles from './OperatorMenu.module.css';

type Props = {
  /** Something was chosen that leads elsewhere. */
  readonly onDone: () => void;
};

export function OperatorPanel({ onDone }: Props): ReactNode {
  const say = useSay();
  const commands = useCommands();
  const { cap, aria } = useShortcut('shortcuts.open');
  const { hasPeople } = useDesk().session;
  const mayHandOver = useMay('read_log');
  return (
    <>
      {/* With people, events carry the name of the person. */}
      {!hasPeople && <NameForm />}
      <PrivacySwitch />
      <ul className="pad-8">
        {mayHandOver && (
          <li>
            <PanelLink href="/hand-over" word="command.handOver.open" onDone={onDone}>
              <IconTransfer size={16} aria-hidden="true" />
            </PanelLink>
          </li>
        )}
        {hasPeople && (
          <li>
            <PanelLink href="/settings/people" word="settings.people" onDone={onDone}>
              <IconUsers size={16} aria-hidden="true" />
            </PanelLink>
          </li>
        )}
        <li>
          <button
            type="button"
            className="entry"
            aria-keyshortcuts={aria}
            onClick={() => {
              onDone();
              commands.perform('shortcuts.open');
            }}
          >
            <IconKeyboard size={16} aria-hidden="true" />
            <span className="grow">{say('command.shortcuts.open')}</span>
            <KeyCap>{cap}</KeyCap>
          </button>
        </li>
        <li>
          <PanelLink href="/help" word="command.help.open" onDone={onDone}>
            <IconLifebuoy size={16} aria-hidden="true" />
          </PanelLink>
        </li>
        <li>
          <PanelLink href="/settings/about" word="command.about.open" onDone={onDone}>
            <IconInfoCircle size={16} aria-hidden="true" />
          </PanelLink>
        </li>
      </ul>
    </>
  );
}

type LinkProps = Props & {
  readonly href: string;
  readonly word: WordKey;
  readonly children: ReactNode;
};

function PanelLink({ href, word, onDone, children }: LinkProps): ReactNode {
  const say = useSay();
  return (
    <Link href={href} className="entry" onClick={onDone}>
      {children}
      <span className="grow">{say(word)}</span>
    </Link>
  );
}

/** Stays open when pressed, so that the operator sees the effect. */
function PrivacySwitch(): ReactNode {
  const say = useSay();
  const meaningId = useId();
  const { privacy } = useDesk().settings;
  const commands = useCommands();
  const { cap, aria } = useShortcut('privacy.toggle');
  return (
    <div className={`${styles.part} stack gap-8 ruled-below`}>
      <button
        type="button"
        role="switch"
        className="entry"
        aria-checked={privacy}
        aria-describedby={meaningId}
        aria-keyshortcuts={aria}
        onClick={() => commands.perform('privacy.toggle')}
      >
        <IconEyeOff size={16} aria-hidden="true" />
        <span className="grow">{say('command.privacy.toggle')}</span>
        <KeyCap>{cap}</KeyCap>
        <span
          className={`${styles.track} rigid relative round-8`}
          data-on={privacy}
          aria-hidden="true"
        />
      </button>
      <p id={meaningId} className="text-12 muted">
        {say('desk.privacy.meaning')}
      </p>
    </div>
  );
}

const nameSchema = settingsSchema.shape.operatorName;

/** The next operator sets the name here, without Settings. */
function NameForm(): ReactNode {
  const say = useSay();
  const id = useId();
  const { operatorName } = useDesk().settings;
  const update = useUpdateSettings();
  const [name, setName] = useState(operatorName);
  const [isRefused, setRefused] = useState(false);
  const submit = (): void => {
    const isName = nameSchema.safeParse(name).success;
    setRefused(!isName);
    if (isName) update.mutate({ operatorName: name });
  };
  return (
    <form
      className={`${styles.part} stack gap-8 ruled-below`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Field
        id={id}
        label={say('desk.name')}
        hint={say('desk.name.hint')}
        error={isRefused ? say('settings.operatorName.fault') : null}
      >
        {(control) => (
          <TextBox
            {...control}
            value={name}
            autoComplete="off"
            onChange={(event) => setName(event.currentTarget.value)}
          />
        )}
      </Field>
      <div className="row middle gap-8">
        <Button type="submit" size="xs" variant="default" loading={update.isPending}>
          {say('desk.name.save')}
        </Button>
        <span role="status" className="good medium">
          {update.isSuccess && operatorName === name.trim() && say('save.saved')}
        </span>
      </div>
      <ActionError error={update.error} />
    </form>
  );
}
