import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';

import { DISPOSITIONS, type DepositRequest, type Disposition } from '#shared/domain/request.ts';

import { applyRequest } from '../../../client/applyEvent.ts';
import { useOperation } from '../../../client/operation.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { ActionError } from '../../../ui/Notice.tsx';
import { Button } from '../../../ui/Button.tsx';
import { KeyCap } from '../../../ui/KeyCap.tsx';
import { ENTER_NAME, ESCAPE_NAME, isMod } from '../../../ui/keys.ts';
import { Segments } from '../../../ui/Segments.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { disposeFault } from './rules.ts';

type Props = {
  readonly request: DepositRequest;
  /** The callback whose amount is on the screen. */
  readonly paidSeq: number;
  /** What was said before, to be changed. */
  readonly now: Disposition | null;
  readonly onClose: () => void;
};

/** As long as the log takes it. */
const MOST_CHARACTERS = 2000;

/** What was agreed about a paid amount that differs; a later agreement is another event. */
export function DisposeForm({ request, paidSeq, now, onClose }: Props): ReactNode {
  const say = useSay();
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const [kind, setKind] = useState<Disposition['kind'] | null>(now?.kind ?? null);
  const [note, setNote] = useState(now?.note ?? '');
  const [submitted, setSubmitted] = useState(false);
  const dispose = useOperation('request.dispose', applyRequest);
  // The button that opened it is gone; the keyboard goes on here.
  useEffect(() => firstRadio(form.current)?.focus(), []);
  const found = disposeFault(kind, note);
  const fault = submitted ? found : null;
  const submit = (): void => {
    setSubmitted(true);
    if (dispose.isPending) return;
    if (kind === null || found === 'kind') firstRadio(form.current)?.focus();
    else if (found === 'note') document.getElementById(`${id}-note`)?.focus();
    else {
      const { intentId } = request;
      dispose.mutate({ intentId, paidSeq, kind, note: note.trim() }, { onSuccess: onClose });
    }
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
      ref={form}
      className="stack fluid gap-12 above-12 ruled"
      noValidate
      aria-label={say('dispose.label')}
      onKeyDown={onKey}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Segments
        look="pills"
        label={say('dispose.label')}
        value={kind}
        options={DISPOSITIONS.map((value) => ({ value, label: say(`dispose.${value}`) }))}
        onChange={setKind}
        error={fault === 'kind' ? say('dispose.needed') : null}
      />
      <TextField
        id={`${id}-note`}
        label={say('dispose.note')}
        hint={say('dispose.note.hint')}
        error={fault === 'note' ? say('dispose.note.needed') : null}
        maxLength={MOST_CHARACTERS}
        // Read-only, not disabled: a disabled field would lose the focus.
        readOnly={dispose.isPending}
        value={note}
        onText={setNote}
      />
      <ActionError error={dispose.error} />
      <div className="row wrap gap-8">
        <Button
          type="submit"
          size="xs"
          aria-busy={dispose.isPending}
          rightSection={<KeyCap>{ENTER_NAME}</KeyCap>}
        >
          {say('dispose.save')}
        </Button>
        <Button
          size="xs"
          variant="default"
          onClick={onClose}
          rightSection={<KeyCap>{ESCAPE_NAME}</KeyCap>}
        >
          {say('dispose.cancel')}
        </Button>
      </div>
    </form>
  );
}

function firstRadio(form: HTMLFormElement | null): HTMLElement | null {
  return (
    form?.querySelector<HTMLElement>('input:checked') ??
    form?.querySelector<HTMLElement>('input[type="radio"]') ??
    null
  );
}
