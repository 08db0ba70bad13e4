import type { OperationOutput } from '#shared/contract/operations.ts';
import type { PEOPLE_OPERATIONS } from '#shared/contract/people.ts';
import { type Failure, failure } from '#shared/domain/failure.ts';
import { DEFAULT_RULES } from '#shared/domain/people.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';

import type { Batches } from '../batch/batches.ts';
import type { DomainOperations } from '../dispatch.ts';
import type { PeopleState } from '../log/store/peopleRows.ts';
import type { Chance } from '../ports.ts';
import { type Actor, type People, shown } from './people.ts';
import type { SignIn } from './signIn.ts';

export type PeopleOperationDeps = {
  readonly people: People;
  readonly signIn: SignIn;
  readonly batches: Pick<Batches, 'pauseOf'>;
  readonly chance: Pick<Chance, 'uuid'>;
};

type Listed = Result<OperationOutput<'people.list'>, Failure>;

/** People, who of them is at a page, and what roles may do. */
export function peopleOperations(
  deps: PeopleOperationDeps,
): DomainOperations<typeof PEOPLE_OPERATIONS> {
  const { people } = deps;
  const { sessions } = people;
  return {
    'people.session': async (_, { pageId }) => ok(people.sessionOf(pageId)),
    async 'people.signOut'(_, { pageId }) {
      if (pageId !== null) sessions.end(pageId, 'asked');
      return ok(people.sessionOf(pageId));
    },
    async 'people.stillHere'(_, { pageId }) {
      if (pageId !== null) sessions.stillHere(pageId);
      return ok({});
    },
    ...typedOperations(deps),
    ...careOperations(deps),
    'people.rules': async () => ok(people.state()?.rules ?? DEFAULT_RULES),
    async 'people.changeRules'(rules, { operator }) {
      const body = { operator, rules };
      const recorded = await people.record([{ kind: 'people_rules', body }]);
      if (!recorded.ok) return recorded;
      sessions.watch();
      return ok(recorded.value.rules);
    },
  };
}

/** The PIN is another one now: a page that was signed in with the old PIN may be used by another person. */
function endOthers({ sessions }: People, personId: string, { pageId }: Actor): void {
  sessions.endAll('asked', (one, page) => one === personId && page !== pageId);
}

type Typed = 'signIn' | 'begin' | 'newCode' | 'confirmCode' | 'useCode' | 'end' | 'changeOwnPin';

/** What a person types a PIN or a code for. */
function typedOperations({
  people,
  signIn,
}: PeopleOperationDeps): Pick<ReturnType<typeof peopleOperations>, `people.${Typed}`> {
  const session = async (
    { pageId }: Actor,
    work: Promise<Result<void, Failure>>,
  ): Promise<Result<OperationOutput<'people.session'>, Failure>> => {
    const result = await work;
    return result.ok ? ok(people.sessionOf(pageId)) : result;
  };
  return {
    'people.signIn': ({ personId, pin }, actor) =>
      session(actor, signIn.signIn(actor, personId, pin)),
    async 'people.changeOwnPin'({ pin, newPin }, actor) {
      const changed = await signIn.changeOwnPin(actor, pin, newPin);
      if (changed.ok && actor.personId !== null) endOthers(people, actor.personId, actor);
      return session(actor, Promise.resolve(changed));
    },
    'people.begin': ({ name, pin }, actor) => signIn.begin(actor, name, pin),
    'people.newCode': async (_, actor) => ok(signIn.newCode(actor)),
    'people.confirmCode': ({ confirmId, code }, actor) =>
      session(actor, signIn.confirmCode(actor, confirmId, code)),
    async 'people.useCode'({ personId, code, pin }, actor) {
      const used = await signIn.useCode(personId, code, pin);
      if (used.ok && pin !== null) endOthers(people, personId, actor);
      return session(actor, Promise.resolve(used));
    },
    async 'people.end'({ code }, actor) {
      const ended = await signIn.end(actor, code);
      if (!ended.ok) return ended;
      people.sessions.endAll('asked');
      return ok(people.sessionOf(actor.pageId));
    },
  };
}

type Care = 'list' | 'add' | 'change' | 'resetPin' | 'unlock';

/** Settings → People. */
function careOperations({
  people,
  signIn,
  batches,
  chance,
}: PeopleOperationDeps): Pick<ReturnType<typeof peopleOperations>, `people.${Care}`> {
  const { sessions } = people;
  const listed = (recorded: Result<PeopleState, Failure>): Listed =>
    recorded.ok ? ok(recorded.value.people.map((one) => shown(one))) : recorded;
  return {
    'people.list': async () => ok((people.state()?.people ?? []).map((one) => shown(one))),
    async 'people.add'({ name, role, pin }, { operator }) {
      if (!people.hasPeople()) return err(failure('people_not_possible'));
      const hash = await signIn.newHash(pin);
      if (!hash.ok) return hash;
      const body = { personId: chance.uuid(), operator, name, role, pin: hash.value };
      return listed(await people.record([{ kind: 'person_added', body }]));
    },
    async 'people.change'(change, { operator }) {
      const body = { ...change, operator };
      const recorded = await people.record([{ kind: 'person_changed', body }]);
      if (recorded.ok && change.isArchived === true) {
        sessions.endAll('archived', (personId) => personId === change.personId);
        batches.pauseOf(change.personId);
      }
      return listed(recorded);
    },
    async 'people.resetPin'({ personId, pin }, actor) {
      if (people.find(personId) === null) return err(failure('person_not_found'));
      const hash = await signIn.newHash(pin);
      if (!hash.ok) return hash;
      const body = { personId, operator: actor.operator, pin: hash.value };
      const recorded = await people.record([{ kind: 'pin_set', body }]);
      if (recorded.ok) endOthers(people, personId, actor);
      return listed(recorded);
    },
    'people.unlock': async ({ personId }, { operator }) =>
      listed(await people.record([{ kind: 'person_unlocked', body: { personId, operator } }])),
  };
}
