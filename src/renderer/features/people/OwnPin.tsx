import { type ReactNode, useId, useState } from 'react';

import type { Person } from '#shared/domain/people.ts';

import { failureOf } from '../../client/operation.ts';
import { useSay } from '../../i18n/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { useFocusBack } from '../../ui/focus.ts';
import { Form, Panel } from '../../ui/form/Parts.tsx';
import { ActionError, Notice } from '../../ui/Notice.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { NewPinFields, useNewPin } from './NewPin.tsx';
import styles from './People.module.css';
import { useChangeOwnPin } from './queries.ts';

/** Every person changes their own PIN, whatever the role. */
export function OwnPin({ person }: { readonly person: Person }): ReactNode {
  const say = useSay();
  const [isOpen, setOpen] = useState(false);
  const opener = useFocusBack<HTMLButtonElement>(isOpen);
  const [isDone, setDone] = useState(false);
  const role = say(`person.role.${person.role}`);
  return (
    <Panel
      title={say('people.own')}
      text={say('people.own.text', { name: person.name, role })}
      {...(isOpen
        ? {}
        : {
            actions: (
              <Button
                ref={opener}
                variant="default"
                onClick={() => {
                  setOpen(true);
                  setDone(false);
                }}
              >
                {say('people.own')}
              </Button>
            ),
          })}
    >
      {person.hasGivenPin && !isOpen && <Notice tone="unknown">{say('person.givenPin')}</Notice>}
      {isOpen && (
        <OwnPinForm
          onDone={(isChanged) => {
            setOpen(false);
            setDone(isChanged);
          }}
        />
      )}
      <p role="status" className="live good medium">
        {isDone && say('people.own.done')}
      </p>
    </Panel>
  );
}

function OwnPinForm({ onDone }: { readonly onDone: (isChanged: boolean) => void }): ReactNode {
  const say = useSay();
  const id = useId();
  const change = useChangeOwnPin();
  const newPin = useNewPin();
  const [pin, setPin] = useState('');
  const [isMissing, setMissing] = useState(false);
  const failure = change.error === null ? null : failureOf(change.error);
  const attempts = failure?.code === 'pin_wrong' ? failure.detail : undefined;
  const submit = (): void => {
    setMissing(pin === '');
    const chosen = newPin.read();
    if (pin !== '' && chosen !== null) {
      change.mutate({ pin, newPin: chosen }, { onSuccess: () => onDone(true) });
    }
  };
  return (
    <Form className={`${styles.form} stack gap-16`} onSubmit={submit}>
      <TextField
        id={id}
        label={say('people.own.now')}
        type="password"
        autoComplete="off"
        look="mono"
        autoFocus
        error={isMissing && pin === '' ? say('people.pin.missing') : null}
        value={pin}
        onText={setPin}
      />
      <NewPinFields of={newPin} />
      {attempts === undefined ? (
        <ActionError error={change.error} />
      ) : (
        <Notice tone="bad" alert>
          {say('failure.pin_wrong')}
        </Notice>
      )}
      <div className="row wrap middle gap-8">
        <Button type="submit" loading={change.isPending}>
          {say('people.own')}
        </Button>
        <Button variant="default" onClick={() => onDone(false)}>
          {say('people.cancel')}
        </Button>
      </div>
    </Form>
  );
}
