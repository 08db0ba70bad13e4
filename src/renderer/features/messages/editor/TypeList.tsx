import { Button } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';

import { BUILD_PAYMENT_TYPE, DOCUMENTED_PAYMENT_TYPES } from '#shared/domain/deposit.ts';
import { templateSchema } from '#shared/domain/template.ts';

import { type Say, useSay } from '../../../i18n/i18n.ts';
import { Field } from '../../../ui/Field.tsx';
import { TextBox } from '../../../ui/TextBox.tsx';
import styles from './Editor.module.css';

type Standing = 'own' | 'desk' | 'unsaved';

type Props = {
  readonly types: readonly (string | null)[];
  readonly chosen: string | null;
  readonly standingOf: (type: string | null) => Standing;
  readonly onChoose: (type: string | null) => void;
  readonly onAdd: (type: string) => void;
};

export function TypeList({ types, chosen, standingOf, onChoose, onAdd }: Props): ReactNode {
  const say = useSay();
  return (
    <nav className={styles.side} aria-label={say('wording.types')}>
      <ul className={styles.types}>
        {types.map((type) => (
          <li key={type ?? ''}>
            <button
              type="button"
              className={styles.type}
              aria-current={type === chosen ? 'true' : undefined}
              onClick={() => onChoose(type)}
            >
              <span className={styles.typeName}>{typeText(type, say)}</span>
              <span className={styles.standing} data-standing={standingOf(type)}>
                {say(`wording.standing.${standingOf(type)}`)}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <AddType known={types} onAdd={onAdd} />
    </nav>
  );
}

export function typeText(type: string | null, say: Say): string {
  if (type === null) return say('wording.allTypes');
  return type === BUILD_PAYMENT_TYPE ? say('wording.pageType', { type }) : type;
}

const typeSchema = templateSchema.shape.paymentType.unwrap();

type AddProps = Pick<Props, 'onAdd'> & { readonly known: Props['types'] };

function AddType({ known, onAdd }: AddProps): ReactNode {
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
      <Field id={id} label={say('wording.add')} error={error}>
        {(control) => (
          <TextBox
            {...control}
            list={`${id}-types`}
            maxLength={255}
            value={text}
            onChange={(event) => {
              setText(event.currentTarget.value);
              setError(null);
            }}
          />
        )}
      </Field>
      <datalist id={`${id}-types`}>
        {DOCUMENTED_PAYMENT_TYPES.map((type) => (
          <option key={type} value={type} />
        ))}
      </datalist>
      <Button type="submit" size="xs" variant="default">
        {say('wording.add.button')}
      </Button>
    </form>
  );
}
