import { EVENT_ACCESS, type DeskEvent } from '#shared/contract/events.ts';
import { type Failure, failure } from '#shared/domain/failure.ts';
import { DEFAULT_RULES, type Person, type Session } from '#shared/domain/people.ts';
import { type Access, PERMISSIONS, type Permission } from '#shared/domain/permission.ts';
import type { Operator } from '#shared/domain/request.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';

import type { DeskEvents } from '../desk/deskEvents.ts';
import type { SettingsStore } from '../desk/settings.ts';
import { type StoredPerson, isLocked } from '../log/store/peopleRows.ts';
import type { Caller, CorePorts } from '../ports.ts';
import type { ProfileChoices } from '../profiles/choices.ts';
import { type Book, type BookDeps, createBook } from './book.ts';
import { isOwn } from './owner.ts';
import { type Sessions, createSessions } from './sessions.ts';

/** Who asks, as it was when the call came in: what the call writes names this person, also where the page is locked meanwhile. */
export type Actor = {
  /** Null: the desk itself. */
  readonly pageId: string | null;
  readonly personId: string | null;
  readonly operator: Operator;
  readonly may: (permission: Permission) => boolean;
};

export type PeopleDeps = BookDeps &
  Pick<CorePorts, 'osAccount' | 'monotonicMs'> & {
    readonly events: DeskEvents;
    readonly settings: Pick<SettingsStore, 'get'>;
    readonly choices: Pick<ProfileChoices, 'of'>;
  };

export type People = Pick<Book, 'state' | 'hasPeople' | 'find' | 'record'> & {
  readonly admit: (caller: Caller, needed: Access) => Promise<Result<Actor, Failure>>;
  readonly mayHear: (caller: Caller, event: DeskEvent) => boolean;
  readonly sessionOf: (pageId: string | null) => Session;
  readonly operatorOf: (person: StoredPerson | null) => Operator;
  /** False: the person was archived, or is not known. */
  readonly isInUse: (operator: Operator) => boolean;
  /** Whether some page has this person, and is not locked. */
  readonly isHere: (personId: string) => boolean;
  readonly sessions: Sessions;
  readonly monotonicMs: () => number;
  readonly close: () => Promise<void>;
};

/** Reads who the people are, and decides what a page may do and hear. */
export async function openPeople(deps: PeopleDeps): Promise<People> {
  const { settings, osAccount, monotonicMs = () => performance.now() } = deps;
  const book = createBook(deps);
  const { state, hasPeople, find } = book;
  const operatorOf = (person: StoredPerson | null): Operator => {
    if (person === null) return { account: osAccount, name: settings.get().operatorName };
    const { name, personId } = person;
    return { account: osAccount, name, personId };
  };
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
  const knows = whoIsWhere(book, sessions, operatorOf);

  await book.load();
  const unlisten = deps.events.onEvent((event) => {
    // The log was restored, or could be opened after all.
    if (event.name === 'health.changed') void book.load();
  });
  return {
    async admit(caller, needed) {
      await book.loaded();
      return admit(caller, needed, knows);
    },
    mayHear: (caller, event) => mayHear(caller, event, knows),
    sessionOf: (pageId) => sessionOf(pageId, book, sessions, knows, deps.choices),
    state,
    hasPeople,
    find,
    record: (events) => book.record(events),
    operatorOf,
    isInUse: ({ personId }) => personId === undefined || find(personId) !== null,
    isHere: sessions.isHere,
    sessions,
    monotonicMs,
    async close() {
      unlisten();
      sessions.close();
      await Promise.allSettled(ending);
    },
  };
}

function whoIsWhere(book: Book, sessions: Sessions, operatorOf: People['operatorOf']): Knows {
  const { hasPeople, state, find } = book;
  const personAt = (pageId: string | null): StoredPerson | null =>
    pageId === null ? null : find(sessions.at(pageId));
  return {
    hasPeople,
    operatorOf,
    personAt,
    permissionsOf(pageId) {
      if (!hasPeople()) return PERMISSIONS;
      const known = state();
      // A log that cannot be read can be restored; who may do so stands in that very log.
      if (known === null) return ['restore'];
      const person = personAt(pageId);
      return person === null ? [] : known.rules.roles[person.role];
    },
  };
}

function mayHear(caller: Caller, event: DeskEvent, knows: Knows): boolean {
  if (caller.kind === 'desk' || !knows.hasPeople()) return true;
  if ('owner' in event && !isOwn({ personId: event.owner }, knows.personAt(caller.pageId) ?? {})) {
    return false;
  }
  const isForAll = event.name === 'desk.open' && event.link === undefined;
  const access = isForAll ? 'anyone' : EVENT_ACCESS[event.name];
  if (access === 'anyone') return true;
  if (access === 'signed_in') return knows.personAt(caller.pageId) !== null;
  const own = knows.permissionsOf(caller.pageId);
  return [access].flat().some((one) => own.some((permission) => permission === one));
}

function sessionOf(
  pageId: string | null,
  book: Book,
  sessions: Sessions,
  knows: Knows,
  choices: Pick<ProfileChoices, 'of'>,
): Session {
  const state = book.state();
  const person = knows.personAt(pageId);
  const isOut = book.hasPeople() && person === null;
  const inUse = (state?.people ?? []).filter(({ isArchived }) => !isArchived);
  return {
    hasPeople: book.hasPeople(),
    person: shown(person),
    permissions: knows.permissionsOf(pageId),
    lastPersonId: pageId === null ? null : sessions.last(pageId),
    choices: inUse
      .map((one) => ({ personId: one.personId, name: one.name, isLocked: isLocked(one) }))
      .toSorted((one, other) => one.name.localeCompare(other.name)),
    idleMinutes: (state?.rules ?? DEFAULT_RULES).idleMinutes,
    profileId: isOut ? null : choices.of(person?.personId ?? null),
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

export function shown(person: StoredPerson): Person;
export function shown(person: StoredPerson | null): Person | null;
export function shown(person: StoredPerson | null): Person | null {
  if (person === null) return null;
  const { pin: _, failures: __, ...said } = person;
  return { ...said, isLocked: isLocked(person) };
}
