import { type ReactNode, useId, useState } from 'react';

import { type Say, useSay } from '../../i18n/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { FIRST_FOCUS } from '../../ui/Dialog.tsx';
import { Form } from '../../ui/form/Parts.tsx';
import { KeyCap } from '../../ui/KeyCap.tsx';
import { ENTER_NAME, ESCAPE_NAME } from '../../ui/keys.ts';
import { TextField } from '../../ui/TextField.tsx';
import { pinFailureText, usePinOf } from './PinForm.tsx';

type Props = {
  /** Whose PIN it is. */
  readonly name: string;
  /** Where the person can be chosen: refusals and waiting belong to one person. */
  readonly personId?: string;
  readonly does: string;
  readonly tone?: 'accent' | 'danger';
  /** With `onClose`: a button beside it. */
  readonly cancel?: string;
  readonly of: { readonly isPending: boolean; readonly error: Error | null };
  /** Whether the PIN takes the keyboard when its dialog opens. */
  readonly isFirst: boolean;
  /** Words for failures that are not of the PIN. */
  readonly failureText?: (error: Error, name: string, say: Say) => string;
  /** False: a field above has a fault, which is told there. */
  readonly check?: () => boolean;
  readonly onPin: (pin: string, onError: (error: Error) => void) => void;
  readonly onClose?: () => void;
  /** Fields above the PIN. */
  readonly children?: ReactNode;
};

/** A PIN typed once more for one action. After a wrong one the field is empty and has the keyboard; after three it waits. */
export function PinEntry({ name, personId = name, of, ...props }: Props): ReactNode {
  const { check = () => true, failureText = pinFailureText, tone = 'accent' } = props;
  const say = useSay();
  const id = useId();
  const { pin, setPin, isRefused, secondsLeft, refuse } = usePinOf(personId);
  const [isMissing, setMissing] = useState(false);
  const submit = (): void => {
    if (secondsLeft > 0 || of.isPending) return;
    setMissing(pin === '');
    if (!check() || pin === '') return;
    props.onPin(pin, (error) => {
      refuse(error);
      document.getElementById(id)?.focus();
    });
  };
  return (
    <Form className="stack gap-12" onSubmit={submit}>
      {props.children}
      <TextField
        id={id}
        label={say('people.pin')}
        type="password"
        autoComplete="off"
        look="mono"
        {...(props.isFirst ? FIRST_FOCUS : {})}
        error={isMissing ? say('people.pin.missing') : null}
        value={pin}
        onText={(text) => {
          setPin(text);
          setMissing(false);
        }}
      />
      <div role="alert" className="live bad">
        {of.error !== null && isRefused && failureText(of.error, name, say)}
      </div>
      {secondsLeft > 0 && (
        <p role="timer" className="medium">
          {say('people.pin.wait', { count: secondsLeft })}
        </p>
      )}
      <div className="row wrap middle gap-8">
        <Button
          type="submit"
          tone={tone}
          loading={of.isPending}
          disabled={secondsLeft > 0}
          rightSection={<KeyCap>{ENTER_NAME}</KeyCap>}
        >
          {props.does}
        </Button>
        {props.cancel !== undefined && (
          <Button
            variant="default"
            rightSection={<KeyCap>{ESCAPE_NAME}</KeyCap>}
            onClick={() => props.onClose?.()}
          >
            {props.cancel}
          </Button>
        )}
      </div>
    </Form>
  );
}
