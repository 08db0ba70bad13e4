import { IconLock } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';

import type { Session } from '#shared/domain/people.ts';

import { useInfo } from '../../client/queries.ts';
import { useSay } from '../../i18n/i18n.ts';
import { restoreCommand } from '../../text/commands.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { type Barred, PinForm } from './PinForm.tsx';
import { PinWords, Title } from './PinWords.tsx';
import styles from './People.module.css';
import { LockedOut } from './LockedOut.tsx';

type Choice = Session['choices'][number];

/** Names first, then the PIN. */
export function SignIn({ session }: { readonly session: Session }): ReactNode {
  return (
    <PinWords>
      <div className={`${styles.box} panel stack gap-16 pad-20 ink`}>
        <Steps session={session} />
      </div>
    </PinWords>
  );
}

function Steps({ session }: { readonly session: Session }): ReactNode {
  const say = useSay();
  const { choices, lastPersonId } = session;
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [barred, setBarred] = useState<Barred | null>(null);
  const [isUnlocked, setUnlocked] = useState(false);
  /** The one whose screens are beneath, or who was chosen last: Enter is enough. */
  const [activeId, setActiveId] = useState(lastPersonId);
  const chosen = choices.find(({ personId }) => personId === chosenId) ?? null;
  const isBarred = barred ?? (chosen?.isLocked === true ? 'locked' : null);
  const back = (): void => {
    setChosenId(null);
    setBarred(null);
    setUnlocked(false);
  };
  if (choices.length === 0) {
    return (
      <>
        <Title>{say('person.signIn')}</Title>
        <Unreadable />
      </>
    );
  }
  if (chosen === null) {
    return (
      <>
        <Title note={lastPersonId === null ? null : say('people.covered')}>
          {say('people.who')}
        </Title>
        <Names
          choices={choices}
          activeId={activeId}
          onActive={setActiveId}
          onChoose={setChosenId}
        />
        <p className="text-12 muted">{say('people.who.hint')}</p>
      </>
    );
  }
  if (isBarred !== null) {
    return (
      <LockedOut
        key={chosen.personId}
        person={chosen}
        why={isBarred}
        onBack={back}
        onUnlocked={() => {
          setBarred(null);
          setUnlocked(true);
        }}
      />
    );
  }
  return (
    <PinForm
      key={chosen.personId}
      person={chosen}
      isUnlocked={isUnlocked}
      onBack={back}
      onBarred={setBarred}
    />
  );
}

type NamesProps = {
  readonly choices: readonly Choice[];
  readonly activeId: string | null;
  readonly onActive: (personId: string) => void;
  readonly onChoose: (personId: string) => void;
};

/** Letters typed within this time belong to one name. */
const TYPE_AHEAD_MS = 800;

function Names({ choices, activeId, onActive, onChoose }: NamesProps): ReactNode {
  const say = useSay();
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const typed = useRef({ text: '', atMs: 0 });
  const at = Math.max(
    0,
    choices.findIndex(({ personId }) => personId === activeId),
  );
  const active = choices[at];
  useEffect(() => list.current?.focus(), []);
  useEffect(() => {
    list.current?.children.item(at)?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  const go = (to: Choice | undefined): void => {
    if (to !== undefined) onActive(to.personId);
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.code === 'ArrowDown') go(choices[at + 1]);
    else if (event.code === 'ArrowUp') go(choices[at - 1]);
    else if (event.code === 'Home') go(choices[0]);
    else if (event.code === 'End') go(choices.at(-1));
    else if (/^(?:Numpad)?Enter$/u.test(event.code)) {
      if (active !== undefined && !event.repeat) onChoose(active.personId);
    } else if (event.key.length === 1) {
      const nowMs = performance.now();
      const before = nowMs - typed.current.atMs < TYPE_AHEAD_MS ? typed.current.text : '';
      typed.current = { text: before + event.key, atMs: nowMs };
      go(named(choices, typed.current.text));
    } else return;
    event.preventDefault();
  };
  return (
    <ul
      ref={list}
      role="listbox"
      tabIndex={0}
      className={`${styles.names} stack gap-2 pad-8 framed round-12`}
      aria-label={say('people.who')}
      aria-activedescendant={`${id}-${at}`}
      onKeyDown={onKey}
    >
      {choices.map((choice, place) => (
        <li
          key={choice.personId}
          id={`${id}-${place}`}
          role="option"
          className="entry"
          aria-selected={place === at}
          onClick={() => onChoose(choice.personId)}
        >
          <span className="grow breakable">{choice.name}</span>
          {choice.isLocked && (
            <span className="row middle gap-4 text-12 muted">
              <IconLock size={14} aria-hidden="true" />
              {say('people.locked')}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

/** The first one whose name, or a further word of it, begins so. */
function named(choices: readonly Choice[], text: string): Choice | undefined {
  const wanted = text.toLocaleLowerCase();
  const begins = (name: string): boolean => name.toLocaleLowerCase().startsWith(wanted);
  return (
    choices.find(({ name }) => begins(name)) ??
    choices.find(({ name }) => name.split(/\s+/u).some(begins))
  );
}

/** Without the log no name and no PIN is known: only the command can bring a backup back. */
function Unreadable(): ReactNode {
  const say = useSay();
  const command = restoreCommand(useInfo().data?.dataDir ?? '');
  return (
    <Notice tone="bad" actions={<CopyButton label={say('people.none.copy')} text={command} />}>
      <p>{say('people.none')}</p>
      <p className="mono breakable">{command}</p>
    </Notice>
  );
}
