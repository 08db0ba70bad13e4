import { randomUUID } from 'node:crypto';

import { freeOrders } from '../../src/core/team/server/heldOrders.ts';
import { revokeDesk } from '../../src/core/team/server/desks.ts';
import { verifyTeam } from '../../src/core/team/server/verify.ts';
import { runTeam } from './commandCases.ts';
import { type Desk, MERCHANT, type Team, appendNext, chained, rowOf, value } from './setUp.ts';

const OTHER_MERCHANT = '99999999-2222-4333-8444-555555555555';
const MOST_OPEN = 500;
/** Of one order, by one desk. */
const MOST_CONFLICTS = 5;

/** How far a login gets that claims, empties and signs more than a desk does. */
export async function boundsCases(team: Team): Promise<void> {
  await byMerchant(team);
  await openClaims(team);
  await freed(team);
  await freedAndSent(team);
  await sentOften(team);
  await emptied(team);
}

const claimed = async (
  { calls }: Pick<Desk, 'calls'>,
  order: string,
  intent: string = randomUUID(),
): Promise<string> => value(await calls.claim(intent, MERCHANT, order)).outcome;

async function byMerchant(team: Team): Promise<void> {
  const { check } = team;
  const [whole, limited] = [await team.join(), await team.join({ merchants: [OTHER_MERCHANT] })];
  await claimed(whole, 'mine-1');
  check(
    'misclassified',
    'a held order tells nothing',
    await claimed(limited, 'mine-1'),
    'other_merchant',
  );
  check('misclassified', 'nor does a free one', await claimed(limited, 'mine-2'), 'other_merchant');
  const sent = await appendNext(limited, [{ kind: 'noted', body: {} }], (seq) => [
    rowOf('mine-3', 'sending', seq),
  ]);
  check('misclassified', 'its events are taken', sent, 'appended');
  check('lost', 'and hold no order of that merchant', await claimed(whole, 'mine-3'), 'yours');
  const own = value(await limited.calls.claim(randomUUID(), OTHER_MERCHANT, 'own-1'));
  check('lost', 'its own merchant', own.outcome, 'yours');
  const training = value(await limited.calls.claim(randomUUID(), `sandbox:${MERCHANT}`, 't-1'));
  check('lost', 'and training', training.outcome, 'yours');
  for (const { connection } of [whole, limited]) connection.close();
}

async function openClaims(team: Team): Promise<void> {
  const { check } = team;
  const [greedy, other] = [await team.join(), await team.join()];
  const intents = Array.from({ length: MOST_OPEN }, () => randomUUID());
  for (const [at, intent] of intents.entries()) await claimed(greedy, `squat-${at}`, intent);
  check('misclassified', 'one more', await claimed(greedy, 'squat-more'), 'too_many');
  check('lost', 'which stays free', await claimed(other, 'squat-more'), 'yours');
  const [first = ''] = intents;
  check('lost', 'the same intent again', await claimed(greedy, 'squat-0', first), 'yours');
  await appendNext(greedy, [{ kind: 'noted', body: {} }], (seq) => [
    rowOf('squat-0', 'sending', seq, { intentId: first }),
  ]);
  check('lost', 'after one was sent', await claimed(greedy, 'squat-next'), 'yours');
  for (const { connection } of [greedy, other]) connection.close();
}

async function freed(team: Team): Promise<void> {
  const { check } = team;
  const [lost, other] = [await team.join(), await team.join()];
  const sent = randomUUID();
  await claimed(lost, 'left-1', sent);
  await claimed(lost, 'left-2');
  await appendNext(lost, [{ kind: 'noted', body: {} }], (seq) => [
    rowOf('left-1', 'unknown', seq, { intentId: sent }),
  ]);
  lost.connection.close();
  await team.admin((session) => revokeDesk(session, lost.name));
  check('doubled', 'revoking frees nothing', await claimed(other, 'left-2'), 'held');
  const url = team.postgres.adminUrl('postgres');
  const listed = runTeam('free', lost.name, url);
  const ids = [...listed.out.matchAll(/^(?<id>left-\d) {2}/gmu)].map(
    ({ groups }) => groups?.['id'],
  );
  check('misclassified', 'what can be freed', [listed.code, ids], [0, ['left-2']]);
  const named = ['--orders', 'left-1,left-2,left-3'];
  check('doubled', 'of no merchant', runTeam('free', lost.name, url, ...named).code, 2);
  const free = runTeam('free', lost.name, url, '--merchant', MERCHANT, ...named);
  check(
    'doubled',
    'only what is not known to be sent',
    [free.code, free.out.trim().split('\n')],
    [1, ['Free: left-2.', 'Not held, or known to be sent: left-1, left-3.']],
  );
  check('lost', 'is free', await claimed(other, 'left-2'), 'yours');
  check('doubled', 'the other is not', await claimed(other, 'left-1'), 'held');
  other.connection.close();
}

