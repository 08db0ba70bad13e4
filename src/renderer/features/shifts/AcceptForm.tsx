import { type ReactNode, useId, useState } from 'react';

import type { Shift } from '#shared/domain/personShift.ts';

import { useDesk } from '../../client/deskContext.ts';
import { useSay } from '../../i18n/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Form } from '../../ui/form/Parts.tsx';
import { SelectBox } from '../../ui/TextBox.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { pinFailureText, usePinOf } from '../people/PinForm.tsx';
import { useAcceptShift } from './queries.ts';

type Props = { readonly shift: Shift; readonly autoFocus: boolean };

/** The next person, by name and PIN, at the page of the person who leaves or at their own. */
export function AcceptForm({ shift, autoFocus }: Props): ReactNode {
  const say = useSay();
  const [nameId, pinId] = [useId(), useId()];
  const { session } = useDesk();
  const accept = useAcceptShift();
  const others = session.choices.filter(({ personId }) => personId !== shift.person.personId);
  const own = others.find(({ personId }) => personId === session.person?.personId);
  const [chosenId, setChosenId] = useState(own?.personId ?? '');
  const { pin, setPin, isRefused, secondsLeft, refuse } = usePinOf(chosenId);
  const [isTried, setTried] = useState(false);
  const chosen = others.find(({ personId }) => personId === chosenId);
  const refused = (error: Error): void => {
    refuse(error);
    setTried(false);
    document.getElementById(pinId)?.focus();
  };
  const submit = (): void => {
    if (secondsLeft > 0 || accept.isPending) return;
    setTried(true);
    if (chosen === undefined || pin === '') return;
    const { personId } = chosen;
    accept.mutate({ shiftId: shift.shiftId, personId, pin }, { onError: refused });
  };
  if (others.length === 0) return <p className="muted">{say('shift.next.none')}</p>;
  return (
    <Form className="stack gap-12" onSubmit={submit}>
      <Field
        id={nameId}
        label={say('shift.next')}
        hint={null}
        error={isTried && chosen === undefined ? say('shift.next.missing') : null}
      >
        {(control) => (
          <SelectBox
            {...control}
            autoFocus={autoFocus}
            value={chosenId}
            onChange={({ currentTarget }) => setChosenId(currentTarget.value)}
          >
            <option value="">{say('shift.next.choose')}</option>
            {others.map(({ personId, name, isLocked }) => (
              <option key={personId} value={personId} disabled={isLocked}>
                {isLocked ? say('shift.next.locked', { name }) : name}
              </option>
            ))}
          </SelectBox>
        )}
      </Field>
      <TextField
        id={pinId}
        label={say('people.pin')}
        type="password"
        autoComplete="off"
        look="mono"
        error={isTried && pin === '' && !accept.isPending ? say('people.pin.missing') : null}
        value={pin}
        onText={setPin}
      />
      <div role="alert" className="live bad">
        {accept.error !== null &&
          isRefused &&
          pinFailureText(accept.error, chosen?.name ?? '', say)}
      </div>
      {secondsLeft > 0 && (
        <p role="timer" className="medium">
          {say('people.pin.wait', { count: secondsLeft })}
        </p>
      )}
      <p className="text-12 muted">{say('shift.accept.hint')}</p>
      <div>
        <Button type="submit" loading={accept.isPending} disabled={secondsLeft > 0}>
          {say('shift.accept')}
        </Button>
      </div>
    </Form>
  );
}
