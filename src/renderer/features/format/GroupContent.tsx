import type { ReactNode } from 'react';

import type { CompanionHeader, Dialect, Refusal } from '#shared/dialect/schema.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { assertNever } from '#shared/domain/result.ts';

import { type WordKey, useSay } from '../../i18n/i18n.ts';
import { CheckBox } from '../../ui/Field.tsx';
import type { FormState } from '../../ui/form/fields.ts';
import { Fields, FormField } from '../../ui/form/Fields.tsx';
import { Block, Rows } from '../../ui/form/Parts.tsx';
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
  // One native switch for all the knobs inside.
  const fixed = (
    <fieldset className={styles.fieldset} disabled={editing.readOnly}>
      <Knobs group={group} profile={profile} form={editing} />
    </fieldset>
  );
  return (
    <>
      <p className={form.text}>{say(`format.group.${group}.text`)}</p>
      {group === 'signature' ? (
        <div className={styles.beside}>
          {fixed}
          <Lab profile={profile} draft={draft} readOnly={editing.readOnly} />
        </div>
      ) : (
        fixed
      )}
    </>
  );
}

const SIGNATURE = knobs.signatureKnobs('signature');
const CALLBACK_SIGNATURE = knobs.signatureKnobs('callback.signature');

type KnobsProps = FormProps & {
  readonly group: Exclude<GroupName, 'json'>;
  readonly profile: Profile;
};

function Knobs({ group, profile, form: editing }: KnobsProps): ReactNode {
  switch (group) {
    case 'signature':
      return <Fields form={editing} of={SIGNATURE} layout="wide" />;
    case 'request':
      return (
        <>
          <Fields form={editing} of={knobs.REQUEST} layout="wide" />
          <CompanionHeaders form={editing} />
        </>
      );
    case 'limits':
      return <LimitsMapper profileId={profile.id} form={editing} />;
    case 'answers':
      return <Fields form={editing} of={knobs.ANSWERS} layout="wide" />;
    case 'refusals':
      return (
        <>
          <Fields form={editing} of={knobs.STATUSES} layout="wide" />
          <Refusals form={editing} />
        </>
      );
    case 'callbacks':
      return <Callbacks form={editing} />;
    default:
      return assertNever(group);
  }
}

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
            <p role="alert" className={styles.fault}>
              {sameHeader}
            </p>
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
      {refusals.length === 0 && <p className={form.empty}>{say('knob.refusals.none')}</p>}
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

function Callbacks({ form: editing }: FormProps): ReactNode {
  const say = useSay();
  const { keys, signature } = editing.doc.callback;
  return (
    <>
      <Fields form={editing} of={knobs.CALLBACK} layout="wide" />
      <Block title={say('knob.callback.keys')}>
        <div className={form.fields} data-layout="narrow">
          {knobs.CALLBACK_KEYS.map((name) => (
            <div key={name} className={styles.key}>
              <FormField form={editing} spec={knobs.callbackKeyKnob(name)} />
              {name !== 'time' && (
                <CheckBox
                  label={say('knob.callback.off')}
                  describes={say(`knob.callback.key.${name}`)}
                  checked={keys[name] === false}
                  onChange={(off) => editing.set(`callback.keys.${name}`, off ? false : null)}
                />
              )}
            </div>
          ))}
        </div>
        <Fields form={editing} of={[knobs.CALLBACK_AMOUNT]} layout="wide" />
      </Block>
      <Block title={say('knob.callback.signature')}>
        <Fields form={editing} of={[knobs.CALLBACK_SIGNED]} layout="wide" />
        {signature !== null && (
          <>
            <Fields form={editing} of={knobs.CALLBACK_RECIPE} layout="wide" />
            <Fields form={editing} of={CALLBACK_SIGNATURE} layout="wide" />
          </>
        )}
      </Block>
    </>
  );
}
