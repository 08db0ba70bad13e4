import { IconChevronRight } from '@tabler/icons-react';
import { type ComponentProps, type ReactNode, memo, useId, useLayoutEffect, useRef } from 'react';

import type { Flow } from '#shared/domain/deposit.ts';
import type { DraftField } from '#shared/domain/draft.ts';
import { type Deletion, retypePhone } from '#shared/domain/phone.ts';
import { SCENARIOS, type Scenario, scenarioSchema } from '#shared/domain/scenario.ts';

import { useDesk } from '../../../client/deskContext.ts';
import { useOwnCallbackUrl } from '../../../client/listener.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { Field } from '../../../ui/Field.tsx';
import { SelectBox, TextBox } from '../../../ui/TextBox.tsx';
import { fieldId } from './fieldId.ts';
import { type FieldNotes, NO_NOTE } from './fieldNotes.ts';
import { type Draft, isFilledIn, moreFieldsOf } from './draft.ts';
import styles from './RequestDesk.module.css';

type Props = {
  readonly flow: Flow;
  readonly open: boolean;
  readonly onToggle: () => void;
  readonly draft: Draft;
  readonly notes: FieldNotes;
  readonly onText: (field: DraftField, text: string) => void;
  readonly onLeave: (field: DraftField) => void;
  /** Null where the provider has no scenarios. */
  readonly scenario: Scenario | null;
  readonly onScenario: (scenario: Scenario) => void;
};

/** Folded, it says only what the profile has filled in: a key in another field changes none of that. */
function isSame(left: Props, right: Props): boolean {
  if (left.open || right.open || left.flow !== right.flow) return false;
  return (
    left.onToggle === right.onToggle &&
    left.scenario === right.scenario &&
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
  const { profile } = useDesk();
  const own = useOwnCallbackUrl(profile);
  const isOwn = own !== null && texts.callback_url.trim() === own;
  // Live, and the provider is told to call here: for this request the address in the merchant's account counts no more.
  const replaces = isOwn && profile.mode === 'live';
  const byProfile = fields.filter(
    ({ field }) => isFilledIn(props.draft, field) && !(field === 'callback_url' && isOwn),
  );
  const filledIn =
    byProfile.length === 0
      ? say(`form.more.${props.flow}`)
      : say('form.more.filledIn', { fields: byProfile.map(({ word }) => say(word)).join(', ') });
  const { scenario } = props;
  const summary = replaces
    ? say('form.more.replaces')
    : scenario === null || scenario === 'plain'
      ? filledIn
      : say(`scenario.${scenario}`);
  return (
    <>
      <button
        type="button"
        className={`quiet fit ${styles.more}`}
        aria-expanded={props.open}
        aria-controls={contentId}
        aria-describedby={summaryId}
        onClick={props.onToggle}
      >
        <IconChevronRight size={14} className="chevron" aria-hidden="true" />
        {say('form.more')}
        <span id={summaryId} aria-hidden="true" data-warns={replaces}>
          {`· ${summary}`}
        </span>
      </button>
      <div id={contentId} className="stack gap-12" hidden={!props.open}>
        {props.open && scenario !== null && (
          <ScenarioField chosen={scenario} onChoose={props.onScenario} />
        )}
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
                      value={texts[field]}
                      onText={(text) => props.onText(field, text)}
                      onBlur={() => props.onLeave(field)}
                    />
                  ) : (
                    <TextBox
                      {...control}
                      // Not `url`: the browser's own check would speak before ours does.
                      inputMode={type}
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

/** What omission means; or whose text it is. */
function hintOf(draft: Draft, field: DraftField, omitted: string, filledIn: string): string | null {
  if (draft.texts[field].trim() === '') return omitted;
  return isFilledIn(draft, field) ? filledIn : null;
}

type ScenarioProps = {
  readonly chosen: Scenario;
  readonly onChoose: (scenario: Scenario) => void;
};

/** How the embedded provider answers the next request, so that newcomers can practise. */
function ScenarioField({ chosen, onChoose }: ScenarioProps): ReactNode {
  const say = useSay();
  return (
    <Field
      id="scenario"
      label={say('scenario.name')}
      hint={chosen === 'plain' ? null : say(`scenario.${chosen}.meaning`)}
    >
      {(control) => (
        <SelectBox
          {...control}
          value={chosen}
          onChange={(event) => onChoose(scenarioSchema.parse(event.currentTarget.value))}
        >
          {SCENARIOS.map((name) => (
            <option key={name} value={name}>
              {say(`scenario.${name}`)}
            </option>
          ))}
        </SelectBox>
      )}
    </Field>
  );
}

type PhoneProps = Omit<ComponentProps<typeof TextBox>, 'value' | 'onChange' | 'ref' | 'type'> & {
  readonly value: string;
  readonly onText: (text: string) => void;
};

const DELETIONS: Readonly<Record<string, Deletion>> = {
  deleteContentBackward: 'back',
  deleteContentForward: 'ahead',
};

/** Groups the digits as they are typed; the caret stays behind the digit that it stood behind. */
function PhoneBox({ value, onText, ...box }: PhoneProps): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (caret.current !== null) input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });
  return (
    <TextBox
      {...box}
      ref={input}
      type="tel"
      inputMode="tel"
      value={value}
      onChange={({ currentTarget, nativeEvent }) => {
        const how = nativeEvent instanceof InputEvent ? DELETIONS[nativeEvent.inputType] : null;
        const typed = {
          text: currentTarget.value,
          caret: currentTarget.selectionEnd ?? currentTarget.value.length,
        };
        const shown = retypePhone(value, typed, how ?? null);
        caret.current = shown.caret;
        onText(shown.text);
      }}
    />
  );
}
