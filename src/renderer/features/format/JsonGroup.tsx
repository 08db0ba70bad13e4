import { Button } from '@mantine/core';
import { IconDownload, IconFileUpload } from '@tabler/icons-react';
import { type ReactNode, useId, useRef, useState } from 'react';

import type { Dialect } from '#shared/dialect/schema.ts';

import { useSay } from '../../i18n/i18n.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Field } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { saveFile } from '../../ui/saveFile.ts';
import { type FormatFault, readFormat, writeFormat } from './faults.ts';
import { formatFaultText } from './faultText.ts';
import styles from './Format.module.css';

const MOST_FAULTS = 8;
const MOST_BYTES = 1_000_000;

type Props = {
  readonly dialect: Dialect;
  readonly fileName: string;
  /** Null: nothing can be taken over here. */
  readonly onImport: ((dialect: Dialect) => void) | null;
};

export function JsonGroup({ dialect, fileName, onImport }: Props): ReactNode {
  const say = useSay();
  const text = writeFormat(dialect);
  return (
    <>
      <section className={styles.block} aria-labelledby="export-title">
        <div className={styles.head}>
          <h3 id="export-title" className={styles.subheading}>
            {say('json.export')}
          </h3>
          <div className={styles.buttons}>
            <CopyButton
              label={say('json.copy')}
              text={text}
              locked={false}
              onCopied={() => Promise.resolve(true)}
            />
            <Button
              variant="default"
              size="xs"
              className={styles.small ?? ''}
              leftSection={<IconDownload size={14} aria-hidden="true" />}
              onClick={() => saveFile(fileName, 'application/json', text)}
            >
              {say('json.download')}
            </Button>
          </div>
        </div>
        <p className={styles.explanation}>{say('json.export.text')}</p>
        {/* Long, so it scrolls by itself; the keyboard reaches it. */}
        <pre className={styles.code} tabIndex={0} aria-label={say('json.export')}>
          {text}
        </pre>
      </section>
      {onImport !== null && <Import onImport={onImport} />}
    </>
  );
}

type Refused = 'not_json' | 'too_large' | readonly FormatFault[];

function Import({ onImport }: { readonly onImport: (dialect: Dialect) => void }): ReactNode {
  const say = useSay();
  const id = useId();
  const chooser = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [refused, setRefused] = useState<Refused | null>(null);
  const [taken, setTaken] = useState(false);
  const take = (candidate: string): void => {
    const read = readFormat(candidate);
    setTaken(read.ok);
    setRefused(read.ok ? null : read.error);
    if (!read.ok) return;
    onImport(read.value);
    setText('');
  };
  const takeFile = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    if (file.size > MOST_BYTES) {
      setTaken(false);
      setRefused('too_large');
      return;
    }
    const content = await file.text();
    setText(content);
    take(content);
  };
  return (
    <section className={styles.block} aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`} className={styles.subheading}>
        {say('json.import')}
      </h3>
      <Field id={id} label={say('json.paste')} hint={say('json.paste.hint')}>
        {(control) => (
          <textarea
            {...control}
            className={styles.area}
            rows={6}
            spellCheck={false}
            aria-invalid={refused !== null}
            value={text}
            onChange={(event) => {
              setText(event.currentTarget.value);
              setRefused(null);
              setTaken(false);
            }}
          />
        )}
      </Field>
      <div className={styles.buttons}>
        <Button variant="default" disabled={text.trim() === ''} onClick={() => take(text)}>
          {say('json.use')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconFileUpload size={16} aria-hidden="true" />}
          onClick={() => chooser.current?.click()}
        >
          {say('json.file')}
        </Button>
        <input
          ref={chooser}
          type="file"
          accept="application/json,.json"
          className="spoken"
          tabIndex={-1}
          aria-label={say('json.file')}
          onChange={(event) => {
            void takeFile(event.currentTarget.files?.[0]);
            // The same file can be chosen again once it was mended.
            event.currentTarget.value = '';
          }}
        />
      </div>
      {refused !== null && <RefusedImport refused={refused} />}
      <div role="status">{taken && <Notice tone="good">{say('json.taken')}</Notice>}</div>
    </section>
  );
}

function RefusedImport({ refused }: { readonly refused: Refused }): ReactNode {
  const say = useSay();
  if (typeof refused === 'string') {
    return (
      <Notice tone="bad" alert>
        {say(`json.${refused}`)}
      </Notice>
    );
  }
  return (
    <Notice tone="bad" alert title={say('json.faults', { count: refused.length })}>
      <ul className={styles.faults}>
        {refused.slice(0, MOST_FAULTS).map((fault) => (
          <li key={`${fault.path}-${fault.kind}`}>
            <code>{fault.path === '' ? say('json.wholeDocument') : fault.path}</code>{' '}
            {formatFaultText(fault, say)}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
