import { Button } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';

import { useSay } from '../i18n/i18n.ts';
import styles from './CopyButton.module.css';

const CHECK_SHOWN_MS = 2000;

type Props = {
  readonly label: string;
  readonly text: string;
  /** Called after the clipboard has it. False: the copy was made but not recorded. */
  readonly onCopied: (text: string) => Promise<boolean>;
  readonly locked: boolean;
};

type Shown = 'ready' | 'done' | 'failed' | 'not_recorded';

/** Copies exactly `text`. The check appears in place; the name of the button stays, so that it can be found again. */
export function CopyButton({ label, text, onCopied, locked }: Props): ReactNode {
  const say = useSay();
  const [shown, setShown] = useState<Shown>('ready');
  useEffect(() => {
    if (shown !== 'done') return undefined;
    const timer = setTimeout(() => setShown('ready'), CHECK_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [shown]);

  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      setShown('failed');
      return;
    }
    setShown('done');
    if (!(await onCopied(text))) setShown('not_recorded');
  };

  return (
    <span className={styles.place}>
      <Button
        variant="default"
        size="xs"
        className={styles.button}
        data-shown={shown}
        disabled={locked}
        onClick={() => void copy()}
        leftSection={
          shown === 'done' || shown === 'not_recorded' ? (
            <IconCheck size={14} aria-hidden="true" />
          ) : (
            <IconCopy size={14} aria-hidden="true" />
          )
        }
      >
        {label}
      </Button>
      <span role="status" className={shown === 'done' ? 'spoken' : styles.trouble}>
        {shown === 'done' && say('copy.done')}
        {shown === 'failed' && say('copy.failed')}
        {shown === 'not_recorded' && say('copy.notRecorded')}
      </span>
    </span>
  );
}
