import { useQueryClient } from '@tanstack/react-query';
import {
  type ClipboardEvent,
  type DragEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';

import type { Flow } from '#shared/domain/deposit.ts';

import { useClient, useDesk } from '../../client/deskContext.ts';
import { takePastedRows } from '../../client/pastedRows.ts';
import { useDownload } from '../../client/download.ts';
import { callOrThrow } from '../../client/operation.ts';
import { useSay } from '../../i18n/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { FIRST_FOCUS } from '../../ui/Dialog.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { TextField } from '../../ui/TextField.tsx';
import styles from './Batch.module.css';
import { ActionError } from '../../ui/Notice.tsx';
import type { Importing, Source } from './useImport.ts';

const FLOWS = ['create', 'build'] as const satisfies readonly Flow[];
const ACCEPTED = '.csv,.tsv,.txt,.xlsx';

/** A file is chosen, dropped or pasted. Nothing is issued before the operator has confirmed. */
export function StartStep({ importing }: { readonly importing: Importing }): ReactNode {
  const say = useSay();
  const { profile } = useDesk();
  const [flow, setFlow] = useState<Flow>('create');
  const [isPasting, setPasting] = useState(false);
  const [isOver, setOver] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);
  const begin = (source: Source): void => importing.begin({ source, profileId: profile.id, flow });
  const cache = useQueryClient();
  const beginPasted = useEffectEvent(() => {
    const text = takePastedRows(cache);
    if (text !== null) begin({ kind: 'paste', text });
  });
  useEffect(() => beginPasted(), []);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer.files.item(0);
    if (file !== null) begin({ kind: 'file', file });
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
      <h2 className="text-18 ink bold">{say('batch.start.title')}</h2>
      <p>{say('batch.start.text')}</p>
      <Segments
        label={say('batch.flow')}
        value={flow}
        options={FLOWS.map((value) => ({ value, label: say(`log.flow.${value}`) }))}
        onChange={setFlow}
      />
      <div className="row wrap middle center gap-8">
        <Button
          {...FIRST_FOCUS}
          loading={importing.isBusy}
          onClick={() => chooser.current?.click()}
        >
          {say('batch.choose')}
        </Button>
        <Button variant="default" aria-expanded={isPasting} onClick={() => setPasting(!isPasting)}>
          {say('batch.paste')}
        </Button>
        <TemplateButton flow={flow} />
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
          if (file !== null) begin({ kind: 'file', file });
        }}
      />
      {isPasting && (
        <PasteBox isBusy={importing.isBusy} onRead={(text) => begin({ kind: 'paste', text })} />
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
        id="batch-paste"
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

function TemplateButton({ flow }: { readonly flow: Flow }): ReactNode {
  const say = useSay();
  const client = useClient();
  const { profile } = useDesk();
  const download = useDownload();
  return (
    <>
      <Button
        variant="subtle"
        loading={download.isPending}
        onClick={() =>
          download.mutate(() =>
            callOrThrow(client, 'batch.template', { profileId: profile.id, flow }),
          )
        }
      >
        {say('batch.template')}
      </Button>
      <ActionError error={download.error} />
    </>
  );
}
