import { Button } from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';

import { REFUSAL_MEANINGS, type Refusal } from '#shared/dialect/schema.ts';
import type { Profile } from '#shared/domain/profile.ts';

import { isFixed } from '../../client/fixedProfile.ts';
import { useSay } from '../../i18n/i18n.ts';
import { ActionError } from '../../ui/ActionError.tsx';
import { Field } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { SelectBox, TextBox } from '../../ui/TextBox.tsx';
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
  readonly onClose: () => void;
};

const LONGEST_WORDING = 120;

/** Names status, path and value; shows what that would have matched; then teaches it. */
export function TeachPanel({ profile, status, leaves, first, onClose }: Props): ReactNode {
  const say = useSay();
  const id = useId();
  const panel = useRef<HTMLElement>(null);
  const teach = useTeach(profile.id);
  const [path, setPath] = useState(first.path);
  const [meaning, setMeaning] = useState<Refusal['meaning']>('no_requisites');
  const [wording, setWording] = useState('');
  const leaf = leaves.find((candidate) => candidate.path === path) ?? first;
  // The button that opened it is gone; the keyboard goes on here.
  useEffect(() => panel.current?.querySelector<HTMLElement>('select')?.focus(), []);
  const refusal: Refusal = { status, ...leaf, meaning, wording: wording.trim() };
  const past = usePastAnswers(profile.id, refusal);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    teach.mutate(refusal);
  };
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
        <h4 id={`${id}-title`} className={styles.title}>
          {say('teach.title')}
        </h4>
        <Button size="compact-xs" variant="subtle" color="gray" onClick={onClose}>
          {say('detail.close')}
        </Button>
      </div>
      <form className={styles.form} noValidate onSubmit={submit}>
        <Field
          id={`${id}-leaf`}
          label={say('teach.leaf')}
          fact={say('reason.http', { status })}
          hint={say('teach.leaf.hint', { status, path: leaf.path, value: valueText(leaf) })}
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
                  {`${candidate.path} = ${valueText(candidate)}`}
                </option>
              ))}
            </SelectBox>
          )}
        </Field>
        <Segments
          id={`${id}-meaning`}
          label={say('teach.meaning')}
          value={meaning}
          options={REFUSAL_MEANINGS.map((value) => ({ value, label: say(`meaning.${value}`) }))}
          onChange={setMeaning}
        />
        <Field id={`${id}-wording`} label={say('teach.wording')} hint={say('teach.wording.hint')}>
          {(control) => (
            <TextBox
              {...control}
              maxLength={LONGEST_WORDING}
              placeholder={say(`meaning.${meaning}`)}
              value={wording}
              onChange={(event) => setWording(event.currentTarget.value)}
            />
          )}
        </Field>
        <PastAnswersList past={past} />
        <ActionError error={teach.error} />
        <Ending profile={profile} teach={teach} wording={wording.trim()} meaning={meaning} />
      </form>
    </section>
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

function valueText({ value }: Leaf): string {
  const text = JSON.stringify(value);
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
}
