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
import { CODE_BYTES, codeText, isSameSecret, readCode } from '../vault/typedCode.ts';
import type { Actor, People } from './people.ts';
import { type Pins, type PinsDeps, createPins, hashCode, isCode } from './pins.ts';

/** Attempts wait for each other, so that no two are compared on one failure count; past this many they are refused at once. */
const MAX_WAITING = 16;
const CODE_SALT_BYTES = 16;
/** Codes that were shown and not typed back yet. */
const MAX_SHOWN = 8;

export type SignInDeps = Omit<PinsDeps, 'keychain'> &
  Pick<CorePorts, 'keychains' | 'chance'> & { readonly people: People };
type Parts = Pick<SignInDeps, 'people' | 'chance'> & { readonly pins: Pins };

type Done = Promise<Result<void, Failure>>;
type Shown = { readonly confirmId: string; readonly code: string };

type WithSignIn = (person: StoredPerson) => readonly NewPeopleEvent[];

export type SignIn = {
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
  readonly begin: (actor: Actor, name: string, pin: string) => Promise<Result<Shown, Failure>>;
  readonly newCode: (actor: Actor) => Shown;
  readonly confirmCode: (actor: Actor, confirmId: string, typed: string) => Done;
  readonly useCode: (personId: string, typed: string, pin: string | null) => Done;
  /** Ends the desk's people. */
  readonly end: (actor: Actor, typed: string) => Done;
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
    ...createCodes(deps, { oneByOne, newHash }),
  };
}

function done(result: Result<unknown, Failure>): Result<void, Failure> {
  return result.ok ? ok(undefined) : result;
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

type CodeTools = {
  readonly oneByOne: ReturnType<typeof createQueue>;
  readonly newHash: SignIn['newHash'];
};
type ShownCode = {
  readonly pageId: string | null;
  readonly code: Uint8Array;
  readonly first: { readonly name: string; readonly pin: PinHash } | null;
};

function createCodes(
  deps: Parts,
  { oneByOne, newHash }: CodeTools,
): Pick<SignIn, 'begin' | 'newCode' | 'confirmCode' | 'useCode' | 'end'> {
  const { people, chance } = deps;
  const shownCodes = new Map<string, ShownCode>();
  const tried = createCodeAttempt(deps);

  function show({ pageId }: Actor, first: ShownCode['first']): Shown {
    const code = chance.bytes(CODE_BYTES);
    const confirmId = chance.uuid();
    shownCodes.set(confirmId, { pageId, code, first });
    const [oldest] = shownCodes.keys();
    if (shownCodes.size > MAX_SHOWN && oldest !== undefined) shownCodes.delete(oldest);
    return { confirmId, code: codeText(code) };
  }

  return {
    async begin(actor, name, pin) {
      if (actor.pageId === null || people.hasPeople()) return err(failure('people_not_possible'));
      const hash = await newHash(pin);
      return hash.ok ? ok(show(actor, { name, pin: hash.value })) : hash;
    },
    newCode: (actor) => show(actor, null),
    confirmCode: (actor, confirmId, typed) =>
      oneByOne(async () => {
        const shown = shownCodes.get(confirmId);
        if (shown === undefined || shown.pageId !== actor.pageId) {
          return err(failure('people_not_possible'));
        }
        const code = readCode(typed);
        if (code === null) return err(failure('code_mistyped'));
        if (!isSameSecret(code, shown.code)) return err(failure('code_wrong'));
        // Between the code and its confirmation the supervisor may have lost the right to it.
        if (shown.first === null && !actor.may('people')) return err(failure('not_permitted'));
        const confirmed = await putInForce(deps, actor, shown);
        if (confirmed.ok) shownCodes.delete(confirmId);
        return confirmed;
      }),
    useCode: (personId, typed, pin) =>
      oneByOne(async () => {
        if (pin !== null && isGuessable(pin)) return err(failure('pin_guessable'));
        const right = await tried(personId, typed);
        return right.ok ? unlock(deps, newHash, personId, pin) : right;
      }),
    end: ({ personId, operator }, typed) =>
      oneByOne(async () => {
        if (personId === null) return err(failure('sign_in_first'));
        const right = await tried(personId, typed);
        if (!right.ok) return right;
        return done(await people.record([{ kind: 'people_ended', body: { operator } }]));
      }),
  };
}

/** One attempt with the Supervisor code: on record before it is compared. */
function createCodeAttempt({ people }: Parts) {
  const pace = createPace(people.monotonicMs);

  return async (personId: string, typed: string): Done => {
    const code = readCode(typed);
    if (code === null) return err(failure('code_mistyped'));
    const stored = people.state()?.code ?? null;
    if (people.find(personId) === null || stored === null) return err(failure('person_not_found'));
    const waitS = pace.waitS();
    if (waitS > 0) return err(failure('pin_wait', String(waitS)));
    const tried = await people.record([{ kind: 'code_tried', body: { personId } }]);
    if (!tried.ok) return tried;
    if (isCode(code, stored)) return ok(undefined);
    pace.failed();
    return err(failure('code_wrong'));
  };
}

/** The Supervisor code stands in for a supervisor, once for each use. */
async function unlock(
  { people }: Parts,
  newHash: SignIn['newHash'],
  personId: string,
  pin: string | null,
): Done {
  const by = { personId, operator: people.operatorOf(null), byCode: true as const };
  const unlocked = { kind: 'person_unlocked' as const, body: by };
  if (pin === null) return done(await people.record([unlocked]));
  const hash = await newHash(pin);
  if (!hash.ok) return hash;
  const set = { kind: 'pin_set' as const, body: { ...by, pin: hash.value } };
  return done(await people.record([unlocked, set]));
}

/** The code was typed back: it counts, and with the first one the first person. */
async function putInForce(deps: Parts, actor: Actor, { code, first }: ShownCode): Done {
  const { people, chance } = deps;
  const { operator, pageId } = actor;
  const hashed = hashCode(code, chance.bytes(CODE_SALT_BYTES));
  const set = { kind: 'supervisor_code' as const, body: { operator, code: hashed } };
  if (first === null) return done(await people.record([set]));
  const personId = chance.uuid();
  const body = { personId, operator, role: 'supervisor' as const, ...first };
  const added = await people.record([{ kind: 'person_added', body }, set]);
  if (!added.ok) return added;
  const person = people.find(personId);
  if (person === null || pageId === null) return err(failure('person_not_found'));
  return enter(deps, pageId, person);
}

/** Guessing 128 bits is hopeless, but each wrong code is an event: a script must not fill the log with them. */
function createPace(monotonicMs: () => number) {
  let failures = 0;
  let failedAtMs = 0;
  return {
    failed(): void {
      failures += 1;
      failedAtMs = monotonicMs();
    },
    waitS(): number {
      if (failures < FAILURES_BEFORE_DELAY) return 0;
      return Math.ceil((failedAtMs + PIN_DELAY_MS - monotonicMs()) / 1000);
    },
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
