import {
  IconEyeOff,
  IconInfoCircle,
  IconKeyboard,
  IconLifebuoy,
  IconTransfer,
} from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { Link } from 'wouter';

import { useDesk } from '../../client/deskContext.ts';
import { type WordKey, useSay } from '../../i18n/i18n.ts';
import { KeyCap } from '../../ui/KeyCap.tsx';
import { useCommands } from '../useCommands.ts';
import { useShortcut } from '../useShortcut.ts';
import { NameForm } from './NameForm.tsx';
import styles from './OperatorMenu.module.css';

type Props = {
  /** Something was chosen that leads elsewhere. */
  readonly onDone: () => void;
};

export function OperatorPanel({ onDone }: Props): ReactNode {
  const say = useSay();
  const commands = useCommands();
  const { cap, aria } = useShortcut('shortcuts.open');
  return (
    <>
      <NameForm />
      <PrivacySwitch />
      <ul className="pad-8">
        <li>
          <PanelLink href="/hand-over" word="command.shift.handOver" onDone={onDone}>
            <IconTransfer size={16} aria-hidden="true" />
          </PanelLink>
        </li>
        <li>
          <button
            type="button"
            className={styles.item}
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
          <PanelLink href="/about" word="command.about.open" onDone={onDone}>
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
    <Link href={href} className={styles.item} onClick={onDone}>
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
    <div className={styles.part}>
      <button
        type="button"
        role="switch"
        className={styles.item}
        aria-checked={privacy}
        aria-describedby={meaningId}
        aria-keyshortcuts={aria}
        onClick={() => commands.perform('privacy.toggle')}
      >
        <IconEyeOff size={16} aria-hidden="true" />
        <span className="grow">{say('command.privacy.toggle')}</span>
        <KeyCap>{cap}</KeyCap>
        <span className={styles.track} data-on={privacy} aria-hidden="true" />
      </button>
      <p id={meaningId} className="text-12 muted">
        {say('desk.privacy.meaning')}
      </p>
    </div>
  );
}
