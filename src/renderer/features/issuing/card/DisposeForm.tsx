import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';

import { DISPOSITIONS, type DepositRequest, type Disposition } from '#shared/domain/request.ts';

import { useSay } from '../../../i18n/i18n.ts';
import { ActionError } from '../../../ui/Notice.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Field, FieldNote } from '../../../ui/Field.tsx';
import { KeyCap } from '../../../ui/KeyCap.tsx';
import { TextBox } from '../../../ui/TextBox.tsx';
import { ENTER_NAME, ESCAPE_NAME, isMod } from '../../../ui/keys.ts';
import { disposeFault, useDispose } from './mutations.ts';
import styles from './ResultCard.module.css';

type Kind = Disposition['kind'];
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

export function DisposeForm({ request, paidSeq, now, onClose }: Props): ReactNode {
  const say = useSay();
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const [kind, setKind] = useState<Kind | null>(now?.kind ?? null);
  const [note, setNote] = useState(now?.note ?? '');
  const [submitted, setSubmitted] = useState(false);
  const dispose = useDispose(request.intentId);
  // The button that opened it is gone; the keyboard goes on here.
  useEffect(() => firstRadio(form.current)?.focus(), []);
  const fault = submitted ? disposeFault(kind, note) : null;
  const submit = (): void => {
    setSubmitted(true);
    if (dispose.isPending) return;
    const found = disposeFault(kind, note);
    if (kind === null || found !== null) {
      (found === 'note'
        ? document.getElementById(`${id}-note`)
        : firstRadio(form.current)
      )?.focus();
      return;
    }
    dispose.mutate({ paidSeq, kind, note: note.trim() }, { onSuccess: onClose });
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
      className={styles.dispose}
      noValidate
      aria-label={say('dispose.label')}
      onKeyDown={onKey}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        submit();
      }}
    >
      <Kinds
        id={`${id}-kind`}
        kind={kind}
        onKind={setKind}
        error={fault === 'kind' ? say('dispose.needed') : null}
      />
      <Field
        id={`${id}-note`}
        label={say('dispose.note')}
        hint={say('dispose.note.hint')}
        error={fault === 'note' ? say('dispose.note.needed') : null}
      >
        {(control) => (
          <TextBox
            {...control}
            maxLength={MOST_CHARACTERS}
            // Read-only, not disabled: a disabled field would lose the focus.
            readOnly={dispose.isPending}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
        )}
      </Field>
      <ActionError error={dispose.error} />
      <div className={styles.disposeButtons}>
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

type KindsProps = {
  readonly id: string;
  readonly kind: Kind | null;
  readonly onKind: (kind: Kind) => void;
  readonly error: string | null;
};

/** Radios that go on to the next line where a card is narrow. */
function Kinds({ id, kind, onKind, error }: KindsProps): ReactNode {
  const say = useSay();
  return (
    <div>
      <fieldset
        className={styles.kinds}
        {...(error === null ? {} : { 'aria-describedby': `${id}-note` })}
      >
        <legend>{say('dispose.label')}</legend>
        {DISPOSITIONS.map((value) => (
          <label key={value} className={styles.kind} data-checked={value === kind}>
            <input
              type="radio"
              name={id}
              value={value}
              checked={value === kind}
              onChange={() => onKind(value)}
            />
            {say(`dispose.${value}`)}
          </label>
        ))}
      </fieldset>
      <FieldNote id={`${id}-note`} error={error} warning={null} />
    </div>
  );
}

function firstRadio(form: HTMLFormElement | null): HTMLElement | null {
  return (
    form?.querySelector<HTMLElement>('input:checked') ??
    form?.querySelector<HTMLElement>('input[type="radio"]') ??
    null
  );
}
