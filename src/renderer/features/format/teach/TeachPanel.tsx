import { type ReactNode, useEffect, useId, useRef, useState } from 'react';

import { REFUSAL_MEANINGS, type Refusal } from '#shared/dialect/schema.ts';
import { clipText } from '#shared/domain/cutText.ts';
import type { Profile } from '#shared/domain/profile.ts';

import { isFixed } from '../../../client/deskContext.ts';
import { KEYS } from '../../../client/keys.ts';
import { type Mutation, useOperation } from '../../../client/operation.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { ActionError, Notice } from '../../../ui/Notice.tsx';
import { Button } from '../../../ui/Button.tsx';
import { type FieldSpec, choices, field, withValueAt } from '../../../ui/form/fields.ts';
import { Fields } from '../../../ui/form/Fields.tsx';
import { Form } from '../../../ui/form/Parts.tsx';
import type { Veil } from '../../../text/veil.ts';
import { type Leaf, looksUnlike } from './leaves.ts';
import { PastAnswersList } from './PastAnswersList.tsx';

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

type Taught = Pick<Refusal, 'path' | 'meaning' | 'wording'>;

/** Names status, path and value; shows what that would have matched; then teaches it. */
export function TeachPanel(props: Props): ReactNode {
  const { profile, status, leaves, first, veil, onClose } = props;
  const say = useSay();
  const id = useId();
  const panel = useRef<HTMLElement>(null);
  const teach = useOperation('format.teach', (cache) =>
    cache.invalidateQueries({ queryKey: KEYS.profiles }),
  );
  const knownAt = ({ path, value }: Leaf): Refusal | undefined =>
    profile.dialect.refusals.find(
      (own) => own.status === status && own.path === path && own.value === value,
    );
  const [taught, setTaught] = useState<Taught>(() => {
    const { meaning = 'no_requisites', wording = '' } = knownAt(first) ?? {};
    return { path: first.path, meaning, wording };
  });
  const leafOf = (path: string): Leaf => leaves.find((leaf) => leaf.path === path) ?? first;
  const leaf = leafOf(taught.path);
  const refusal: Refusal = { ...taught, ...leaf, status, wording: taught.wording.trim() };
  const unlike = looksUnlike(leaf);
  // The button that opened it is gone; the keyboard goes on here.
  useEffect(() => panel.current?.querySelector<HTMLElement>('select')?.focus(), []);
  const fields: readonly FieldSpec<Taught>[] = [
    {
      path: 'path',
      kind: 'choice',
      label: 'teach.leaf',
      hint: () => say('teach.leaf.hint', { status, path: leaf.path, value: valueText(leaf, veil) }),
      options: leaves.map(({ path }) => path),
      optionLabel: (path) => `${path} = ${valueText(leafOf(path), veil)}`,
    },
    {
      path: 'meaning',
      kind: 'choice',
      label: 'teach.meaning',
      ...choices(REFUSAL_MEANINGS, (name) => `meaning.${name}`),
    },
    field('text', 'wording', 'teach.wording', {
      maxLength: LONGEST_WORDING,
      placeholder: (_say, { meaning }) => say(`meaning.${meaning}`),
    }),
  ];
  return (
    <section
      ref={panel}
      className="stack gap-12 pad-16 framed-control round-12 on-ground"
      aria-labelledby={`${id}-title`}
      onKeyDown={(event) => {
        if (event.code !== 'Escape') return;
        // In the log Escape would close the whole request.
        event.stopPropagation();
        onClose();
      }}
    >
      <div className="row wrap between gap-12">
        <h4 id={`${id}-title`} className="text-14 bold">
          {say('teach.title')}
        </h4>
        <Button size="compact-xs" variant="subtle" tone="quiet" onClick={onClose}>
          {say('detail.close')}
        </Button>
      </div>
      <Form
        className="stack gap-12"
        onSubmit={() => teach.mutate({ profileId: profile.id, refusal })}
      >
        <Fields
          of={fields}
          form={{
            doc: taught,
            set: (path, value) => {
              setTaught(withValueAt(taught, path, value));
              if (path === 'path') teach.reset();
            },
            idOf: (path) => `${id}-${path}`,
            errorAt: () => null,
            warningAt: (path) =>
              path === 'path' && unlike !== null ? say(`teach.unlike.${unlike}`) : null,
          }}
        />
        <PastAnswersList profileId={profile.id} refusal={refusal} />
        {knownAt(leaf) !== undefined && !teach.isSuccess && (
          <Notice tone="calm">{say('teach.known')}</Notice>
        )}
        <ActionError error={teach.error} />
        <Ending profile={profile} teach={teach} refusal={refusal} />
      </Form>
    </section>
  );
}

type EndingProps = {
  readonly profile: Profile;
  readonly teach: Mutation<'format.teach'>;
  readonly refusal: Refusal;
};

function Ending({ profile, teach, refusal: { meaning, wording } }: EndingProps): ReactNode {
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
