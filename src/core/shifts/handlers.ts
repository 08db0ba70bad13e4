import type { SHIFTS_OPERATIONS } from '#shared/contract/shifts.ts';
import { type Failure, failure } from '#shared/domain/failure.ts';
import type { OpenWork, Shift, ShiftState } from '#shared/domain/personShift.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';

import type { DomainHandlers } from '../dispatch.ts';
import type { LogPort } from '../log/port.ts';
import type { PeopleState } from '../log/store/peopleRows.ts';
import type { NewShiftEvent } from '../log/writes/shifts.ts';
import { handingOf } from '../overview/handlers.ts';
import { type ShiftReportDeps, shiftReport } from '../overview/shiftReport.ts';
import type { Actor, People } from '../people/people.ts';
import type { SignIn } from '../people/signIn.ts';
import type { Chance } from '../ports.ts';

/** A few months of a desk with three shifts a day. */
const MOST_SHIFTS = 200;

export type ShiftsHandlerDeps = ShiftReportDeps & {
  readonly log: Pick<LogPort, 'newestShifts'>;
  readonly people: People;
  readonly signIn: Pick<SignIn, 'signIn'>;
  readonly chance: Pick<Chance, 'uuid'>;
};

type Handled = DomainHandlers<typeof SHIFTS_OPERATIONS>;

type Accepting = Parameters<Handled['shift.accept']>[0];

/** Shifts of people: opened, closed, and handed over to the next person. The log's transaction decides what is possible. */
export function shiftsHandlers(deps: ShiftsHandlerDeps): Handled {
  const { log, people, chance } = deps;
  const record = async (
    actor: Actor,
    event: NewShiftEvent,
  ): Promise<Result<ShiftState, Failure>> => {
    const recorded = await people.record([event]);
    return recorded.ok ? ok(stateFor(people, actor)) : recorded;
  };
  return {
    'shift.state': async (_, actor) => ok(stateFor(people, actor)),
    async 'shift.open'(_, actor) {
      if (actor.personId === null) return err(failure('people_not_possible'));
      const body = { shiftId: chance.uuid(), operator: actor.operator };
      return record(actor, { kind: 'shift_opened', body });
    },
    async 'shift.close'({ shiftId, handsOver }, actor) {
      if (actor.personId === null) return err(failure('people_not_possible'));
      const shift = shiftsOf(people).open.find((one) => one.shiftId === shiftId);
      if (shift === undefined) return err(failure('shift_not_possible'));
      const isOwn = shift.person.personId === actor.personId;
      if (!isOwn && !actor.may('supervise')) return err(failure('not_permitted', 'supervise'));
      const body = { shiftId, operator: actor.operator, handsOver };
      if (!handsOver) return record(actor, { kind: 'shift_closed', body });
      const left = await openWork(deps, handingOf(people, shift.person.personId));
      return left.ok
        ? record(actor, { kind: 'shift_closed', body: { ...body, left: left.value } })
        : left;
    },
    'shift.accept': (accepting, actor) => accept(deps, accepting, actor),
    async 'shift.list'() {
      const all = people.state()?.people ?? [];
      return ok({
        people: all.map(({ personId, name }) => ({ personId, name })),
        shifts: people.hasPeople() ? await log.newestShifts(MOST_SHIFTS) : [],
      });
    },
  };
}

function shiftsOf(people: People): PeopleState['shifts'] {
  return people.state()?.shifts ?? { open: [], waiting: [] };
}

function stateFor(people: People, { personId }: Actor): ShiftState {
  const { open, waiting } = shiftsOf(people);
  const isOwn = ({ person }: Shift): boolean => person.personId === personId;
  return {
    own: open.find(isOwn) ?? null,
    others: open.filter((one) => !isOwn(one)),
    waiting: waiting.toReversed(),
  };
}

/** The PIN is compared as for signing in; then sign-in, acceptance and the next shift are recorded together, or none of them. */
async function accept(
  deps: ShiftsHandlerDeps,
  { shiftId, personId, pin }: Accepting,
  actor: Actor,
): ReturnType<Handled['shift.accept']> {
  const { people, signIn, chance } = deps;
  const waiting = shiftsOf(people).waiting.find((one) => one.shiftId === shiftId);
  if (waiting === undefined) return err(failure('shift_not_possible'));
  const { person: from } = waiting;
  const refused = refusedNext(people, from.personId, personId);
  if (refused !== null) return err(refused);
  const sinceMs = Date.parse(waiting.openedAt);
  const left = await openWork(deps, { isOfAll: true, sinceMs });
  if (!left.ok) return left;
  const signedIn = await signIn.signIn(actor, personId, pin, (next) => {
    const operator = people.operatorOf(next);
    const intoShiftId = operator.shiftId ?? chance.uuid();
    const body = { shiftId, operator, from, intoShiftId, left: left.value };
    return [{ kind: 'shift_accepted', body }];
  });
  return signedIn.ok ? ok(people.sessionOf(actor.pageId)) : signedIn;
}

/** Before the PIN is looked at, so that none of these costs an attempt. */
function refusedNext(people: People, from: string, to: string): Failure | null {
  if (from === to) return failure('shift_same_person');
  const next = people.find(to);
  if (next === null) return failure('person_not_found');
  const may = people.state()?.rules.roles[next.role] ?? [];
  return may.includes('issue') ? null : failure('not_permitted', 'issue');
}

/** What the event keeps of the list that is handed over: the sums of every profile. */
async function openWork(
  deps: ShiftsHandlerDeps,
  handing: ReturnType<typeof handingOf>,
): Promise<Result<OpenWork, Failure>> {
  const [first] = deps.profiles.list();
  if (first === undefined) return err(failure('profile_not_found'));
  const report = await shiftReport(first.id, deps, { ...handing, isOfAll: true });
  if (!report.ok) return report;
  const { profiles, batches } = report.value;
  const sum = (of: 'unknown' | 'flagged' | 'mismatched' | 'callbacks'): number =>
    profiles.reduce((all, one) => all + one[of], 0);
  return ok({
    unknown: sum('unknown'),
    flagged: sum('flagged'),
    mismatched: sum('mismatched'),
    callbacks: sum('callbacks'),
    batches: batches.length,
  });
}
