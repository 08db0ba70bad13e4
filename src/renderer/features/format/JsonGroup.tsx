import { IconDownload, IconFileUpload } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';

import type { Dialect } from '#shared/dialect/schema.ts';

import { useSay } from '../../i18n/i18n.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { FileButton, SmallButton } from '../../ui/form/Buttons.tsx';
import { TextField } from '../../ui/TextField.tsx';
import form from '../../ui/form/Form.module.css';
import { Block } from '../../ui/form/Parts.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { saveFile } from '../../ui/page.ts';
import { type FormatFault, formatFaultText, readFormat, writeFormat } from './faults.ts';
import { Button } from '../../ui/Button.tsx';

const MOST_FAULTS = 8;
const MOST_BYTES = 1_000_000;

type Props = {
  readonly dialect: Dialect;
  readonly fileName: string;
  /** Null: the format is fixed. */
  readonly onImport: ((dialect: Dialect) => void) | null;
};

export function JsonGroup({ dialect, fileName, onImport }: Props): ReactNode {
  const say = useSay();
  const text = writeFormat(dialect);
  return (
    <>
      <Block
        title={say('json.export')}
        text={say('json.export.text')}
        actions={
          <>
            <CopyButton label={say('json.copy')} text={text} />
            <SmallButton
              icon={<IconDownload size={14} aria-hidden="true" />}
              onClick={() => saveFile(fileName, [text])}
            >
              {say('json.download')}
            </SmallButton>
          </>
        }
      >
        {/* Scrolls by itself, so the keyboard must reach it. */}
        <pre className={`code framed ${form.code}`} tabIndex={0} aria-label={say('json.export')}>
          {text}
        </pre>
      </Block>
      {onImport !== null && <Import onImport={onImport} />}
    </>
  );
}

type Refused = 'not_json' | 'too_large' | readonly FormatFault[];

function Import({ onImport }: { readonly onImport: (dialect: Dialect) => void }): ReactNode {
  const say = useSay();
  const id = useId();
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
  const takeFile = async (file: File): Promise<void> => {
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
    <Block title={say('json.import')}>
      <TextField
        id={id}
        label={say('json.paste')}
        rows={6}
        aria-invalid={refused !== null}
        value={text}
        onText={(next) => {
          setText(next);
          setRefused(null);
          setTaken(false);
        }}
      />
      <div className="row wrap middle gap-8">
        <Button variant="default" disabled={text.trim() === ''} onClick={() => take(text)}>
          {say('json.use')}
        </Button>
        <FileButton
          label={say('json.file')}
          accept="application/json,.json"
          icon={<IconFileUpload size={16} aria-hidden="true" />}
          onFile={(file) => void takeFile(file)}
        />
      </div>
      {refused !== null && <RefusedImport refused={refused} />}
      <div role="status">{taken && <Notice tone="good">{say('json.taken')}</Notice>}</div>
    </Block>
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
      <ul className="stack gap-8">
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
