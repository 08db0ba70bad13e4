import { IconCheck, IconCopy } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';

import type { IntentId } from '#shared/domain/ids.ts';

import { type Copied, copyLink, copyText } from '../client/clipboard.ts';
import { useClient } from '../client/deskContext.ts';
import { useSay } from '../i18n/i18n.ts';
import { Button } from './Button.tsx';
import styles from './CopyButton.module.css';

const DONE_SHOWN_MS = 2000;

type Props = {
  readonly label: string;
  readonly text: string;
  /** The request whose payment link it is. */
  readonly linkOf?: IntentId | null;
  /** Called after the clipboard has it, to record it. False: the copy was made but not recorded. */
  readonly onCopied?: (text: string, copied: Copied) => Promise<boolean>;
  readonly locked?: boolean;
  /** Asks first. `copy` is called once the answer is yes. */
  readonly onAsk?: ((copy: () => void) => void) | null;
};

type Shown = 'ready' | 'notRecorded' | 'unsafe' | Copied;

/** Copies exactly `text`. What became of it is said in place; the name of the button stays, so that it can be found again. */
export function CopyButton(props: Props): ReactNode {
  const { label, text, linkOf = null, onCopied, locked = false, onAsk = null } = props;
  const say = useSay();
  const client = useClient();
  const [shown, setShown] = useState<Shown>('ready');
  const isDone = shown === 'checked' || shown === 'not_checked';
  useEffect(() => {
    if (!isDone) return undefined;
    const timer = setTimeout(() => setShown('ready'), DONE_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isDone]);

  const copy = async (): Promise<void> => {
    const copied =
      linkOf === null ? await copyText(client, text) : await copyLink(client, { text, linkOf });
    setShown(copied);
    if (copied === 'failed' || copied === 'unsafe') return;
    const isRecorded = (await onCopied?.(text, copied)) ?? true;
    // Of two troubles the wrong text on the clipboard is the one to be told of.
    if (!isRecorded && copied !== 'different') setShown('notRecorded');
  };

  return (
    <span className={styles.place}>
      <Button
        variant="default"
        size="xs"
        className={styles.button}
        data-done={isDone}
        disabled={locked}
        onClick={() => {
          if (onAsk === null) void copy();
          else onAsk(() => void copy());
        }}
        leftSection={
          shown === 'notRecorded' ? (
            <IconCheck size={14} aria-hidden="true" />
          ) : (
            <IconCopy size={14} aria-hidden="true" />
          )
        }
      >
        {label}
      </Button>
      <span role="status" className={isDone ? styles.done : styles.trouble}>
        {isDone && <IconCheck size={14} aria-hidden="true" />}
        {shown !== 'ready' && say(`copy.${shown}`)}
      </span>
    </span>
  );
}
