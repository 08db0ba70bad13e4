import { IconCheck } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';

import type { IntentId } from '#shared/domain/ids.ts';

import { type Copied, copyLink, copyText } from '../client/clipboard.ts';
import { useClient } from '../client/deskContext.ts';
import { useSay } from '../i18n/i18n.ts';
import { Button } from './Button.tsx';
import styles from './CopyButton.module.css';
import { KeyCap } from './KeyCap.tsx';

const DONE_SHOWN_MS = 2000;

type Text = {
  readonly text: string;
  /** The request whose payment link it is. */
  readonly linkOf?: IntentId | null;
  /** Called after the clipboard has it, to record it. False: the copy was made but not recorded. */
  readonly onCopied?: (text: string, copied: Copied) => Promise<boolean>;
};

type Shown = 'ready' | 'notRecorded' | 'unsafe' | Copied;

type Copying = {
  readonly shown: Shown;
  readonly isDone: boolean;
  readonly copy: () => Promise<void>;
};

/** Copies exactly `text`, and knows for a moment what became of it. */
export function useCopy({ text, linkOf = null, onCopied }: Text): Copying {
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
  return { shown, isDone, copy };
}

type Props = Text & {
  readonly label: string;
  /** What is seen of the label where the row beside it says the rest. */
  readonly shortLabel?: string;
  /** The digit that presses it while its card has the focus. */
  readonly digit?: number | null;
  readonly locked?: boolean;
  /** Asks first. `copy` is called once the answer is yes. */
  readonly onAsk?: ((copy: () => void) => void) | null;
};

/** What became of the copy is said in place; the name of the button stays, so that it can be found again. */
export function CopyButton(props: Props): ReactNode {
  const { label, shortLabel = label, digit = null, locked = false, onAsk = null } = props;
  const say = useSay();
  const { shown, isDone, copy } = useCopy(props);
  return (
    <span className={styles.place}>
      <Button
        variant="default"
        size="xs"
        className={styles.button}
        data-done={shown === 'checked'}
        disabled={locked}
        onClick={() => {
          if (onAsk === null) void copy();
          else onAsk(() => void copy());
        }}
        {...(shown === 'notRecorded'
          ? { leftSection: <IconCheck size={14} aria-hidden="true" /> }
          : {})}
        {...(digit === null
          ? {}
          : {
              'data-digit': digit,
              'aria-keyshortcuts': String(digit),
              rightSection: <KeyCap>{String(digit)}</KeyCap>,
            })}
      >
        {shortLabel === label ? (
          label
        ) : (
          <>
            <span aria-hidden="true">{shortLabel}</span>
            <span className="spoken">{label}</span>
          </>
        )}
      </Button>
      <span
        role="status"
        className={
          isDone
            ? `${styles.done} said row middle center gap-6 text-13 nowrap`
            : `${styles.trouble} text-12 bad end`
        }
        data-tone={shown === 'not_checked' ? 'plain' : undefined}
      >
        {shown === 'checked' && <IconCheck size={14} aria-hidden="true" />}
        {shown !== 'ready' && say(`copy.${shown}`)}
      </span>
    </span>
  );
}
