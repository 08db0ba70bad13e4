import { isDeepStrictEqual } from 'node:util';

import { z } from 'zod';

import type { OperationInput, OperationOutput } from '#shared/contract/operations.ts';
import type { ActivityFact } from '#shared/domain/activity.ts';
import { type Failure, failure } from '#shared/domain/failure.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';

import type { Operations } from '../dispatch.ts';
import { CHANGES, type Change, type Changing, type LookDeps, type Values } from './changes.ts';
import type { Actor, People } from './people.ts';
import {
  type Unrecorded,
  type UnrecordedChange,
  type UnrecordedDeps,
  createUnrecorded,
} from './unrecordedChanges.ts';
import type { LogPort } from '../log/openLog.ts';

export type ChangesDeps = UnrecordedDeps &
  LookDeps & {
    readonly people: Pick<People, 'hasPeople'>;
    readonly log: Pick<LogPort, 'recordChange'>;
    readonly onBug: (error: unknown) => void;
  };

type Changers = Pick<Operations, Changing>;

/**
 * The same operations; each change of a setting is an event. It is noted before it is made, so that neither a kill nor a log that takes
 * no event leaves a change without one. A desk without people records none: it writes what it always wrote.
 */
export function recordChanges(operations: Changers, deps: ChangesDeps): Changers {
  const unrecorded = createUnrecorded(deps);
  const recordLeft = createRecordLeft(unrecorded, deps);
  void recordLeft();
  const recorded =
    <N extends Changing>(name: N) =>
    async (
      input: OperationInput<N>,
      actor: Actor,
    ): Promise<Result<OperationOutput<N>, Failure>> => {
      const { subject: subjectIn, made, look, always = false, isMeant }: Change<N> = CHANGES[name];
      if (!deps.people.hasPeople() || isMeant?.(input) === false) {
        return operations[name](input, actor);
      }
      await recordLeft();
      const { operator } = actor;
      const subject = subjectIn(input);
      const before = look({ ...subject, said: {} }, deps);
      const noted = note(unrecorded, { operator, what: name, subject, ...before });
      if (!noted.ok) return noted;
      const changeId = noted.value;
      try {
        const result = await operations[name](input, actor);
        if (!result.ok) {
          unrecorded.end(changeId);
          return result;
        }
        const after = look(made?.(result.value, input) ?? subject, deps);
        const changes = factsOf(before.values, after.values, always);
        const said = { operator, what: name, of: after.of ?? before.of, changes };
        const isToldOf = changes.length > 0 || always;
        const told = isToldOf ? await deps.log.recordChange(said) : ok(undefined);
        if (told.ok) unrecorded.end(changeId);
        return result;
      } finally {
        unrecorded.leave(changeId);
      }
    };
  return {
    'settings.update': recorded('settings.update'),
    'profile.save': recorded('profile.save'),
    'profile.duplicate': recorded('profile.duplicate'),
    'profile.archive': recorded('profile.archive'),
    'profile.delete': recorded('profile.delete'),
    'profile.setSecret': recorded('profile.setSecret'),
    'profile.takeBackSecret': recorded('profile.takeBackSecret'),
    'profile.deleteSecret': recorded('profile.deleteSecret'),
    'profileFile.export': recorded('profileFile.export'),
    'profileFile.import': recorded('profileFile.import'),
    'format.teach': recorded('format.teach'),
    'callback.setListener': recorded('callback.setListener'),
    'template.save': recorded('template.save'),
    'template.delete': recorded('template.delete'),
    'team.join': recorded('team.join'),
    'team.leave': recorded('team.leave'),
    'team.setProfile': recorded('team.setProfile'),
    'team.takeNumbers': recorded('team.takeNumbers'),
  };
}

function note(
  unrecorded: Unrecorded,
  change: Parameters<Unrecorded['begin']>[0],
): Result<string, Failure> {
  try {
    return ok(unrecorded.begin(change));
  } catch (error) {
    return err(failure('not_recorded', String(error)));
  }
}

/** Writes the events of changes that a kill or a full disk has left without one, at the start and before the next change. */
function createRecordLeft(unrecorded: Unrecorded, deps: ChangesDeps): () => Promise<void> {
  let last = Promise.resolve();
  async function recordOne(): Promise<void> {
    const [change] = unrecorded.left();
    if (change === undefined) return;
    const facts = factsLeft(change, deps);
    const { changeId, operator, what, of } = change;
    if (facts !== null) {
      const changes = [...facts, INTERRUPTED];
      const told = await deps.log.recordChange({ operator, what, of, changes });
      if (!told.ok) return;
    }
    unrecorded.end(changeId);
    await recordOne();
  }
  return () => {
    last = last.then(recordOne).catch(deps.onBug);
    return last;
  };
}

const INTERRUPTED: ActivityFact = { name: 'interrupted', before: null, after: null };

/** Null: it was not made. Where nothing can be compared it may have been made, and is told of. */
function factsLeft(
  { what, subject, values }: UnrecordedChange,
  deps: ChangesDeps,
): readonly ActivityFact[] | null {
  const known = Object.entries(CHANGES).find(([name]) => name === what)?.[1];
  if (known === undefined) return [];
  const { look, always = false } = known;
  const isMade = subject.id === null && 'made' in known;
  // As the file has them: what is undefined is not in it.
  const now: unknown = JSON.parse(JSON.stringify(look(subject, deps).values));
  const facts = factsOf(values, valuesSchema.parse(now), always);
  return facts.length === 0 && !always && !isMade ? null : facts;
}
const valuesSchema = z.record(z.string(), z.unknown());
const MAX_TEXT = 200;

/** Long or structured values are named, not stated. */
function factsOf(before: Values, after: Values, always: boolean): readonly ActivityFact[] {
  const all = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return all
    .filter((name) => always || !isDeepStrictEqual(before[name], after[name]))
    .map((name) => {
      const [was, is] = [textOf(before[name]), textOf(after[name])];
      return { name, before: was === is ? null : was, after: is };
    });
}

function textOf(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') {
    return null;
  }
  const text = String(value);
  return text.length > MAX_TEXT ? null : text;
}
