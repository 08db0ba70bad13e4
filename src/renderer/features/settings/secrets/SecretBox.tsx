import { Button } from '@mantine/core';
import { type ReactNode, useRef } from 'react';

import { useSay } from '../../../i18n/i18n.ts';
import { Field } from '../../../ui/Field.tsx';
import { TextBox } from '../../../ui/TextBox.tsx';
import styles from './Secrets.module.css';

type Props = {
  readonly id: string;
  readonly label: string;
  readonly pem: boolean;
  readonly text: string;
  readonly error: string | null;
  readonly warning: string | null;
  readonly hint: string;
  readonly onText: (text: string) => void;
};

/** Write-only. A key of many lines gets a box of many lines, dotted like any other secret, or comes from its file. */
export function SecretBox({ pem, text, onText, ...props }: Props): ReactNode {
  const say = useSay();
  const file = useRef<HTMLInputElement>(null);
  return (
    <div>
      <Field {...props}>
        {(control) =>
          pem ? (
            <textarea
              {...control}
              className={styles.pem}
              rows={6}
              autoComplete="off"
              spellCheck={false}
              value={text}
              onChange={(event) => onText(event.currentTarget.value)}
            />
          ) : (
            <TextBox
              {...control}
              type="password"
              autoComplete="new-password"
              look="mono"
              value={text}
              onChange={(event) => onText(event.currentTarget.value)}
            />
          )
        }
      </Field>
      {pem && (
        <div className={styles.file}>
          <Button size="xs" variant="default" onClick={() => file.current?.click()}>
            {say('secret.chooseFile')}
          </Button>
          <input
            ref={file}
            type="file"
            hidden
            accept=".pem,.key,.txt"
            aria-label={say('secret.chooseFile')}
            onChange={(event) => {
              const chosen = event.currentTarget.files?.[0];
              event.currentTarget.value = '';
              if (chosen !== undefined) void chosen.text().then(onText);
            }}
          />
        </div>
      )}
    </div>
  );
}
