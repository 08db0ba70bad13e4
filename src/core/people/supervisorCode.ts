import { type Failure, failure } from '#shared/domain/failure.ts';
import { FAILURES_BEFORE_DELAY, PIN_DELAY_MS, isGuessable } from '#shared/domain/people.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';

import type { PinHash } from '../log/store/peopleEvents.ts';
import type { StoredPerson } from '../log/store/peopleRows.ts';
import type { CorePorts } from '../ports.ts';
import { CODE_BYTES, codeText, isSameSecret, readCode } from '../vault/typedCode.ts';
import type { Actor, People } from './people.ts';
import { hashCode, isCode } from './pins.ts';

const CODE_SALT_BYTES = 16;
/** Codes that were shown and not typed back yet. */
const MAX_SHOWN = 8;

export type Done = Promise<Result<void, Failure>>;
type Shown = { readonly confirmId: string; readonly code: string };

export type SupervisorCode = {
  readonly begin: (actor: Actor, name: string, pin: string) => Promise<Result<Shown, Failure>>;
  readonly newCode: (actor: Actor) => Shown;
  readonly confirmCode: (actor: Actor, confirmId: string, typed: string) => Done;
  readonly useCode: (personId: string, typed: string, pin: string | null) => Done;
  /** Ends the desk's people. */
  readonly end: (actor: Actor, typed: string) => Done;
};

type CodeDeps = Pick<CorePorts, 'chance'> & {
  readonly people: People;
  /** Attempts wait for each other. */
  readonly oneByOne: (work: () => Done) => Done;
  readonly newHash: (pin: string) => Promise<Result<PinHash, Failure>>;
  readonly enter: (pageId: string, person: StoredPerson) => Done;
};
type ShownCode = {
  readonly pageId: string | null;
  readonly code: Uint8Array;
  readonly first: { readonly name: string; readonly pin: PinHash } | null;
};

/** The Supervisor code: shown once, typed back, used in a supervisor's place. */
export function createCodes(deps: CodeDeps): SupervisorCode {
  const { people, chance, oneByOne, newHash } = deps;
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
        return right.ok ? unlock(deps, personId, pin) : right;
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
function createCodeAttempt({ people }: CodeDeps) {
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
async function unlock({ people, newHash }: CodeDeps, personId: string, pin: string | null): Done {
  const by = { personId, operator: people.operatorOf(null), byCode: true as const };
  const unlocked = { kind: 'person_unlocked' as const, body: by };
  if (pin === null) return done(await people.record([unlocked]));
  const hash = await newHash(pin);
  if (!hash.ok) return hash;
  const set = { kind: 'pin_set' as const, body: { ...by, pin: hash.value } };
  return done(await people.record([unlocked, set]));
}

/** The code was typed back: it counts, and with the first one the first person. */
async function putInForce(deps: CodeDeps, actor: Actor, { code, first }: ShownCode): Done {
  const { people, chance, enter } = deps;
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
  return enter(pageId, person);
}

/** Guessing 128 bits is hopeless, but each wrong code is an event: a script must not fill the log with them. */
export function createPace(monotonicMs: () => number) {
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

export function done(result: Result<unknown, Failure>): Result<void, Failure> {
  return result.ok ? ok(undefined) : result;
}
