import {
  type ClipboardEvent,
  type DragEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react';

import { useSay } from '../../i18n/i18n.ts';
import { Button } from '../Button.tsx';
import { FIRST_FOCUS } from '../Dialog.tsx';
import { TextField } from '../TextField.tsx';
import styles from './Importing.module.css';
import type { Source } from './sendFile.ts';

const ACCEPTED = '.csv,.tsv,.txt,.xlsx';

type Props = {
  readonly title: string;
  readonly text: string;
  readonly isBusy: boolean;
  readonly onSource: (source: Source) => void;
  /** What is asked before the file. */
  readonly question?: ReactNode;
  /** Beside the two buttons. */
  readonly more?: ReactNode;
};

/** A file is chosen, dropped or pasted. */
export function SourceStep({ title, text, isBusy, onSource, question, more }: Props): ReactNode {
  const say = useSay();
  const [isPasting, setPasting] = useState(false);
  const [isOver, setOver] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer.files.item(0);
    if (file !== null) onSource({ kind: 'file', file });
  };
  return (
    <div
      className={`${styles.start} dashed stack gap-16`}
      data-over={isOver}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <h2 className="text-18 ink bold">{title}</h2>
      <p>{text}</p>
      {question}
      <div className="row wrap middle center gap-8">
        <Button {...FIRST_FOCUS} loading={isBusy} onClick={() => chooser.current?.click()}>
          {say('batch.choose')}
        </Button>
        <Button variant="default" aria-expanded={isPasting} onClick={() => setPasting(!isPasting)}>
          {say('batch.paste')}
        </Button>
        {more}
      </div>
      <input
        ref={chooser}
        type="file"
        accept={ACCEPTED}
        hidden
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.item(0) ?? null;
          // The same file can be chosen again after it was corrected.
          currentTarget.value = '';
          if (file !== null) onSource({ kind: 'file', file });
        }}
      />
      {isPasting && (
        <PasteBox isBusy={isBusy} onRead={(pasted) => onSource({ kind: 'paste', text: pasted })} />
      )}
    </div>
  );
}

type PasteProps = { readonly isBusy: boolean; readonly onRead: (text: string) => void };

/** Rows that are pasted into the empty box are read at once; what is typed waits for the button. */
function PasteBox({ isBusy, onRead }: PasteProps): ReactNode {
  const say = useSay();
  const [text, setText] = useState('');
  // It was opened to paste into.
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.querySelector('textarea')?.focus(), []);
  const paste = (event: ClipboardEvent): void => {
    const pasted = event.clipboardData.getData('text/plain');
    if (text === '' && pasted.includes('\n')) {
      event.preventDefault();
      setText(pasted);
      onRead(pasted);
    }
  };
  return (
    <div ref={place} className={`${styles.paste} stack gap-8`} onPaste={paste}>
      <TextField
        id="import-paste"
        label={say('batch.paste.label')}
        rows={8}
        value={text}
        onText={setText}
      />
      <div>
        <Button loading={isBusy} disabled={text.trim() === ''} onClick={() => onRead(text)}>
          {say('batch.paste.read')}
        </Button>
      </div>
    </div>
  );
}
