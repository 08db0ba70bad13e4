import { type ReactNode, useRef, useState } from 'react';

import type { Person } from '#shared/domain/people.ts';
import { ROLES, type Role } from '#shared/domain/permission.ts';

import { useDesk } from '../../client/deskContext.ts';
import { useSay } from '../../i18n/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { useFocusIfLost } from '../../ui/focus.ts';
import { Question } from '../../ui/form/Buttons.tsx';
import form from '../../ui/form/Form.module.css';
import { Panel } from '../../ui/form/Parts.tsx';
import { ActionError, QueryError } from '../../ui/Notice.tsx';
import { NoSetUp } from './NoSetUp.tsx';
import { AddPerson, RenamePerson, ResetPin } from './PersonForms.tsx';
import styles from './People.module.css';
import { useChangePerson, usePeople, useUnlock } from './queries.ts';

/** What stands open beneath the list. */
type Opened =
  | { readonly kind: 'add'; readonly role: Role }
  | { readonly kind: 'reset' | 'rename' | 'archive'; readonly person: Person }
  | null;

export function PeopleList(): ReactNode {
  const say = useSay();
  const people = usePeople();
  const [opened, setOpened] = useState<Opened>(null);
  const [said, setSaid] = useState<string | null>(null);
  const change = useChangePerson();
  const unlock = useUnlock();
  const opener = useRef<Element | null>(null);
  const open = (next: Opened): void => {
    opener.current = document.activeElement;
    setSaid(null);
    change.reset();
    setOpened(next);
  };
  const close = (): void => {
    setOpened(null);
    if (opener.current instanceof HTMLElement) opener.current.focus();
  };
  const add = useRef<HTMLButtonElement>(null);
  // The form that set up the first person is gone, and the others are to be added next.
  useFocusIfLost(add, people.data?.length === 1);
  return (
    <Panel
      title={say('people.title')}
      text={say('people.list.text')}
      actions={
        <Button ref={add} onClick={() => open({ kind: 'add', role: 'operator' })}>
          {say('people.add')}
        </Button>
      }
    >
      <p className="muted text-13">{say('people.limit')}</p>
      <QueryError of={people} />
      {people.data !== undefined && (
        <Table
          people={people.data}
          onOpen={open}
          onChange={change.mutate}
          onUnlock={(personId) => unlock.mutate({ personId })}
        />
      )}
      <ActionError error={change.error ?? unlock.error} />
      {people.data !== undefined && opened === null && (
        <NoSetUp people={people.data} onAdd={() => open({ kind: 'add', role: 'integrator' })} />
      )}
      {opened?.kind === 'add' && <AddPerson key={opened.role} role={opened.role} onClose={close} />}
      {opened?.kind === 'rename' && (
        <RenamePerson key={opened.person.personId} person={opened.person} onClose={close} />
      )}
      {opened?.kind === 'reset' && (
        <ResetPin
          key={opened.person.personId}
          person={opened.person}
          onClose={close}
          onDone={(text) => {
            close();
            setSaid(text);
          }}
        />
      )}
      {opened?.kind === 'archive' && (
        <Question
          title={say('people.archive.title', { name: opened.person.name })}
          yes={say('people.archive')}
          no={say('people.archive.keep')}
          pending={change.isPending}
          onYes={() =>
            change.mutate(
              { personId: opened.person.personId, isArchived: true },
              { onSettled: close },
            )
          }
          onNo={close}
        >
          {say('people.archive.text')}
        </Question>
      )}
      <p role="status" className="live good medium">
        {said}
      </p>
    </Panel>
  );
}

type Change = {
  readonly personId: string;
  readonly role?: Role;
  readonly isArchived?: boolean;
};

type TableProps = {
  readonly people: readonly Person[];
  readonly onOpen: (opened: Opened) => void;
  readonly onChange: (change: Change) => void;
  readonly onUnlock: (personId: string) => void;
};

const COLUMNS = ['name', 'role', 'state', 'action'] as const;

function Table({ people, ...acts }: TableProps): ReactNode {
  const say = useSay();
  return (
    <div className={`${form.tableFrame} framed round-12`}>
      <table className={`${form.table} ${styles.list}`}>
        <caption className="spoken">{say('people.title')}</caption>
        <thead>
          <tr>
            {COLUMNS.map((column) => (
              <th key={column} scope="col">
                <span className={column === 'action' ? 'spoken' : undefined}>
                  {say(`people.column.${column}`)}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {people.map((person) => (
            <Row key={person.personId} person={person} {...acts} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type RowProps = Omit<TableProps, 'people'> & { readonly person: Person };

function Row({ person, onOpen, onChange, onUnlock }: RowProps): ReactNode {
  const say = useSay();
  const { personId, name, role, isArchived, isLocked } = person;
  return (
    <tr>
      <td className="medium breakable">{name}</td>
      <td>
        <select
          className={`${styles.role} pill`}
          aria-label={say('people.roleOf', { name })}
          value={role}
          disabled={isArchived}
          onChange={({ currentTarget }) => {
            const chosen = ROLES.find((one) => one === currentTarget.value);
            if (chosen !== undefined) onChange({ personId, role: chosen });
          }}
        >
          {ROLES.map((one) => (
            <option key={one} value={one}>
              {say(`person.role.${one}`)}
            </option>
          ))}
        </select>
      </td>
      <td>
        <State person={person} />
      </td>
      <td>
        <span className="row middle gap-4">
          {isLocked && !isArchived && (
            <Act word="unlock" name={name} onClick={() => onUnlock(personId)} />
          )}
          {!isArchived && (
            <Act word="rename" name={name} onClick={() => onOpen({ kind: 'rename', person })} />
          )}
          {!isArchived && (
            <Act word="reset" name={name} onClick={() => onOpen({ kind: 'reset', person })} />
          )}
          {isArchived ? (
            <Act
              word="bringBack"
              name={name}
              onClick={() => onChange({ personId, isArchived: false })}
            />
          ) : (
            <Act word="archive" name={name} onClick={() => onOpen({ kind: 'archive', person })} />
          )}
        </span>
      </td>
    </tr>
  );
}

function State({ person }: { readonly person: Person }): ReactNode {
  const say = useSay();
  const own = useDesk().session.person?.personId === person.personId;
  const { isArchived, isLocked, hasGivenPin } = person;
  const state = isArchived ? 'archived' : isLocked ? 'locked' : own ? 'you' : 'active';
  return (
    <span className="row wrap middle gap-6">
      <span className={state === 'locked' ? 'badge amber' : state === 'active' ? 'muted' : 'badge'}>
        {say(`people.state.${state}`)}
      </span>
      {hasGivenPin && !isArchived && (
        <span className="text-12 muted">{say('people.state.given')}</span>
      )}
    </span>
  );
}

type ActProps = {
  readonly word: 'unlock' | 'rename' | 'reset' | 'archive' | 'bringBack';
  readonly name: string;
  readonly onClick: () => void;
};

function Act({ word, name, onClick }: ActProps): ReactNode {
  const say = useSay();
  return (
    <Button
      size="compact-xs"
      variant="default"
      aria-label={say(`people.${word}.of`, { name })}
      onClick={onClick}
    >
      {say(`people.${word}`)}
    </Button>
  );
}
