import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react';

import type { DepositRequest } from '#shared/domain/request.ts';

import { applyRequest } from '../../../client/applyEvent.ts';
import { useOperation } from '../../../client/operation.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { ActionError } from '../../../ui/Notice.tsx';
import { Button } from '../../../ui/Button.tsx';
import { KeyCap } from '../../../ui/KeyCap.tsx';
import { ENTER_NAME, ESCAPE_NAME, isMod } from '../../../ui/keys.ts';
import { TextField } from '../../../ui/TextField.tsx';

type Props = {
  readonly request: DepositRequest;
  /** The callback whose amount is on the screen. */
  readonly paidSeq: number;
  readonly onClose: () => void;
};

/** As long as the log takes it. */
const MOST_CHARACTERS = 2000;

/** Settles a paid amount that differs; the note says how. */
export function MismatchForm({ request, paidSeq, onClose }: Props): ReactNode {
  const say = useSay();
  const id = useId();
  const [text, setText] = useState('');
  const [submitted, setSubmitted] = useState(false);
  const settle = useOperation('request.settleMismatch', applyRequest);
  // The button that opened it is gone; the keyboard goes on here.
  useEffect(() => document.getElementById(id)?.focus(), [id]);
  const note = text.trim();
  const submit = (): void => {
    setSubmitted(true);
    if (settle.isPending) return;
    if (note === '') document.getElementById(id)?.focus();
    else settle.mutate({ intentId: request.intentId, paidSeq, note }, { onSuccess: onClose });
  };
  const onKey = (event: KeyboardEvent): void => {
    const isSubmit = event.code === 'Enter' && isMod(event.nativeEvent);
    if (event.code !== 'Escape' && !isSubmit) return;
    // At the desk Mod+Enter issues the next request, in the log Escape closes this one.
    event.preventDefault();
    event.stopPropagation();
    if (isSubmit) submit();
    else onClose();
  };
  return (
    <form
      className="stack fluid gap-12 above-12 ruled"
      noValidate
      aria-label={say('mismatch.label')}
      onKeyDown={onKey}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <TextField
        id={id}
        label={say('mismatch.label')}
        hint={say('mismatch.hint')}
        error={submitted && note === '' ? say('mismatch.needed') : null}
        maxLength={MOST_CHARACTERS}
        // Read-only, not disabled: a disabled field would lose the focus.
        readOnly={settle.isPending}
        value={text}
        onText={setText}
      />
      <ActionError error={settle.error} />
      <div className="row wrap gap-8">
        <Button
          type="submit"
          size="xs"
          aria-busy={settle.isPending}
          rightSection={<KeyCap>{ENTER_NAME}</KeyCap>}
        >
          {say('mismatch.save')}
        </Button>
        <Button
          size="xs"
          variant="default"
          onClick={onClose}
          rightSection={<KeyCap>{ESCAPE_NAME}</KeyCap>}
        >
          {say('mismatch.cancel')}
        </Button>
      </div>
    </form>
  );
}
