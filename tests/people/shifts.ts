import { z } from 'zod';

import type { Role } from '../../src/shared/domain/permission.ts';
import type { Call, HostReply, RunningHost } from './hosts.ts';

/** What the story lends to these cases. */
export type ShiftCases = {
  readonly host: RunningHost;
  readonly boss: Call;
  /** Counts a case; another code than the expected one is let through. */
  readonly expect: (what: string, reply: HostReply, ...codes: string[]) => void;
  readonly lose: (what: string) => void;
  readonly add: (boss: Call, name: string, role: Role, pin: string) => Promise<string>;
  readonly signedIn: (host: RunningHost, personId: string, pin: string) => Promise<Call>;
};

const PIN = '918273';
const WRONG = '555111';
const shiftSchema = z.looseObject({
  shiftId: z.string(),
  person: z.looseObject({ personId: z.string() }),
});
const stateSchema = z.object({
  own: shiftSchema.nullable(),
  others: z.array(shiftSchema),
  waiting: z.array(shiftSchema),
});

function stateOf(reply: HostReply): z.infer<typeof stateSchema> {
  if (!reply.ok) throw new Error(JSON.stringify(reply.error));
  return stateSchema.parse(reply.value);
}

export type Handed = {
  readonly shiftId: string;
  readonly leaverId: string;
  readonly nextId: string;
};

/** Opened, handed over, and attacked while it waits. It still waits at the end. */
export async function tryHandOver(cases: ShiftCases): Promise<Handed> {
  const { host, boss, expect, add, signedIn } = cases;
  const leaverId = await add(boss, 'Zoe', 'operator', PIN);
  const nextId = await add(boss, 'Yan', 'operator', PIN);
  const goneId = await add(boss, 'Gone', 'operator', PIN);
  const readerId = await add(boss, 'Reader', 'auditor', PIN);
  const [zoe, yan] = [await signedIn(host, leaverId, PIN), await signedIn(host, nextId, PIN)];
  const shiftId = stateOf(await zoe('shift.open', {})).own?.shiftId ?? '';
  expect('a second shift of one person', await zoe('shift.open', {}), 'shift_not_possible');
  const close = { shiftId, handsOver: true };
  expect('a colleague closes a shift', await yan('shift.close', close), 'not_permitted');
  const early = { shiftId, personId: nextId, pin: PIN };
  expect('accepted while it is open', await zoe('shift.accept', early), 'shift_not_possible');
  expect('the shift is handed over', await zoe('shift.close', close), 'ok');
  expect('closed twice', await zoe('shift.close', close), 'shift_not_possible');
  await boss('people.change', { personId: goneId, isArchived: true });

  const by = (call: Call, personId: string, pin = PIN): Promise<HostReply> =>
    call('shift.accept', { shiftId, personId, pin });
  expect('accepted by the same person', await by(zoe, leaverId), 'shift_same_person');
  expect('the same person at a colleague’s page', await by(yan, leaverId), 'shift_same_person');
  expect('accepted by an archived person', await by(zoe, goneId), 'person_not_found');
  expect('accepted by an auditor', await by(zoe, readerId), 'not_permitted');
  expect('accepted with a wrong PIN', await by(zoe, nextId, WRONG), 'pin_wrong');
  expect('accepted without a person', await by(await host.page(), nextId), 'sign_in_first');
  expect('accepted by no person at all', await by(zoe, crypto.randomUUID()), 'person_not_found');
  const { waiting } = stateOf(await boss('shift.state', {}));
  if (!waiting.some((one) => one.shiftId === shiftId)) cases.lose('a hand-over that waits');
  return { shiftId, leaverId, nextId };
}

/** After the kills: it waits as it was left, is accepted once, and not again by the same call. */
export async function acceptAfterKills(
  { host, boss, expect, lose, signedIn }: ShiftCases,
  { shiftId, leaverId, nextId }: Handed,
): Promise<void> {
  const before = stateOf(await boss('shift.state', {}));
  const isThere = before.waiting.some((one) => one.shiftId === shiftId);
  if (!isThere) lose('a hand-over between closing and accepting');
  if (before.others.some(({ person }) => person.personId === leaverId)) {
    lose('the closing of a shift');
  }
  const zoe = await signedIn(host, leaverId, PIN);
  const accept = { shiftId, personId: nextId, pin: PIN };
  const replies = await Promise.all([
    zoe('shift.accept', accept),
    boss('shift.accept', { ...accept, pin: WRONG }),
  ]);
  expect('accepted after a kill', replies[0], 'ok');
  expect('a wrong PIN at the same time', replies[1], 'pin_wrong', 'shift_not_possible');
  expect('the acceptance replayed', await zoe('shift.accept', accept), 'shift_not_possible');
  const { own, waiting } = stateOf(await zoe('shift.state', {}));
  if (own?.person.personId !== nextId) lose('the shift of the next person');
  if (waiting.some((one) => one.shiftId === shiftId)) lose('an acceptance');
}