/** The desk had sent what was freed, and says so later; the other request turns out not to exist. */
async function freedAndSent(team: Team): Promise<void> {
  const { check } = team;
  const [lost, other, third] = [await team.join(), await team.join(), await team.join()];
  const [sent, again] = [randomUUID(), randomUUID()];
  const tell = (desk: Desk, intentId: string, closes: boolean): Promise<string> =>
    appendNext(desk, [{ kind: 'settled', body: {}, intentId }], (seq) => [
      rowOf('back-1', 'unknown', seq, { intentId, closes }),
    ]);
  await claimed(lost, 'back-1', sent);
  await team.admin((session) => freeOrders(session, lost.name, MERCHANT, ['back-1']));
  await claimed(other, 'back-1', again);
  await tell(other, again, false);
  await tell(lost, sent, false);
  await tell(other, again, true);
  check('doubled', 'the request that may exist has it', await claimed(third, 'back-1'), 'held');
  await tell(lost, sent, true);
  check('lost', 'until neither exists', await claimed(third, 'back-1'), 'yours');
  for (const { connection } of [lost, other, third]) connection.close();
}

/** A login says of an order that it sent it with each of a thousand intents: every other desk reads and passes on what is recorded. */
async function sentOften(team: Team): Promise<void> {
  const { check } = team;
  const [own, greedy, other] = [await team.join(), await team.join(), await team.join()];
  const intentId = randomUUID();
  const tell = (closes: boolean): Promise<string> =>
    appendNext(own, [{ kind: 'settled', body: {}, intentId }], (seq) => [
      rowOf('often-1', 'unknown', seq, { intentId, closes }),
    ]);
  await tell(false);
  const listed = async (): Promise<number> => value(await other.calls.standing()).conflicts;
  const before = await listed();
  for (const most of [500, 500]) {
    const sent = await appendNext(greedy, [{ kind: 'noted', body: {} }], (seq) =>
      Array.from({ length: most }, () => rowOf('often-1', 'accepted', seq)),
    );
    check('lost', 'its events are taken', sent, 'appended');
  }
  check('misclassified', 'conflicts of one order', (await listed()) - before, MOST_CONFLICTS);
  check('lost', 'closing it', await tell(true), 'appended');
  check('doubled', 'frees nothing', await claimed(other, 'often-1'), 'held');
  for (const { connection } of [own, greedy, other]) connection.close();
}

/** A login names an event as erased that its erasing event is not about, or does not name. */
async function emptied(team: Team): Promise<void> {
  const { check } = team;
  const desk = await team.join();
  const [one, two] = [randomUUID(), randomUUID()];
  const erase = { kind: 'requisites_erased', body: { events: [] } };
  const events = chained([
    { kind: 'prepared', body: { of: 1 }, intentId: one },
    { kind: 'prepared', body: { of: 2 }, intentId: two },
    { ...erase, intentId: two },
  ]);
  const { stream } = value(await desk.calls.standing());
  await desk.calls.append({ stream, logSeq: 3, events, rows: [], erased: [1, 2] });
  const bodies = async (): Promise<readonly unknown[]> =>
    team.admin((session) =>
      session.query(
        'SELECT seq::int, body IS NULL AS gone FROM team.event WHERE desk_id = $1 ORDER BY seq',
        [desk.deskId],
      ),
    );
  check('lost', 'another request keeps its event', await bodies(), [
    { seq: 1, gone: false },
    { seq: 2, gone: true },
    { seq: 3, gone: false },
  ]);
  const reports = await team.admin(verifyTeam);
  const report = reports.find(({ login }) => login === desk.invitation.login);
  check('misclassified', 'verify names what was emptied', report?.emptied, [2]);
  desk.connection.close();
}
