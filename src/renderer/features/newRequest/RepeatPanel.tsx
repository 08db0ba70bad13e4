import { Button } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import { Link } from 'wouter';

import { useDesk } from '../../client/deskContext.ts';
import { usePrivacy } from '../../client/privacy.ts';
import { useSay } from '../../i18n/i18n.ts';
import { moneyText } from '../../text/money.ts';
import { agoText } from '../../text/time.ts';
import { Field } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { TextBox } from '../../ui/TextBox.tsx';
import { useLentFocus } from '../../ui/useLentFocus.ts';
import type { RepeatQuestion } from './useRepeating.ts';

type Props = { readonly question: RepeatQuestion; readonly nowMs: number };

/** The old order id is typed, not clicked, as for a reissue: a key of the next line cannot confirm it. */
export function RepeatPanel({ question, nowMs }: Props): ReactNode {
  const say = useSay();
  const { hide } = usePrivacy();
  const { language } = useDesk().settings;
  const id = useId();
  const panel = useLentFocus<HTMLDivElement>((whole) => whole.querySelector('input')?.focus());
  const [typed, setTyped] = useState('');
  const [isRefused, setRefused] = useState(false);
  const { past } = question;
  const { orderId: order, customer } = past;
  const isTyped = typed.trim() === order;
  const confirm = (): void => {
    if (isTyped) question.confirm(typed);
    else setRefused(true);
  };
  return (
    <div ref={panel}>
      <Notice
        tone="unknown"
        alert
        title={say('form.repeat.title')}
        actions={
          <>
            <Button size="xs" variant="default" onClick={confirm}>
              {say('form.repeat.do')}
            </Button>
            <Button component={Link} href={`/log/${past.intentId}`} size="xs" variant="default">
              {say('form.repeat.open', { order })}
            </Button>
          </>
        }
      >
        <p>
          {say('form.repeat.text', {
            order,
            amount: hide(moneyText(past.cents, past.currency, language)),
            ago: agoText(past.createdAt, nowMs, say),
            customer: hide(customer ?? say('card.noCustomer')),
          })}
        </p>
        <Field
          id={id}
          label={say('form.repeat.confirm')}
          fact={<span className="mono">{order}</span>}
          error={isRefused && !isTyped ? say('resolve.reissue.mismatch', { order }) : null}
        >
          {(control) => (
            <TextBox
              {...control}
              look="mono"
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
              onKeyDown={(event) => {
                if (!event.code.endsWith('Enter') || event.nativeEvent.isComposing) return;
                // The form's own Enter would issue it anew, without what was typed.
                event.preventDefault();
                event.stopPropagation();
                if (!event.repeat) confirm();
              }}
            />
          )}
        </Field>
      </Notice>
    </div>
  );
}
