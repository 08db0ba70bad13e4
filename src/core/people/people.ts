import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';

import type { DeskEvent } from '#shared/contract/events.ts';
import { EVENT_ACCESS } from '#shared/contract/events.ts';
import { type Failure, failure } from '#shared/domain/failure.ts';
import { DEFAULT_RULES, type Person, type Session } from '#shared/domain/people.ts';
import { type Access, PERMISSIONS, type Permission } from '#shared/domain/permission.ts';
import type { Operator } from '#shared/domain/request.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';

import type { DeskEvents } from '../desk/deskEvents.ts';
import type { SettingsStore } from '../desk/settings.ts';
import { writeJsonFile } from '../files/jsonFile.ts';
import type { LogPort } from '../log/port.ts';
import type { NewPeopleEvent } from '../log/store/events.ts';
import { type PeopleState, type StoredPerson, isLocked } from '../log/store/peopleRows.ts';
import type { Caller, CorePorts } from '../ports.ts';
import { type Sessions, createSessions } from './sessions.ts';

/** Who asks, as it was when the call came in: what the call writes names this person, also where the page is locked meanwhile. */
export type Actor = {
  /** Null: the desk itself. */
  readonly pageId: string | null;
  readonly personId: string | null;
  readonly operator: Operator;
  readonly may: (permission: Permission) => boolean;
};

export type PeopleDeps = Pick<CorePorts, 'dataDir' | 'osAccount' | 'monotonicMs'> & {
  readonly log: Pick<LogPort, 'people' | 'recordPeople'>;
  readonly events: DeskEvents;
  readonly settings: Pick<SettingsStore, 'get'>;
  readonly onBug: (error: unknown) => void;
};

export type People = {
  readonly admit: (caller: Caller, needed: Access) => Promise<Result<Actor, Failure>>;
  readonly mayHear: (caller: Caller, event: DeskEvent) => boolean;
  readonly sessionOf: (pageId: string | null) => Session;
  /** As the log has them; null: the log has not been readable since the start. */
  readonly state: () => PeopleState | null;
  readonly hasPeople: () => boolean;
  /** People in use. */
  readonly find: (personId: string | null) => StoredPerson | null;
  readonly record: (events: readonly NewPeopleEvent[]) => Promise<Result<PeopleState, Failure>>;
  readonly operatorOf: (person: StoredPerson | null) => Operator;
  readonly sessions: Sessions;
  readonly monotonicMs: () => number;
  readonly close: () => Promise<void>;
};

/** Reads who the people are, and decides what a page may do and hear. */
export async function openPeople(deps: PeopleDeps): Promise<People> {
  const { settings, osAccount, monotonicMs = () => performance.now() } = deps;
  const book = createBook(deps);
  const { state, hasPeople } = book;
  const find = (personId: string | null): StoredPerson | null =>
    state()?.people.find((one) => one.personId === personId && !one.isArchived) ?? null;
  const operatorOf = (person: StoredPerson | null): Operator =>
    person === null
      ? { account: osAccount, name: settings.get().operatorName }
      : { account: osAccount, name: person.name, personId: person.personId };
  const ending = new Set<Promise<unknown>>();
  const sessions = createSessions({
    monotonicMs,
    idleMinutes: () => state()?.rules.idleMinutes ?? null,
    onEnded(personId, because) {
      const person = state()?.people.find((one) => one.personId === personId) ?? null;
      deps.events.emit({ name: 'people.changed' });
      // The page is signed out whether or not this can be recorded.
      const body = { personId, operator: operatorOf(person), because };
      const recorded = book.record([{ kind: 'signed_out', body }]).catch(deps.onBug);
      ending.add(recorded);
      void recorded.finally(() => ending.delete(recorded));
    },
  });
  const personAt = (pageId: string | null): StoredPerson | null =>
    pageId === null ? null : find(sessions.at(pageId));
  const permissionsOf = (pageId: string | null): readonly Permission[] => {
    if (!hasPeople()) return PERMISSIONS;
    // A log that cannot be read can be restored; who may do so stands in that very log.
    const known = state();
    if (known === null) return ['restore'];
    const person = personAt(pageId);
    return person === null ? [] : known.rules.roles[person.role];
  };

  await book.load();
  const unlisten = deps.events.onEvent((event) => {
    // The log was restored, or could be opened after all.
    if (event.name === 'health.changed') void book.load();
  });
  return {
    async admit(caller, needed) {
      await book.loaded();
      return admit(caller, needed, { hasPeople, personAt, permissionsOf, operatorOf });
    },
    mayHear(caller, event) {
      if (caller.kind === 'desk' || !hasPeople()) return true;
      const isForAll = event.name === 'desk.open' && event.link === undefined;
      const access = isForAll ? 'anyone' : EVENT_ACCESS[event.name];
      if (access === 'anyone') return true;
      if (access === 'signed_in') return personAt(caller.pageId) !== null;
      const own = permissionsOf(caller.pageId);
      return [access].flat().some((one) => own.some((permission) => permission === one));
    },
    sessionOf: (pageId) => ({
      hasPeople: hasPeople(),
      person: shown(personAt(pageId)),
      permissions: permissionsOf(pageId),
      lastPersonId: pageId === null ? null : sessions.last(pageId),
      choices: (state()?.people ?? [])
        .filter(({ isArchived }) => !isArchived)
        .map((one) => ({ personId: one.personId, name: one.name, isLocked: isLocked(one) }))
        .toSorted((one, other) => one.name.localeCompare(other.name)),
      idleMinutes: (state()?.rules ?? DEFAULT_RULES).idleMinutes,
    }),
    state,
    hasPeople,
    find,
    record: book.record,
    operatorOf,
    sessions,
    monotonicMs,
    async close() {
      unlisten();
      sessions.close();
      await Promise.allSettled(ending);
    },
  };
}

