import { type ReactNode, useId, useState } from 'react';

import type { OperationOutput } from '#shared/contract/operations.ts';
import type { WaitingCard } from '#shared/domain/eyes.ts';

import { useApprove } from '../../client/eyes.ts';
import { failureOf } from '../../client/operation.ts';
import { useSay } from '../../i18n/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog, FIRST_FOCUS } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { Form } from '../../ui/form/Parts.tsx';
import { KeyCap } from '../../ui/KeyCap.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { ENTER_NAME, ESCAPE_NAME } from '../../ui/keys.ts';
import { SelectBox } from '../../ui/TextBox.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { pinFailureText, useCountdown, waitAfter } from '../people/PinForm.tsx';
import { PinWords } from '../people/PinWords.tsx';
import { CardContent, useCardTitle } from './CardContent.tsx';
import styles from './Eyes.module.css';

type Approver = OperationOutput<'eyes.waiting'>['approvers'][number];
type Props = {
  readonly card: WaitingCard;
  readonly approvers: readonly Approver[];
  readonly onApproved: () => void;
  readonly onClose: () => void;
};

/** The second person chooses their name and types their PIN at this page. Core records it as witnessed here. */
export function ApproveDialog(props: Props): ReactNode {
  return (
    <PinWords>
      <Box {...props} />
    </PinWords>
  );
}

function Box({ card, approvers, onApproved, onClose }: Props): ReactNode {
  const say = useSay();
  const title = useCardTitle(card);
  // The author cannot be the second person: core refuses it, the list does not offer it.
  const others = approvers.filter(({ personId }) => personId !== card.author.personId);
  return (
    <Dialog label={say('people.eyes.dialog')} size="palette" onClose={onClose}>
      <div className={`${styles.scroll} stack gap-16 pad-20`}>
        <h2 className="text-18 bold">{title}</h2>
        <CardContent card={card} />
        {others.length === 0 ? (
          <>
            <Notice tone="unknown">{say('people.eyes.noOne')}</Notice>
            <Button variant="default" onClick={onClose} {...FIRST_FOCUS}>
              {say('people.eyes.notNow')}
            </Button>
          </>
        ) : (
          <ApproverForm card={card} others={others} onApproved={onApproved} onClose={onClose} />
        )}
      </div>
    </Dialog>
  );
}

type FormProps = Omit<Props, 'approvers'> & { readonly others: readonly Approver[] };

function ApproverForm({ card, others, onApproved, onClose }: FormProps): ReactNode {
  const say = useSay();
  const [nameId, pinId] = [useId(), useId()];
  const approve = useApprove();
  const countdown = useCountdown();
  const [chosen, setChosen] = useState(others[0]?.personId ?? '');
  const [pin, setPin] = useState('');
  const [isMissing, setMissing] = useState(false);
  const name = others.find(({ personId }) => personId === chosen)?.name ?? '';
  const submit = (): void => {
    if (countdown.seconds > 0 || approve.isPending) return;
    setMissing(pin === '');
    if (pin === '') return;
    const { cardId, digest } = card;
    const onError = (error: Error): void => {
      const wait = waitAfter(failureOf(error));
      if (wait !== null) countdown.begin(wait);
      setPin('');
      document.getElementById(pinId)?.focus();
    };
    approve.mutate({ cardId, digest, personId: chosen, pin }, { onSuccess: onApproved, onError });
  };
  return (
    <Form className="stack gap-12" onSubmit={submit}>
      <Field id={nameId} label={say('people.eyes.second')}>
        {(control) => (
          <SelectBox
            {...control}
            {...(others.length > 1 ? FIRST_FOCUS : {})}
            value={chosen}
            onChange={({ currentTarget }) => setChosen(currentTarget.value)}
          >
            {others.map((one) => (
              <option key={one.personId} value={one.personId} disabled={one.isLocked}>
                {one.name}
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
        {...(others.length > 1 ? {} : FIRST_FOCUS)}
        error={isMissing ? say('people.pin.missing') : null}
        value={pin}
        onText={(text) => {
          setPin(text);
          setMissing(false);
        }}
      />
      <div role="alert" className="live bad">
        {approve.error !== null && pinFailureText(approve.error, name, say)}
      </div>
      {countdown.seconds > 0 && (
        <p role="timer" className="medium">
          {say('people.pin.wait', { count: countdown.seconds })}
        </p>
      )}
      <div className="row wrap middle gap-8">
        <Button
          type="submit"
          loading={approve.isPending}
          disabled={countdown.seconds > 0}
          rightSection={<KeyCap>{ENTER_NAME}</KeyCap>}
        >
          {say('people.eyes.approve')}
        </Button>
        <Button variant="default" rightSection={<KeyCap>{ESCAPE_NAME}</KeyCap>} onClick={onClose}>
          {say('people.eyes.notNow')}
        </Button>
      </div>
    </Form>
  );
}
