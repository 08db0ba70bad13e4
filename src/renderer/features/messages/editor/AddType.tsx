import { type ReactNode, useId, useState } from 'react';

import { DOCUMENTED_PAYMENT_TYPES } from '#shared/domain/deposit.ts';
import { templateSchema } from '#shared/domain/template.ts';

import { useSay } from '../../../i18n/i18n.ts';
import { Button } from '../../../ui/Button.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import styles from './Editor.module.css';

const typeSchema = templateSchema.shape.paymentType.unwrap();

type Props = {
  readonly known: readonly (string | null)[];
  readonly onAdd: (type: string) => void;
};

/** The provider's own name of a payment type: the desk has no list of all of them. */
export function AddType({ known, onAdd }: Props): ReactNode {
  const say = useSay();
  const id = useId();
  const [text, setText] = useState('');
  const [error, setError] = useState<string | null>(null);
  const add = (): void => {
    const type = typeSchema.safeParse(text);
    if (!type.success) {
      setError(say('wording.add.fault'));
    } else if (known.includes(type.data)) {
      setError(say('wording.add.known', { type: type.data }));
    } else {
      setText('');
      onAdd(type.data);
    }
  };
  return (
    <form
      className={styles.add}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <TextField
        id={id}
        label={say('wording.add')}
        error={error}
        list={`${id}-types`}
        maxLength={255}
        value={text}
        onText={(typed) => {
          setText(typed);
          setError(null);
        }}
      />
      <datalist id={`${id}-types`}>
        {DOCUMENTED_PAYMENT_TYPES.map((type) => (
          <option key={type} value={type} />
        ))}
      </datalist>
      <Button type="submit" variant="default">
        {say('wording.add.button')}
      </Button>
    </form>
  );
}
