import { type ReactNode, useEffect, useId, useRef, useState } from 'react';

import { Button } from './Button.tsx';
import { CopyButton } from './CopyButton.tsx';
import { Form } from './form/Parts.tsx';
import { ActionError } from './Notice.tsx';
import styles from './ShownCode.module.css';
import { TextField } from './TextField.tsx';

/** What is said around a code: its owner has the words. */
type ShownWords = Readonly<Record<'title' | 'text' | 'copy' | 'confirm' | 'cancel', string>> &
  CodeWords;
type CodeWords = Readonly<Record<'label' | 'hint' | 'missing', string>>;

type Props = {
  readonly code: string;
  readonly words: ShownWords;
  readonly error: Error | null;
  readonly isPending: boolean;
  readonly onTyped: (code: string) => void;
  readonly onCancel: () => void;
};

/** A code, this one time: written down, then typed back from the note. */
export function ShownCode({ code, words, error, isPending, onTyped, onCancel }: Props): ReactNode {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const [typed, setTyped] = useState('');
  const [isMissing, setMissing] = useState(false);
  useEffect(() => heading.current?.focus(), []);
  const submit = (): void => {
    setMissing(typed.trim() === '');
    if (typed.trim() !== '') onTyped(typed);
  };
  return (
    <Form className={`${styles.form} stack gap-16`} onSubmit={submit}>
      <div className="stack gap-4">
        <h3 ref={heading} tabIndex={-1} className="landing text-14 bold">
          {words.title}
        </h3>
        <p className="muted">{words.text}</p>
      </div>
      <p className={`${styles.code} mono pad-16 framed round-12 on-soft`}>{code}</p>
      <div>
        <CopyButton label={words.copy} text={code} />
      </div>
      <CodeField id={id} words={words} text={typed} isMissing={isMissing} onText={setTyped} />
      <ActionError error={error} />
      <div className="row wrap middle gap-8">
        <Button type="submit" loading={isPending}>
          {words.confirm}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {words.cancel}
        </Button>
      </div>
    </Form>
  );
}

type FieldProps = {
  readonly id: string;
  readonly words: CodeWords;
  readonly text: string;
  readonly isMissing: boolean;
  readonly onText: (text: string) => void;
  readonly autoFocus?: boolean;
};

export function CodeField({
  id,
  words,
  text,
  isMissing,
  onText,
  autoFocus = false,
}: FieldProps): ReactNode {
  return (
    <TextField
      id={id}
      label={words.label}
      hint={words.hint}
      error={isMissing && text.trim() === '' ? words.missing : null}
      look="mono"
      autoCapitalize="characters"
      maxLength={100}
      autoFocus={autoFocus}
      value={text}
      onText={onText}
    />
  );
}
