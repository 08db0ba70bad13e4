import { type ReactNode, useEffect, useId, useRef, useState } from 'react';

import { REFUSAL_MEANINGS, type Refusal } from '#shared/dialect/schema.ts';
import { clipText } from '#shared/domain/cutText.ts';
import type { Profile } from '#shared/domain/profile.ts';

import { isFixed } from '../../../client/deskContext.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { ActionError, Notice } from '../../../ui/Notice.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Field } from '../../../ui/Field.tsx';
import { TextField } from '../../../ui/form/Fields.tsx';
import { Form } from '../../../ui/form/Parts.tsx';
import { SelectBox } from '../../../ui/TextBox.tsx';
import type { Veil } from '../../../text/veil.ts';
import { type Leaf, looksUnlike } from './leaves.ts';
import { PastAnswersList } from './PastAnswersList.tsx';
import { usePastAnswers, useTeach } from './queries.ts';
import styles from './Teach.module.css';

type Props = {
  readonly profile: Profile;
  readonly status: number;
  readonly leaves: readonly Leaf[];
  /** The one to begin with. */
  readonly first: Leaf;
  /** Hides the answer's requisites; null: they were revealed. */
  readonly veil: Veil | null;
  readonly onClose: () => void;
};

const LONGEST_WORDING = 120;

/** Names status, path and value; shows what that would have matched; then teaches it. */
export function TeachPanel(props: Props): ReactNode {
  const { profile, status, leaves, first, veil, onClose } = props;
  const say = useSay();
  const id = useId();
  const panel = useRef<HTMLElement>(null);
  const teach = useTeach(profile.id);
  const [path, setPath] = useState(first.path);
  const leaf = leaves.find((candidate) => candidate.path === path) ?? first;
  const known = profile.dialect.refusals.find(
    (own) => own.status === status && own.path === leaf.path && own.value === leaf.value,
  );
  const [meaning, setMeaning] = useState<Refusal['meaning']>(known?.meaning ?? 'no_requisites');
  const [wording, setWording] = useState(known?.wording ?? '');
  // The button that opened it is gone; the keyboard goes on here.
  useEffect(() => panel.current?.querySelector<HTMLElement>('select')?.focus(), []);
  const refusal: Refusal = { status, ...leaf, meaning, wording: wording.trim() };
  const past = usePastAnswers(profile.id, refusal);
  const unlike = looksUnlike(leaf);
  return (
    <section
      ref={panel}
      className={styles.panel}
      aria-labelledby={`${id}-title`}
      onKeyDown={(event) => {
        if (event.code !== 'Escape') return;
        // In the log Escape would close the whole request.
        event.stopPropagation();
        onClose();
      }}
    >
      <div className={styles.head}>
        <h4 id={`${id}-title`} className="text-14 bold">
          {say('teach.title')}
        </h4>
        <Button size="compact-xs" variant="subtle" tone="quiet" onClick={onClose}>
          {say('detail.close')}
        </Button>
      </div>
      <Form className={styles.form} onSubmit={() => teach.mutate(refusal)}>
        <Field
          id={`${id}-leaf`}
          label={say('teach.leaf')}
          fact={say('reason.http', { status })}
          hint={say('teach.leaf.hint', { status, path: leaf.path, value: valueText(leaf, veil) })}
          warning={unlike === null ? null : say(`teach.unlike.${unlike}`)}
        >
          {(control) => (
            <SelectBox
              {...control}
              value={leaf.path}
              onChange={(event) => {
                setPath(event.currentTarget.value);
                teach.reset();
              }}
            >
              {leaves.map((candidate) => (
                <option key={candidate.path} value={candidate.path}>
                  {`${candidate.path} = ${valueText(candidate, veil)}`}
                </option>
              ))}
            </SelectBox>
          )}
        </Field>
        <MeaningFields
          meaning={meaning}
          wording={wording}
          onMeaning={setMeaning}
          onWording={setWording}
        />
        <PastAnswersList past={past} />
        {known !== undefined && !teach.isSuccess && (
          <Notice tone="calm">{say('teach.known')}</Notice>
        )}
        <ActionError error={teach.error} />
        <Ending profile={profile} teach={teach} wording={wording.trim()} meaning={meaning} />
      </Form>
    </section>
  );
}

type MeaningProps = {
  readonly meaning: Refusal['meaning'];
  readonly wording: string;
  readonly onMeaning: (meaning: Refusal['meaning']) => void;
  readonly onWording: (wording: string) => void;
};

function MeaningFields({ meaning, wording, onMeaning, onWording }: MeaningProps): ReactNode {
  const say = useSay();
  const id = useId();
  return (
    <>
      <Field id={`${id}-meaning`} label={say('teach.meaning')}>
        {(control) => (
          <SelectBox
            {...control}
            value={meaning}
            onChange={(event) => {
              const chosen = REFUSAL_MEANINGS.find((name) => name === event.currentTarget.value);
              if (chosen !== undefined) onMeaning(chosen);
            }}
          >
            {REFUSAL_MEANINGS.map((name) => (
              <option key={name} value={name}>
                {say(`meaning.${name}`)}
              </option>
            ))}
          </SelectBox>
        )}
      </Field>
      <TextField
        id={`${id}-wording`}
        label={say('teach.wording')}
        hint={say('teach.wording.hint')}
        maxLength={LONGEST_WORDING}
        placeholder={say(`meaning.${meaning}`)}
        value={wording}
        onText={onWording}
      />
    </>
  );
}

type EndingProps = {
  readonly profile: Profile;
  readonly teach: ReturnType<typeof useTeach>;
  readonly wording: string;
  readonly meaning: Refusal['meaning'];
};

function Ending({ profile, teach, wording, meaning }: EndingProps): ReactNode {
  const say = useSay();
  if (isFixed(profile)) return <Notice tone="calm">{say('teach.fixed')}</Notice>;
  return (
    <>
      <div>
        <Button type="submit" loading={teach.isPending}>
          {say('teach.do')}
        </Button>
      </div>
      <div role="status">
        {teach.isSuccess && (
          <Notice tone="good" title={say('teach.done')}>
            {say('teach.done.text', {
              profile: profile.name,
              wording: wording === '' ? say(`meaning.${meaning}`) : wording,
            })}
          </Notice>
        )}
      </div>
    </>
  );
}

const LONGEST_SHOWN = 80;

function valueText({ value }: Leaf, veil: Veil | null): string {
  const whole = JSON.stringify(value);
  if (veil === null) return clipText(whole, LONGEST_SHOWN);
  // A string is hidden as what it means, before anything is cut off: half a number would not be found.
  const shown = typeof value === 'string' ? JSON.stringify(veil(value)) : veil(whole);
  return clipText(shown, LONGEST_SHOWN);
}
