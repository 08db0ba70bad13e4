import { IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, memo, useId } from 'react';

import type { Flow } from '#shared/domain/deposit.ts';
import type { DraftField } from '#shared/domain/draft.ts';

import { useDesk } from '../../../client/deskContext.ts';
import { useOwnCallbackUrl } from '../../../client/listener.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { Field } from '../../../ui/Field.tsx';
import { TextBox } from '../../../ui/TextBox.tsx';
import { fieldId } from './fieldId.ts';
import { type FieldNotes, NO_NOTE } from './fieldNotes.ts';
import { type Draft, isFilledIn, moreFieldsOf } from './draft.ts';
import { PhoneBox } from './PhoneBox.tsx';
import styles from './RequestDesk.module.css';

type Props = {
  readonly flow: Flow;
  readonly open: boolean;
  readonly onToggle: () => void;
  readonly busy: boolean;
  readonly draft: Draft;
  readonly notes: FieldNotes;
  readonly onText: (field: DraftField, text: string) => void;
  readonly onLeave: (field: DraftField) => void;
};

/** Folded, it says only what the profile has filled in: a key in another field changes none of that. */
function isSame(left: Props, right: Props): boolean {
  if (left.open || right.open || left.flow !== right.flow) return false;
  return (
    left.onToggle === right.onToggle &&
    left.draft.filledIn === right.draft.filledIn &&
    moreFieldsOf(left.flow).every(
      ({ field }) => left.draft.texts[field] === right.draft.texts[field],
    )
  );
}

export const MoreFields = memo(function MoreFields(props: Props): ReactNode {
  const say = useSay();
  const contentId = useId();
  const summaryId = useId();
  const { texts } = props.draft;
  const fields = moreFieldsOf(props.flow);
  const byProfile = fields.filter(({ field }) => isFilledIn(props.draft, field));
  const replaces = useReplacesAccount(texts.callback_url);
  const filledIn =
    byProfile.length === 0
      ? say(`form.more.${props.flow}`)
      : say('form.more.filledIn', { fields: byProfile.map(({ word }) => say(word)).join(', ') });
  const summary = replaces ? say('form.more.replaces') : filledIn;
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
        <span id={summaryId} aria-hidden="true" data-warns={replaces}>
          {`· ${summary}`}
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
                warning={
                  note.warning ??
                  (field === 'callback_url' && replaces ? say('form.callback.replaces') : null)
                }
                hint={hintOf(props.draft, field, say(`${word}.omitted`), say('form.filledIn'))}
              >
                {(control) =>
                  type === 'tel' ? (
                    <PhoneBox
                      {...control}
                      readOnly={props.busy}
                      value={texts[field]}
                      onText={(text) => props.onText(field, text)}
                      onBlur={() => props.onLeave(field)}
                    />
                  ) : (
                    <TextBox
                      {...control}
                      // Not `url`: the browser's own check would speak before ours does.
                      inputMode={type}
                      readOnly={props.busy}
                      value={texts[field]}
                      onChange={(event) => props.onText(field, event.currentTarget.value)}
                      onBlur={() => props.onLeave(field)}
                    />
                  )
                }
              </Field>
            );
          })}
      </div>
    </>
  );
}, isSame);

/** Live, and the provider is told to call here: for this request the address in the merchant's account counts no more. */
function useReplacesAccount(callbackUrl: string): boolean {
  const { profile } = useDesk();
  const own = useOwnCallbackUrl(profile);
  return profile.mode === 'live' && own !== null && callbackUrl.trim() === own;
}

/** What omission means; or whose text it is. */
function hintOf(draft: Draft, field: DraftField, omitted: string, filledIn: string): string | null {
  if (draft.texts[field].trim() === '') return omitted;
  return isFilledIn(draft, field) ? filledIn : null;
}