type Knows = {
  readonly hasPeople: () => boolean;
  readonly personAt: (pageId: string | null) => StoredPerson | null;
  readonly permissionsOf: (pageId: string | null) => readonly Permission[];
  readonly operatorOf: People['operatorOf'];
};

function admit(caller: Caller, needed: Access, knows: Knows): Result<Actor, Failure> {
  const { hasPeople, personAt, permissionsOf, operatorOf } = knows;
  const pageId = caller.kind === 'page' ? caller.pageId : null;
  const person = personAt(pageId);
  const own = caller.kind === 'desk' ? PERMISSIONS : permissionsOf(pageId);
  const may = (permission: Permission): boolean => own.includes(permission);
  const actor: Actor = {
    pageId,
    personId: person?.personId ?? null,
    operator: operatorOf(person),
    may,
  };
  if (needed === 'anyone' || caller.kind === 'desk' || !hasPeople()) return ok(actor);
  if (needed !== 'signed_in' && may(needed)) return ok(actor);
  if (person === null) return err(failure('sign_in_first'));
  return needed === 'signed_in' ? ok(actor) : err(failure('not_permitted', needed));
}

/** The state as last read or written. This process holds the data directory, so that no other one changes it. */
function createBook({ dataDir, log, events, onBug }: PeopleDeps) {
  const marker = join(dataDir, 'people.json');
  let state: PeopleState | null = null;
  let loading: Promise<void> = Promise.resolve();

  function take(known: PeopleState): void {
    const before = state;
    state = known;
    const isFirst = before === null && known.people.length === 0;
    if (isFirst || isDeepStrictEqual(before, known)) return;
    events.emit({ name: 'people.changed' });
  }
  /** Best effort: the log is what counts, the mark only stands in for it. */
  function keepMark(): void {
    try {
      mark(marker, (state?.people.length ?? 0) > 0);
    } catch (error) {
      onBug(error);
    }
  }
  async function read(): Promise<void> {
    try {
      const known = await log.people();
      // A log that breaks while the desk runs leaves its people in force.
      if (known === null) return;
      take(known);
      keepMark();
    } catch (error) {
      onBug(error);
    }
  }
  return {
    state: () => state,
    /** Where the log cannot be read, the mark says whether it has people: breaking the log must not open the desk. */
    hasPeople: () => (state === null ? existsSync(marker) : state.people.length > 0),
    load(): Promise<void> {
      loading = loading.then(read);
      return loading;
    },
    loaded: () => loading,
    async record(written: readonly NewPeopleEvent[]): Promise<Result<PeopleState, Failure>> {
      const recorded = await log.recordPeople(written);
      if (recorded.ok) {
        take(recorded.value);
        keepMark();
      }
      return recorded;
    },
  };
}

function mark(marker: string, hasPeople: boolean): void {
  if (existsSync(marker) === hasPeople) return;
  if (hasPeople) writeJsonFile(marker, { version: 1, note: 'The log of this desk has people.' });
  else rmSync(marker, { force: true });
}

export function shown(person: StoredPerson): Person;
export function shown(person: StoredPerson | null): Person | null;
export function shown(person: StoredPerson | null): Person | null {
  if (person === null) return null;
  const { pin: _, failures: __, ...said } = person;
  return { ...said, isLocked: isLocked(person) };
}
