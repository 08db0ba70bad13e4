import { type Failure, failure } from '#shared/domain/failure.ts';
import {
  FAILURES_BEFORE_DELAY,
  FAILURES_BEFORE_LOCK,
  PIN_DELAY_MS,
  isGuessable,
} from '#shared/domain/people.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';

import type { NewPeopleEvent } from '../log/store/events.ts';
import type { PinHash } from '../log/store/peopleEvents.ts';
import { type StoredPerson, isLocked } from '../log/store/peopleRows.ts';
import type { CorePorts } from '../ports.ts';
import type { Actor, People } from './people.ts';
import { type Pins, type PinsDeps, createPins } from './pins.ts';
import { type Done, type SupervisorCode, createCodes, done } from './supervisorCode.ts';

/** Attempts wait for each other, so that no two are compared on one failure count; past this many they are refused at once. */
const MAX_WAITING = 16;

export type SignInDeps = Omit<PinsDeps, 'keychain'> &
  Pick<CorePorts, 'keychains' | 'chance'> & { readonly people: People };
type Parts = Pick<SignInDeps, 'people' | 'chance'> & { readonly pins: Pins };

type WithSignIn = (person: StoredPerson) => readonly NewPeopleEvent[];

export type SignIn = SupervisorCode & {
  /** `more`: what is recorded together with the sign-in, or neither of them is. */
  readonly signIn: (actor: Actor, personId: string, pin: string, more?: WithSignIn) => Done;
  /** The PIN of a person beside the one at the page. Where it is right, `event` is recorded, and the person returned. */
  readonly witness: (
    personId: string,
    pin: string,
    event: (person: StoredPerson) => NewPeopleEvent,
  ) => Promise<Result<StoredPerson, Failure>>;
  readonly changeOwnPin: (actor: Actor, pin: string, newPin: string) => Done;
  /** Refuses what colleagues guess first. */
  readonly newHash: (pin: string) => Promise<Result<PinHash, Failure>>;
};

/** PINs and the Supervisor code: everything that is compared with what a person typed. */
export function createSignIn({ people, chance, keychains, ...ofPins }: SignInDeps): SignIn {
  // Always by the same library: the pepper must be found whatever the settings say.
  const pins = createPins({ ...ofPins, chance, keychain: keychains.keyring });
  const deps = { people, chance, pins };
  const oneByOne = createQueue();
  const attempt = createAttempt(deps);
  const newHash = async (pin: string): Promise<Result<PinHash, Failure>> =>
    isGuessable(pin) ? err(failure('pin_guessable')) : pins.hash(pin);

  return {
    newHash,
    signIn: (actor, personId, pin, more = () => []) =>
      oneByOne(async () => {
        if (actor.pageId === null) return err(failure('people_not_possible'));
        const person = await attempt(personId, pin);
        return person.ok ? enter(deps, actor.pageId, person.value, more(person.value)) : person;
      }),
    witness: (personId, pin, event) =>
      oneByOne(async () => {
        const person = await attempt(personId, pin);
        if (!person.ok) return person;
        const recorded = await people.record([event(person.value)]);
        return recorded.ok ? person : recorded;
      }),
    changeOwnPin: (actor, pin, newPin) =>
      oneByOne(async () => {
        const { personId, operator } = actor;
        if (personId === null) return err(failure('sign_in_first'));
        if (isGuessable(newPin)) return err(failure('pin_guessable'));
        const person = await attempt(personId, pin);
        if (!person.ok) return person;
        const hash = await newHash(newPin);
        if (!hash.ok) return hash;
        const body = { personId, operator, pin: hash.value, afterOwn: true as const };
        return done(await people.record([{ kind: 'pin_set', body }]));
      }),
    ...createCodes({
      people,
      chance,
      oneByOne,
      newHash,
      enter: (pageId, person) => enter(deps, pageId, person),
    }),
  };
}

/** The person is at the page from now on; who was there before is signed out. */
async function enter(
  { people }: Parts,
  pageId: string,
  person: StoredPerson,
  more: readonly NewPeopleEvent[] = [],
): Done {
  const { personId } = person;
  const body = { personId, operator: people.operatorOf(person) };
  const recorded = await people.record([{ kind: 'signed_in', body }, ...more]);
  if (!recorded.ok) return recorded;
  if (people.sessions.at(pageId) !== personId) people.sessions.end(pageId, 'switched');
  people.sessions.begin(pageId, personId);
  return ok(undefined);
}

/** One attempt with a PIN: on record before it is compared, so that ending the desk in between does not undo it. */
function createAttempt({ people, pins }: Parts) {
  const { monotonicMs } = people;
  const startedAtMs = monotonicMs();
  const failedAtMs = new Map<string, number>();

  /** By a clock that cannot be moved. After a restart the time of the last failure is not known: the delay begins anew. */
  function waitMs({ personId, failures }: StoredPerson): number {
    if (failures < FAILURES_BEFORE_DELAY) return 0;
    return (failedAtMs.get(personId) ?? startedAtMs) + PIN_DELAY_MS - monotonicMs();
  }

  return async (personId: string, pin: string): Promise<Result<StoredPerson, Failure>> => {
    const known = people.find(personId);
    if (known === null) return err(failure('person_not_found'));
    if (isLocked(known)) return err(failure('pin_locked'));
    const wait = waitMs(known);
    if (wait > 0) return err(failure('pin_wait', String(Math.ceil(wait / 1000))));
    const comparing = await pins.comparing(known.pin);
    if (!comparing.ok) return comparing;
    const tried = await people.record([{ kind: 'pin_tried', body: { personId } }]);
    if (!tried.ok) return tried;
    const person = people.find(personId);
    if (person === null) return err(failure('person_not_found'));
    if (await comparing.value(pin, person.pin)) return ok(person);
    failedAtMs.set(personId, monotonicMs());
    const left = FAILURES_BEFORE_LOCK - person.failures;
    return err(left > 0 ? failure('pin_wrong', String(left)) : failure('pin_locked'));
  };
}

function createQueue() {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return async <T>(work: () => Promise<Result<T, Failure>>): Promise<Result<T, Failure>> => {
    if (waiting >= MAX_WAITING) return err(failure('pin_wait', '1'));
    waiting += 1;
    const own = last.then(work, work);
    last = own.catch(() => undefined);
    try {
      return await own;
    } finally {
      waiting -= 1;
    }
  };
}
