import type { ReactNode } from 'react';

import type { Person } from '#shared/domain/people.ts';

import { useSay } from '../../i18n/i18n.ts';
import { SmallButton } from '../../ui/form/Buttons.tsx';
import { ActionError, Notice } from '../../ui/Notice.tsx';
import { useChangeRules, useRules } from './queries.ts';

type NoSetUpProps = { readonly people: readonly Person[]; readonly onAdd: () => void };

/** The first person is a supervisor, and supervisors do not set up merchants by default: then no one can. */
export function NoSetUp({ people, onAdd }: NoSetUpProps): ReactNode {
  const say = useSay();
  const rules = useRules().data;
  const change = useChangeRules();
  if (rules === undefined) return null;
  const { roles } = rules;
  if (people.some(({ role, isArchived }) => !isArchived && roles[role].includes('set_up'))) {
    return null;
  }
  const give = (): void =>
    change.mutate({ ...rules, roles: { ...roles, supervisor: [...roles.supervisor, 'set_up'] } });
  return (
    <>
      <Notice
        tone="unknown"
        title={say('people.noSetUp')}
        actions={
          <>
            <SmallButton look="filled" onClick={onAdd}>
              {say('people.noSetUp.add')}
            </SmallButton>
            <SmallButton loading={change.isPending} onClick={give}>
              {say('people.noSetUp.give')}
            </SmallButton>
          </>
        }
      >
        {say('people.noSetUp.text')}
      </Notice>
      <ActionError error={change.error} />
    </>
  );
}
