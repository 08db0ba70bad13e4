import { IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';

import type { Flow } from '#shared/domain/deposit.ts';
import type { DraftField } from '#shared/domain/draft.ts';

import { useSay } from '../../i18n/i18n.ts';
import { Field } from '../../ui/Field.tsx';
import { TextBox } from '../../ui/TextBox.tsx';
import { fieldId } from './fieldId.ts';
import { type FieldNotes, NO_NOTE } from './fieldNotes.ts';
import type { Texts } from './draft.ts';
import { moreFieldsOf } from './moreFieldsOf.ts';
import styles from './RequestDesk.module.css';

type Props = {
  readonly flow: Flow;
  readonly open: boolean;
  readonly onToggle: () => void;
  readonly busy: boolean;
  readonly texts: Texts;
  readonly notes: FieldNotes;
  readonly onText: (field: DraftField, text: string) => void;
  readonly onLeave: (field: DraftField) => void;
};

export function MoreFields(props: Props): ReactNode {
  const say = useSay();
  const contentId = useId();
  const summaryId = useId();
  const fields = moreFieldsOf(props.flow);
  return (
    <>
      <button
        type="button"
        className={styles.more}
        aria-expanded={props.open}
        aria-controls={contentId}
        aria-describedby={summaryId}
        onClick={props.onToggle}
      >
        <IconChevronRight size={14} className={styles.chevron} aria-hidden="true" />
        {say('form.more')}
        <span id={summaryId} aria-hidden="true">
          {`· ${say(`form.more.${props.flow}`)}`}
        </span>
      </button>
      <div id={contentId} className={styles.moreFields} hidden={!props.open}>
        {props.open &&
          fields.map(({ field, word, type }) => {
            const note = props.notes[field] ?? NO_NOTE;
            return (
              <Field
                key={field}
                id={fieldId(field)}
                label={say(word)}
                error={note.error}
                warning={note.warning}
                hint={props.texts[field].trim() === '' ? say(`${word}.omitted`) : null}
              >
                {(control) => (
                  <TextBox
                    {...control}
                    // Not `url`: the browser's own check would speak before ours does.
                    type={type === 'tel' ? 'tel' : 'text'}
                    inputMode={type}
                    readOnly={props.busy}
                    value={props.texts[field]}
                    onChange={(event) => props.onText(field, event.currentTarget.value)}
                    onBlur={() => props.onLeave(field)}
                  />
                )}
              </Field>
            );
          })}
      </div>
    </>
  );
}
