import { type ReactNode, type RefObject, useId, useRef, useState } from 'react';

import { type PeopleRules, peopleRulesSchema } from '#shared/domain/people.ts';
import { PERMISSIONS, type Permission, ROLES, type Role } from '#shared/domain/permission.ts';

import type { Mutation } from '../../client/operation.ts';
import { useSay } from '../../i18n/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { useFocusIfLost } from '../../ui/focus.ts';
import form from '../../ui/form/Form.module.css';
import { Form, Panel } from '../../ui/form/Parts.tsx';
import { ActionError, QueryError } from '../../ui/Notice.tsx';
import { TextField } from '../../ui/TextField.tsx';
import styles from './People.module.css';
import { useChangeRules, useRules } from './queries.ts';

/** Which role may do what, and when the desk locks. */
export function Rules(): ReactNode {
  const say = useSay();
  const rules = useRules();
  const change = useChangeRules();
  const save = useRef<HTMLButtonElement>(null);
  // What was saved is a form of its own, and the button that was pressed went with the one before.
  useFocusIfLost(save, change.isSuccess);
  return (
    <Panel title={say('people.rules')} text={say('people.rules.text')}>
      <QueryError of={rules} />
      {rules.data !== undefined && (
        <RulesForm
          key={JSON.stringify(rules.data)}
          saved={rules.data}
          change={change}
          save={save}
        />
      )}
      <p role="status" className="live good medium">
        {change.isSuccess && say('people.rules.saved')}
      </p>
    </Panel>
  );
}

type FormProps = {
  readonly saved: PeopleRules;
  readonly change: Mutation<'people.changeRules'>;
  readonly save: RefObject<HTMLButtonElement | null>;
};

function RulesForm({ saved, change, save }: FormProps): ReactNode {
  const say = useSay();
  const id = useId();
  const [roles, setRoles] = useState(saved.roles);
  const [idle, setIdle] = useState(String(saved.idleMinutes ?? ''));
  const [isTold, setTold] = useState(false);
  const read = peopleRulesSchema.safeParse({ roles, idleMinutes: minutesOf(idle) });
  const submit = (): void => {
    setTold(!read.success);
    if (read.success) change.mutate(read.data);
    else document.getElementById(id)?.focus();
  };
  const toggle = (role: Role, permission: Permission, isGiven: boolean): void =>
    setRoles((last) => ({
      ...last,
      [role]: PERMISSIONS.filter((one) =>
        one === permission ? isGiven : last[role].includes(one),
      ),
    }));
  return (
    <Form className="stack gap-16" onSubmit={submit}>
      <Grid roles={roles} onToggle={toggle} />
      <div className={styles.form}>
        <TextField
          id={id}
          label={say('people.idle')}
          hint={say('people.idle.hint')}
          error={isTold && !read.success ? say('people.idle.fault') : null}
          inputMode="numeric"
          value={idle}
          onText={setIdle}
        />
      </div>
      <ActionError error={change.error} />
      <div className="row wrap middle gap-8">
        <Button ref={save} type="submit" loading={change.isPending}>
          {say('people.rules.save')}
        </Button>
      </div>
    </Form>
  );
}

/** Empty: never by itself. NaN is refused by the schema. */
function minutesOf(text: string): number | null {
  return text.trim() === '' ? null : Number(text);
}

type GridProps = {
  readonly roles: PeopleRules['roles'];
  readonly onToggle: (role: Role, permission: Permission, isGiven: boolean) => void;
};

function Grid({ roles, onToggle }: GridProps): ReactNode {
  const say = useSay();
  return (
    <div className={`${form.tableFrame} framed round-12`}>
      <table className={`${form.table} ${styles.grid}`}>
        <caption className="spoken">{say('people.rules')}</caption>
        <thead>
          <tr>
            <th scope="col">{say('people.rules.permission')}</th>
            {ROLES.map((role) => (
              <th key={role} scope="col">
                {say(`person.role.${role}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {PERMISSIONS.map((permission) => (
            <tr key={permission}>
              <th scope="row">{say(`people.may.${permission}`)}</th>
              {ROLES.map((role) => (
                <td key={role}>
                  <input
                    type="checkbox"
                    className="tick"
                    aria-label={say('people.rules.box', {
                      role: say(`person.role.${role}`),
                      permission: say(`people.may.${permission}`),
                    })}
                    checked={roles[role].includes(permission)}
                    // Core keeps this one: without it the permission could not be given back.
                    disabled={role === 'supervisor' && permission === 'people'}
                    onChange={({ currentTarget }) =>
                      onToggle(role, permission, currentTarget.checked)
                    }
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
