import { type ReactNode, useId, useState } from 'react';

import type { Person } from '#shared/domain/people.ts';
import { ROLES, type Role } from '#shared/domain/permission.ts';

import { useSay } from '../../i18n/i18n.ts';
import { Field } from '../../ui/Field.tsx';
import { FormEnd } from '../../ui/form/Buttons.tsx';
import { Form } from '../../ui/form/Parts.tsx';
import { SelectBox } from '../../ui/TextBox.tsx';
import { NewPinFields, useNewPin } from './NewPin.tsx';
import styles from './People.module.css';
import { useAddPerson, useChangePerson, useResetPin } from './queries.ts';
import { NameField, useName } from './SetUp.tsx';

type FrameProps = {
  readonly title: string;
  readonly text: string;
  readonly does: string;
  readonly pending: boolean;
  readonly error: Error | null;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
};

/** A form beneath the list of people. */
function Frame(props: FrameProps): ReactNode {
  const say = useSay();
  return (
    <Form
      className="stack gap-12 pad-16 framed-control round-12 on-ground"
      onSubmit={props.onSubmit}
      onKeyDown={(event) => {
        if (event.code === 'Escape') props.onClose();
      }}
    >
      <h3 className="text-14 bold breakable">{props.title}</h3>
      <p className="muted">{props.text}</p>
      <div className={`${styles.form} stack gap-12`}>{props.children}</div>
      <FormEnd
        does={props.does}
        pending={props.pending}
        error={props.error}
        cancel={say('people.cancel')}
        onCancel={props.onClose}
      />
    </Form>
  );
}

type AddProps = { readonly role: Role; readonly onClose: () => void };

export function AddPerson({ role: first, onClose }: AddProps): ReactNode {
  const say = useSay();
  const roleId = useId();
  const add = useAddPerson();
  const name = useName();
  const newPin = useNewPin();
  const [role, setRole] = useState(first);
  const submit = (): void => {
    const given = { name: name.read(), pin: newPin.read() };
    if (given.name === null || given.pin === null) return;
    add.mutate({ name: given.name, role, pin: given.pin }, { onSuccess: onClose });
  };
  return (
    <Frame
      title={say('people.add.title')}
      text={say('people.add.given')}
      does={say('people.add')}
      pending={add.isPending}
      error={add.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <NameField of={name} />
      <Field id={roleId} label={say('people.role')}>
        {(control) => (
          <SelectBox
            {...control}
            value={role}
            onChange={({ currentTarget }) =>
              setRole(ROLES.find((one) => one === currentTarget.value) ?? role)
            }
          >
            {ROLES.map((one) => (
              <option key={one} value={one}>
                {say(`person.role.${one}`)}
              </option>
            ))}
          </SelectBox>
        )}
      </Field>
      <NewPinFields of={newPin} />
    </Frame>
  );
}

type ResetProps = {
  readonly person: Person;
  readonly onClose: () => void;
  readonly onDone: (said: string) => void;
};

export function ResetPin({ person, onClose, onDone }: ResetProps): ReactNode {
  const say = useSay();
  const reset = useResetPin();
  const newPin = useNewPin();
  const { personId, name } = person;
  const submit = (): void => {
    const pin = newPin.read();
    if (pin === null) return;
    reset.mutate(
      { personId, pin },
      { onSuccess: () => onDone(say('people.reset.done', { name })) },
    );
  };
  return (
    <Frame
      title={say('people.reset.of', { name })}
      text={say('people.reset.text', { name })}
      does={say('people.reset')}
      pending={reset.isPending}
      error={reset.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <NewPinFields of={newPin} autoFocus />
    </Frame>
  );
}

export function RenamePerson({ person, onClose }: Omit<ResetProps, 'onDone'>): ReactNode {
  const say = useSay();
  const change = useChangePerson();
  const name = useName(person.name);
  const submit = (): void => {
    const given = name.read();
    if (given === null) return;
    change.mutate({ personId: person.personId, name: given }, { onSuccess: onClose });
  };
  return (
    <Frame
      title={say('people.rename.of', { name: person.name })}
      text={say('people.rename.text')}
      does={say('people.rename')}
      pending={change.isPending}
      error={change.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <NameField of={name} />
    </Frame>
  );
}
