import { TextInput } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';

import type { Flow } from '#shared/domain/deposit.ts';
import type { DraftField } from '#shared/domain/draft.ts';

import { useSay } from '../../i18n/i18n.ts';
import { Field } from '../../ui/Field.tsx';
import { fieldId } from './fieldId.ts';
import { type FieldNotes, NO_NOTE } from './fieldNotes.ts';
import type { Texts } from './draft.ts';
import styles from './RequestDesk.module.css';

const ALL = [
  { field: 'customer_phone_number', word: 'form.phone', type: 'tel' },
  { field: 'callback_url', word: 'form.callback', type: 'url' },
  { field: 'success_url', word: 'form.success', type: 'url' },
  { field: 'reject_url', word: 'form.reject', type: 'url' },
] as const;

/** 2.4: no phone in the payment page flow. */
export function moreFieldsOf(flow: Flow): readonly (typeof ALL)[number][] {
  return flow === 'create' ? ALL : ALL.filter(({ field }) => field !== 'customer_phone_number');
}

type Props = {
  readonly flow: Flow;
  readonly open: boolean;
  readonly onToggle: () => void;
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
                  <TextInput
                    {...control}
                    // Not `url`: the browser's own check would speak before ours does.
                    type={type === 'tel' ? 'tel' : 'text'}
                    inputMode={type}
                    autoComplete="off"
                    spellCheck={false}
                    className={styles.control ?? ''}
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
