import { type ReactNode, useId, useState } from 'react';

import { useSay } from '../../i18n/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { useFocusBack } from '../../ui/focus.ts';
import { FormEnd } from '../../ui/form/Buttons.tsx';
import { Form, Panel } from '../../ui/form/Parts.tsx';
import { TextField } from '../../ui/TextField.tsx';
import styles from './People.module.css';
import { useEndPeople } from './queries.ts';

/** Back to a desk without people. The code is asked for, because an open page of a supervisor must not be enough. */
export function EndPeople(): ReactNode {
  const say = useSay();
  const [isOpen, setOpen] = useState(false);
  const opener = useFocusBack<HTMLButtonElement>(isOpen);
  return (
    <Panel
      title={say('people.end')}
      text={say('people.end.text')}
      {...(isOpen
        ? {}
        : {
            actions: (
              <Button ref={opener} variant="default" onClick={() => setOpen(true)}>
                {say('people.end')}
              </Button>
            ),
          })}
    >
      {isOpen && <EndForm onCancel={() => setOpen(false)} />}
    </Panel>
  );
}

function EndForm({ onCancel }: { readonly onCancel: () => void }): ReactNode {
  const say = useSay();
  const id = useId();
  const end = useEndPeople();
  const [code, setCode] = useState('');
  const [isMissing, setMissing] = useState(false);
  const submit = (): void => {
    setMissing(code.trim() === '');
    if (code.trim() !== '') end.mutate({ code });
  };
  return (
    <Form className={`${styles.form} stack gap-16`} onSubmit={submit}>
      <p>{say('people.end.drafts')}</p>
      <TextField
        id={id}
        label={say('people.code')}
        hint={say('people.code.hint')}
        error={isMissing && code.trim() === '' ? say('people.code.missing') : null}
        look="mono"
        autoFocus
        autoCapitalize="characters"
        maxLength={100}
        value={code}
        onText={setCode}
      />
      <FormEnd
        does={say('people.end')}
        tone="danger"
        pending={end.isPending}
        error={end.error}
        cancel={say('people.cancel')}
        onCancel={onCancel}
      />
    </Form>
  );
}
