import { type ReactNode, useEffect, useId, useRef, useState } from 'react';

import type { OperationOutput } from '#shared/contract/operations.ts';

import { useSay } from '../../i18n/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Form } from '../../ui/form/Parts.tsx';
import { ActionError } from '../../ui/Notice.tsx';
import { CodeField } from './LockedOut.tsx';
import styles from './People.module.css';
import { useConfirmCode } from './queries.ts';

type Props = {
  readonly shown: OperationOutput<'people.newCode'>;
  readonly onConfirmed: () => void;
  readonly onCancel: () => void;
};

/** The Supervisor code, this one time: written down, then typed back from the note. */
export function ShownCode({ shown, onConfirmed, onCancel }: Props): ReactNode {
  const say = useSay();
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const confirm = useConfirmCode();
  const [typed, setTyped] = useState('');
  const [isMissing, setMissing] = useState(false);
  useEffect(() => heading.current?.focus(), []);
  const submit = (): void => {
    setMissing(typed.trim() === '');
    if (typed.trim() === '') return;
    const { confirmId } = shown;
    confirm.mutate({ confirmId, code: typed }, { onSuccess: onConfirmed });
  };
  return (
    <Form className={`${styles.form} stack gap-16`} onSubmit={submit}>
      <div className="stack gap-4">
        <h3 ref={heading} tabIndex={-1} className="landing text-14 bold">
          {say('people.code.title')}
        </h3>
        <p className="muted">{say('people.code.text')}</p>
      </div>
      <p className={`${styles.code} mono pad-16 framed round-12 on-soft`}>{shown.code}</p>
      <div>
        <CopyButton label={say('people.code.copy')} text={shown.code} />
      </div>
      <CodeField
        id={id}
        label="people.code.back"
        text={typed}
        isMissing={isMissing}
        onText={setTyped}
      />
      <ActionError error={confirm.error} />
      <div className="row wrap middle gap-8">
        <Button type="submit" loading={confirm.isPending}>
          {say('people.code.confirm')}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {say('people.cancel')}
        </Button>
      </div>
    </Form>
  );
}
