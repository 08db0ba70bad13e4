import { type ReactNode, useId, useState } from 'react';

import type { PastRequest } from '#shared/domain/customer.ts';

import { useDesk, usePrivacy } from '../../../client/deskContext.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { moneyText } from '../../../text/numbers.ts';
import { agoText } from '../../../text/time.ts';
import { Button } from '../../../ui/Button.tsx';
import { KeySafeQuestion } from '../../../ui/KeySafeQuestion.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import type { FormActions } from './useRequestForm.ts';

type Props = Pick<FormActions, 'confirmRepeat' | 'back'> & {
  /** The earlier request, which has no answer. */
  readonly past: PastRequest;
  readonly nowMs: number;
  /** Typed meanwhile: shown here, because the quick line may be out of sight. */
  readonly waiting: string;
};

/**
 * The old order id is typed, not clicked, as for a reissue: a key of the next line cannot confirm it. The keyboard is not in the
 * box when the question comes up: F2 or a click leads there, so that the end of a line that is being typed does not.
 */
export function RepeatPanel({ past, nowMs, waiting, confirmRepeat, back }: Props): ReactNode {
  const say = useSay();
  const { hide } = usePrivacy();
  const { language } = useDesk().settings;
  const id = useId();
  const [typed, setTyped] = useState('');
  const [isRefused, setRefused] = useState(false);
  const { orderId: order, customer } = past;
  const isTyped = typed.trim() === order;
  const confirm = (): void => {
    if (isTyped) {
      confirmRepeat(typed);
      return;
    }
    // Nothing wrong was typed yet: only led to the box.
    setRefused(typed.trim() !== '');
    document.getElementById(id)?.focus();
  };
  return (
    <KeySafeQuestion
      tone="unknown"
      title={say('form.repeat.title')}
      confirmText={say('form.repeat.do')}
      backText={say('form.large.back')}
      onConfirm={confirm}
      onBack={back}
      other={
        <Button href={`/log/${past.intentId}`} size="xs" variant="default">
          {say('form.repeat.open', { order })}
        </Button>
      }
    >
      {(isReady) => (
        <>
          <p>
            {say('form.repeat.text', {
              order,
              amount: hide(moneyText(past.cents, past.currency, language)),
              ago: agoText(past.createdAt, nowMs, say),
              customer: hide(customer ?? say('card.noCustomer')),
            })}
          </p>
          <TextField
            id={id}
            label={say('form.repeat.confirm')}
            fact={<span className="mono">{order}</span>}
            error={isRefused && !isTyped ? say('resolve.reissue.mismatch', { order }) : null}
            look="mono"
            readOnly={!isReady}
            value={typed}
            onText={setTyped}
            onKeyDown={(event) => {
              if (!event.code.endsWith('Enter') || event.nativeEvent.isComposing) return;
              // The form's own Enter would issue it anew, without what was typed.
              event.preventDefault();
              event.stopPropagation();
              if (event.repeat) return;
              setRefused(!isTyped);
              if (isTyped) confirm();
            }}
          />
          {waiting !== '' && <p>{say('quick.ahead', { text: waiting })}</p>}
        </>
      )}
    </KeySafeQuestion>
  );
}
