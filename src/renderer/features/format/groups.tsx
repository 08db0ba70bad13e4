import type { ReactNode } from 'react';

import type { Dialect } from '#shared/dialect/schema.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { assertNever } from '#shared/domain/result.ts';

import { useSay } from '../../i18n/i18n.ts';
import { AnswersGroup } from './AnswersGroup.tsx';
import { CallbacksGroup } from './CallbacksGroup.tsx';
import type { Editing } from './editing.ts';
import type { FormatFault } from './faults.ts';
import styles from './Format.module.css';
import { JsonGroup } from './JsonGroup.tsx';
import { Lab } from './lab/Lab.tsx';
import { LimitsGroup } from './LimitsGroup.tsx';
import { RefusalsGroup } from './RefusalsGroup.tsx';
import { RequestGroup } from './RequestGroup.tsx';
import { SignatureKnobs } from './SignatureKnobs.tsx';
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

type Props = {
  readonly group: GroupName;
  readonly profile: Profile;
  readonly draft: FormatDraft;
  readonly editing: Editing;
};

export function GroupContent({ group, profile, draft, editing }: Props): ReactNode {
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
      <p className={styles.explanation}>{say(`format.group.${group}.text`)}</p>
      {group === 'signature' ? (
        <div className={styles.beside}>
          <Fixed editing={editing}>
            <SignatureKnobs
              value={draft.dialect.signature}
              path="signature"
              editing={editing}
              onChange={(changes) =>
                draft.set('signature', { ...draft.dialect.signature, ...changes })
              }
            />
          </Fixed>
          <Lab profile={profile} draft={draft} readOnly={editing.readOnly} />
        </div>
      ) : (
        <Fixed editing={editing}>
          <Knobs group={group} profile={profile} editing={editing} />
        </Fixed>
      )}
    </>
  );
}

/** One native switch for all the knobs inside. */
function Fixed({
  editing,
  children,
}: {
  readonly editing: Editing;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <fieldset className={styles.fieldset} disabled={editing.readOnly}>
      {children}
    </fieldset>
  );
}

type KnobsProps = {
  readonly group: Exclude<GroupName, 'json' | 'signature'>;
  readonly profile: Profile;
  readonly editing: Editing;
};

function Knobs({ group, profile, editing }: KnobsProps): ReactNode {
  switch (group) {
    case 'request':
      return <RequestGroup editing={editing} />;
    case 'limits':
      return <LimitsGroup profile={profile} editing={editing} />;
    case 'answers':
      return <AnswersGroup editing={editing} />;
    case 'refusals':
      return <RefusalsGroup editing={editing} />;
    case 'callbacks':
      return <CallbacksGroup editing={editing} />;
    default:
      return assertNever(group);
  }
}
