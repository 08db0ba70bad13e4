import { type ReactNode, useId } from 'react';

import type { IntentId } from '#shared/domain/ids.ts';

import { usePrivacy } from '../../../client/deskContext.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { ActionError } from '../../../ui/Notice.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Field } from '../../../ui/Field.tsx';
import { KeyCap } from '../../../ui/KeyCap.tsx';
import { ENTER_NAME, MOD_NAME, isMod } from '../../../ui/keys.ts';
import { TextArea } from '../../../ui/TextBox.tsx';
import styles from './Detail.module.css';
import { useNote, useNoteDraft } from './queries.ts';

/** As long as the log takes it. */
const MOST_CHARACTERS = 2000;

/** Beneath the timeline, where it will stand. */
export function AddNote({ intentId }: { readonly intentId: IntentId }): ReactNode {
  const draft = useNoteDraft(intentId);
  const note = useNote();
  const add = (text: string, onSuccess: () => void): void =>
    note.mutate({ intentId, text }, { onSuccess });
  return <NoteForm draft={draft} note={note} onAdd={add} />;
}

type FormProps = {
  readonly draft: readonly [string, (text: string) => void];
  readonly note: { readonly isPending: boolean; readonly error: Error | null };
  /** `onSuccess` empties the draft. */
  readonly onAdd: (text: string, onSuccess: () => void) => void;
};

/** A note about a request or a customer. */
export function NoteForm({ draft: [text, setText], note, onAdd }: FormProps): ReactNode {
  const say = useSay();
  const isPrivate = usePrivacy().on;
  const isBlank = text.trim() === '';
  const add = (): void => {
    if (!isBlank && !note.isPending) onAdd(text.trim(), () => setText(''));
  };
  return (
    <form
      className={`${styles.addNote} stack gap-8 above-4`}
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <Field id={useId()} label={say('note.label')} fact={factOf(text)}>
        {(control) => (
          <TextArea
            {...control}
            rows={2}
            maxLength={MOST_CHARACTERS}
            placeholder={say('note.placeholder')}
            // Read-only, not disabled: a disabled field would lose the focus.
            readOnly={note.isPending}
            data-private={isPrivate}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (!isMod(event.nativeEvent) || event.code !== 'Enter') return;
              event.preventDefault();
              add();
            }}
          />
        )}
      </Field>
      <ActionError error={note.error} />
      <Button
        type="submit"
        size="xs"
        variant="default"
        loading={note.isPending}
        disabled={isBlank}
        rightSection={<KeyCap>{`${MOD_NAME} ${ENTER_NAME}`}</KeyCap>}
      >
        {say('note.add')}
      </Button>
    </form>
  );
}

/** Only where it comes near the limit. */
function factOf(text: string): string | null {
  return text.length > MOST_CHARACTERS * 0.8 ? `${text.length} / ${MOST_CHARACTERS}` : null;
}
