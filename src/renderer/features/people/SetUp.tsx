import { type ReactNode, useId, useState } from 'react';

import { personNameSchema } from '#shared/domain/people.ts';

import { useSay } from '../../i18n/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { FormEnd } from '../../ui/form/Buttons.tsx';
import { Form, Panel } from '../../ui/form/Parts.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { NewPinFields, useNewPin } from './NewPin.tsx';
import styles from './People.module.css';
import { useBegin } from './queries.ts';
import { ShownCode } from './ShownCode.tsx';

/** A desk without people: what they would change, and the first one. */
export function SetUp(): ReactNode {
  const say = useSay();
  const [isBegun, setBegun] = useState(false);
  return (
    <Panel
      title={say('people.title')}
      text={say('people.empty')}
      {...(isBegun
        ? {}
        : { actions: <Button onClick={() => setBegun(true)}>{say('people.setUp')}</Button> })}
    >
      <p className="muted">{say('people.limit')}</p>
      {isBegun && <FirstPerson onCancel={() => setBegun(false)} />}
    </Panel>
  );
}

/** Core records nothing before the code was typed back; then this page is signed in, and the list stands here. */
function FirstPerson({ onCancel }: { readonly onCancel: () => void }): ReactNode {
  const say = useSay();
  const begin = useBegin();
  const newPin = useNewPin();
  const name = useName();
  const submit = (): void => {
    const given = { name: name.read(), pin: newPin.read() };
    if (given.name !== null && given.pin !== null) {
      begin.mutate({ name: given.name, pin: given.pin });
    }
  };
  if (begin.data !== undefined) {
    return <ShownCode shown={begin.data} onConfirmed={() => undefined} onCancel={onCancel} />;
  }
  return (
    <Form className={`${styles.form} stack gap-16`} onSubmit={submit}>
      <p>{say('people.setUp.text')}</p>
      <NameField of={name} />
      <NewPinFields of={newPin} />
      <FormEnd
        does={say('people.setUp.next')}
        pending={begin.isPending}
        error={begin.error}
        cancel={say('people.cancel')}
        onCancel={onCancel}
      />
    </Form>
  );
}

type Name = {
  readonly text: string;
  readonly set: (text: string) => void;
  readonly isFaulty: boolean;
  /** The name, or null where it has a fault, which is told then. */
  readonly read: () => string | null;
};

export function useName(first = ''): Name {
  const [text, setText] = useState(first);
  const [isTold, setTold] = useState(false);
  const read = personNameSchema.safeParse(text);
  return {
    text,
    set: setText,
    isFaulty: isTold && !read.success,
    read() {
      setTold(true);
      return read.success ? read.data : null;
    },
  };
}

export function NameField({ of }: { readonly of: Name }): ReactNode {
  const say = useSay();
  const id = useId();
  return (
    <TextField
      id={id}
      label={say('people.name')}
      error={of.isFaulty ? say('people.name.missing') : null}
      value={of.text}
      autoFocus
      onText={of.set}
    />
  );
}
