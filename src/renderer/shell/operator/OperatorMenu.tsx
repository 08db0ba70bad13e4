import { IconChevronDown, IconUser, IconUsers } from '@tabler/icons-react';
import { type ReactNode, useId, useRef, useState } from 'react';

import { useDesk } from '../../client/deskContext.ts';
import { useSay } from '../../i18n/i18n.ts';
import { FloatingPanel } from '../../ui/FloatingPanel.tsx';
import { KeyCap } from '../../ui/KeyCap.tsx';
import { onDemand } from '../../ui/onDemand.tsx';
import bar from '../TopBar.module.css';
import { useCommands, useShortcut } from '../useCommands.ts';
import styles from './OperatorMenu.module.css';

const content = onDemand(async () => (await import('./OperatorPanel.tsx')).OperatorPanel, null);

/** Who is at the desk, and what belongs to the desk rather than to a request. */
export function OperatorMenu(): ReactNode {
  const say = useSay();
  const { settings, session } = useDesk();
  const { person } = session;
  const operatorName =
    person === null
      ? settings.operatorName
      : say('person.at', { name: person.name, role: say(`person.role.${person.role}`) });
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const id = useId();
  const close = (): void => setOpen(false);
  return (
    <>
      {person !== null && <SwitchButton />}
      <button
        ref={opener}
        type="button"
        className={`${bar.control} ${styles.opener}`}
        aria-label={say('bar.menu', { name: operatorName })}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        title={say('bar.menu', { name: operatorName })}
        data-opens-panel=""
        onClick={() => setOpen(!isOpen)}
      >
        <IconUser size={16} aria-hidden="true" />
        <span className={`${styles.name} cut`}>{person?.name ?? operatorName}</span>{' '}
        {person !== null && (
          <span className={styles.role}>{`· ${say(`person.role.${person.role}`)}`}</span>
        )}
        <IconChevronDown size={14} aria-hidden="true" />
      </button>
      {isOpen && (
        <FloatingPanel
          opener={opener}
          id={id}
          label={say('desk.menu')}
          role="dialog"
          align="end"
          className={styles.panel}
          onClose={close}
        >
          <content.Part onDone={close} />
        </FloatingPanel>
      )}
    </>
  );
}

/** Locks the page at once; the next person signs in over it. */
function SwitchButton(): ReactNode {
  const say = useSay();
  const commands = useCommands();
  const { cap, aria } = useShortcut('person.switch');
  const word = say('command.person.switch');
  return (
    <button
      type="button"
      className={bar.control}
      aria-keyshortcuts={aria}
      title={word}
      onClick={() => commands.perform('person.switch')}
    >
      <IconUsers size={16} aria-hidden="true" />
      <span className="spoken">{word}</span>
      <KeyCap>{cap}</KeyCap>
    </button>
  );
}
