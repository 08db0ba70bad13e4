import { type ReactNode, useEffect, useId, useState } from 'react';

import type { Session } from '#shared/domain/people.ts';

import { useSay } from '../../i18n/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { CheckBox } from '../../ui/Field.tsx';
import { Form } from '../../ui/form/Parts.tsx';
import { KeyCap } from '../../ui/KeyCap.tsx';
import { ESCAPE_NAME } from '../../ui/keys.ts';
import { ActionError } from '../../ui/Notice.tsx';
import { CodeField } from '../../ui/ShownCode.tsx';
import { NewPinFields, useNewPin } from './NewPin.tsx';
import type { Barred } from './PinForm.tsx';
import { Title } from './PinWords.tsx';
import { useTypedCode } from './queries.ts';

type Props = {
  readonly person: Session['choices'][number];
  readonly why: Barred;
  readonly onBack: () => void;
  readonly onUnlocked: () => void;
};

/** The ways out of a lock: a supervisor elsewhere, or the Supervisor code here. */
export function LockedOut({ person, why, onBack, onUnlocked }: Props): ReactNode {
  const say = useSay();
  const id = useId();
  const use = useTypedCode();
  const newPin = useNewPin();
  const [code, setCode] = useState('');
  const [isMissing, setMissing] = useState(false);
  const [wantsPin, setWantsPin] = useState(false);
  const isPinNeeded = wantsPin || why === 'unusable';
  const { name, personId } = person;
  const words = {
    label: say('people.code'),
    hint: say('people.code.hint'),
    missing: say('people.code.missing'),
  };
  useEffect(() => document.getElementById(id)?.focus(), [id]);
  const submit = (): void => {
    setMissing(code.trim() === '');
    const pin = isPinNeeded ? newPin.read() : null;
    if (code.trim() === '' || (isPinNeeded && pin === null)) return;
    use.mutate({ personId, code, pin }, { onSuccess: onUnlocked });
  };
  return (
    <Form
      className="stack gap-16"
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.code === 'Escape') onBack();
      }}
    >
      <Title note={say(why === 'locked' ? 'people.lockedOut.ways' : 'failure.pin_unusable')}>
        {say(why === 'locked' ? 'people.lockedOut' : 'people.unusable', { name })}
      </Title>
      <CodeField id={id} words={words} text={code} isMissing={isMissing} onText={setCode} />
      {why === 'locked' && (
        <CheckBox label={say('people.code.newPin')} checked={wantsPin} onChange={setWantsPin} />
      )}
      {isPinNeeded && <NewPinFields of={newPin} />}
      <ActionError error={use.error} />
      <div className="row wrap middle gap-8">
        <Button type="submit" loading={use.isPending}>
          {say('people.code.use')}
        </Button>
        <Button variant="default" rightSection={<KeyCap>{ESCAPE_NAME}</KeyCap>} onClick={onBack}>
          {say('people.other')}
        </Button>
      </div>
    </Form>
  );
}
