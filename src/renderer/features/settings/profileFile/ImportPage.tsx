import { Button } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react';

import { useSay } from '../../../i18n/i18n.ts';
import { ActionError } from '../../../ui/ActionError.tsx';
import { Field } from '../../../ui/Field.tsx';
import { useImportProfiles, usePreviewImport } from '../mutations.ts';
import settings from '../Settings.module.css';
import { SubPage } from '../SubPage.tsx';
import { ImportPreview } from './ImportPreview.tsx';
import { Imported } from './Imported.tsx';
import styles from './ProfileFile.module.css';

/** A file or its text, what it would change, and only then the change. */
export function ImportPage(): ReactNode {
  const say = useSay();
  const id = useId();
  const file = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [from, setFrom] = useState<string | null>(null);
  const preview = usePreviewImport();
  const imported = useImportProfiles();
  const take = (next: string, name: string | null): void => {
    setText(next);
    setFrom(name);
    imported.reset();
    if (next.trim() === '') preview.reset();
    else preview.mutate(next);
  };
  const takeFile = async (chosen: File | undefined): Promise<void> => {
    if (chosen !== undefined) take(await chosen.text(), chosen.name);
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    void takeFile(event.dataTransfer.files[0]);
  };
  if (imported.data !== undefined) {
    return (
      <SubPage key="done" title={say('file.import')}>
        <Imported profiles={imported.data} planned={preview.data?.profiles ?? []} />
      </SubPage>
    );
  }
  return (
    <SubPage key="choose" title={say('file.import')}>
      <div className={settings.panel} onDragOver={(event) => event.preventDefault()} onDrop={drop}>
        <p className="muted">{say('file.import.text')}</p>
        <div className={settings.buttons}>
          <Button
            variant="default"
            leftSection={<IconUpload size={16} aria-hidden="true" />}
            onClick={() => file.current?.click()}
          >
            {say('file.import.choose')}
          </Button>
          <input
            ref={file}
            type="file"
            hidden
            accept=".json,application/json"
            aria-label={say('file.import.file')}
            onChange={(event) => {
              const chosen = event.currentTarget.files?.[0];
              event.currentTarget.value = '';
              void takeFile(chosen);
            }}
          />
          <span className={styles.from}>{from ?? say('file.import.drop')}</span>
        </div>
        <Field id={id} label={say('file.import.paste')}>
          {(control) => (
            <textarea
              {...control}
              className={styles.paste}
              rows={text === '' ? 3 : 6}
              spellCheck={false}
              value={text}
              onChange={(event) => take(event.currentTarget.value, null)}
            />
          )}
        </Field>
        <ActionError error={preview.error} />
      </div>
      {preview.data !== undefined && text.trim() !== '' && (
        <div className={settings.panel}>
          <ImportPreview profiles={preview.data.profiles} />
          <ActionError error={imported.error} />
          <div className={settings.buttons}>
            <Button
              loading={imported.isPending}
              disabled={preview.data.profiles.every(({ action }) => action === 'same')}
              onClick={() => imported.mutate(text)}
            >
              {say('file.import.do')}
            </Button>
          </div>
        </div>
      )}
    </SubPage>
  );
}
