import type { ReactNode } from 'react';

import type { CompanionHeader, Dialect, Refusal } from '#shared/dialect/schema.ts';
import type { Profile } from '#shared/domain/profile.ts';

import { type WordKey, useSay } from '../../i18n/i18n.ts';
import { CheckBox } from '../../ui/Field.tsx';
import type { FormState } from '../../ui/form/fields.ts';
import { Fields, FormField } from '../../ui/form/Fields.tsx';
import { Block, Rows } from '../../ui/form/Parts.tsx';
import { Notice } from '../../ui/Notice.tsx';
import form from '../../ui/form/Form.module.css';
import { LimitsMapper } from './limits/LimitsMapper.tsx';
import { valueText } from './draft.ts';
import type { FormatFault } from './faults.ts';
import styles from './Format.module.css';
import { JsonGroup } from './JsonGroup.tsx';
import * as knobs from './knobs.ts';
import { Lab } from './lab/Lab.tsx';
import type { FormatDraft } from './useFormatDraft.ts';

export const GROUPS = [
  'signature',
  'request',
  'limits',
  'answers',
  'refusals',
  'callbacks',
  'json',
] as const;
export type GroupName = (typeof GROUPS)[number];

const GROUP_OF: Readonly<Record<keyof Dialect, GroupName>> = {
  version: 'json',
  signature: 'signature',
  companionHeaders: 'request',
  body: 'request',
  limitRequest: 'limits',
  limitResponse: 'limits',
  envelope: 'answers',
  acceptedStates: 'answers',
  errorPaths: 'answers',
  answerAmounts: 'answers',
  answerCharset: 'answers',
  noErrorValues: 'answers',
  definiteNoStatuses: 'refusals',
  tryLaterStatuses: 'refusals',
  refusals: 'refusals',
  callback: 'callbacks',
};

/** Where a fault is mended. Two headers of one name are seen among the companion headers. */
export function groupOf({ path }: Pick<FormatFault, 'path'>): GroupName {
  const [top] = path.split('.');
  const found = Object.entries(GROUP_OF).find(([key]) => key === top);
  return found === undefined ? 'request' : found[1];
}

export type FormatForm = FormState<Dialect> & {
  /** The words of a fault at this path, or beneath it, whether or not it is due. */
  readonly faultAt: (path: string) => string | null;
  readonly readOnly: boolean;
};

type FormProps = { readonly form: FormatForm };
type Props = FormProps & {
  readonly group: GroupName;
  readonly profile: Profile;
  readonly draft: FormatDraft;
};

export function GroupContent({ group, profile, draft, form: editing }: Props): ReactNode {
  const say = useSay();
  if (group === 'json') {
    return (
      <JsonGroup
        dialect={draft.dialect}
        fileName={`provider-format-${profile.id}.json`}
        onImport={editing.readOnly ? null : draft.replace}
      />
    );
  }
  return (
    <>
      {(group === 'signature' || group === 'refusals') && (
        <p className={form.text}>{say(`format.group.${group}.text`)}</p>
      )}
      <div className={group === 'signature' ? `${styles.beside} stack top gap-20` : undefined}>
        {/* One native switch for all the knobs inside. */}
        <fieldset className={`${styles.fieldset} stack narrow gap-20`} disabled={editing.readOnly}>
          {group === 'limits' ? (
            <LimitsMapper profileId={profile.id} form={editing} />
          ) : (
            <Fields form={editing} of={KNOBS[group]} layout="wide" />
          )}
          {group === 'request' && <CompanionHeaders form={editing} />}
          {group === 'refusals' && <Refusals form={editing} />}
          {group === 'callbacks' && <CallbackParts form={editing} />}
        </fieldset>
        {group === 'signature' && (
          <Lab profile={profile} draft={draft} readOnly={editing.readOnly} />
        )}
      </div>
    </>
  );
}

/** The knobs that each group begins with. */
const KNOBS = {
  signature: knobs.SIGNATURE,
  request: knobs.REQUEST,
  answers: knobs.ANSWERS,
  refusals: knobs.STATUSES,
  callbacks: knobs.CALLBACK,
} as const;

const MOST_HEADERS = 20;
const NEW_HEADERS = [
  ['knob.companions.add', { kind: 'fixed', name: '', value: '' }],
  ['knob.companions.addSecret', { kind: 'secret', name: '', prefix: '' }],
] as const satisfies readonly (readonly [WordKey, CompanionHeader])[];

/** Headers beside the signature: fixed ones with placeholders, and secret ones whose value is in the vault. */
function CompanionHeaders({ form: editing }: FormProps): ReactNode {
  const say = useSay();
  const headers = editing.doc.companionHeaders;
  const canAdd = !editing.readOnly && headers.length < MOST_HEADERS;
  // Two headers without a name yet do not contradict each other.
  const sameHeader = editing.faultAt('companionHeaders') === null ? editing.faultAt('') : null;
  return (
    <Block title={say('knob.companions')} text={say('knob.companions.text')}>
      <Rows<CompanionHeader>
        rows={headers}
        onChange={(next) => editing.set('companionHeaders', next)}
        removes={({ name }) => say('knob.companions.removeNamed', { name })}
        added={canAdd ? NEW_HEADERS.map(([word, header]) => [say(word), header]) : []}
        note={
          sameHeader !== null && (
            <Notice tone="bad" alert>
              {sameHeader}
            </Notice>
          )
        }
      >
        {({ kind }, at) => (
          <Fields
            form={editing}
            of={knobs.headerKnobs(`companionHeaders.${at}`, kind)}
            layout="wide"
          />
        )}
      </Rows>
    </Block>
  );
}

const MOST_REFUSALS = 100;
const EMPTY: Refusal = { status: 200, path: '', value: '', meaning: 'refused', wording: '' };

/** A definite no by what an answer says. */
function Refusals({ form: editing }: FormProps): ReactNode {
  const say = useSay();
  const { refusals } = editing.doc;
  const canAdd = !editing.readOnly && refusals.length < MOST_REFUSALS;
  return (
    <Block title={say('knob.refusals')} text={say('knob.refusals.text')}>
      <Rows
        rows={refusals}
        onChange={(next) => editing.set('refusals', next)}
        removes={({ path, value }) =>
          say('knob.refusals.removeNamed', { path, value: valueText(value) })
        }
        added={canAdd ? [[say('knob.refusals.add'), EMPTY]] : []}
      >
        {(_refusal, at) => (
          <Fields form={editing} of={knobs.refusalKnobs(`refusals.${at}`)} layout="narrow" />
        )}
      </Rows>
    </Block>
  );
}

function CallbackParts({ form: editing }: FormProps): ReactNode {
  const say = useSay();
  const { keys } = editing.doc.callback;
  return (
    <>
      <Block title={say('knob.callback.keys')}>
        <div className={`${form.fields} stack top narrow gap-16`} data-layout="narrow">
          {knobs.CALLBACK_KEYS.map(({ name, knob }) => (
            <div key={name} className="stack gap-4">
              <FormField form={editing} spec={knob} />
              {name !== 'time' && (
                <CheckBox
                  label={say('knob.callback.off')}
                  describes={say(`knob.callback.key.${name}`)}
                  checked={keys[name] === false}
                  onChange={(off) => editing.set(knob.path, off ? false : null)}
                />
              )}
            </div>
          ))}
        </div>
      </Block>
      <Block title={say('knob.callback.signature')}>
        <Fields form={editing} of={knobs.CALLBACK_SIGNATURE} layout="wide" />
      </Block>
    </>
  );
}
