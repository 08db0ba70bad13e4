import { randomUUID } from 'node:crypto';

import { z } from 'zod';

import { connectTeam } from '../../src/core/team/connect.ts';
import { addressIn } from '../../src/core/team/joining.ts';
import {
  DEADLINE_MS,
  type Desk,
  MERCHANT,
  type Team,
  appendNext,
  noted,
  rowOf,
  value,
} from './setUp.ts';

/** Fewer than a desk may hold without a replicated `sending`: one racer may win them all. */
const RACES = 480;
const RACERS = 6;

/** One order of a merchant is sent by one intent of one desk. */
export async function claimCases(team: Team): Promise<void> {
  await races(team);
  await oneAfterAnother(team);
  await closing(team);
  await freedInOneBatch(team);
  await conflicts(team);
  await sharedOrders(team);
  await isolation(team);
}

const claimed = async (
  { calls }: Pick<Desk, 'calls'>,
  intent: string,
  order: string,
): Promise<string> => value(await calls.claim(intent, MERCHANT, order, DEADLINE_MS)).outcome;

/** Every racer claims every order at the same time, each in an order of its own. */
async function races(team: Team): Promise<void> {
  const desks = await Promise.all(Array.from({ length: RACERS }, () => team.join()));
  const wins = new Map<string, number>();
  await Promise.all(
    desks.map(async (desk, offset) => {
      for (let place = 0; place < RACES; place += 1) {
        const order = `race-${(place + offset * 3) % RACES}`;
        const outcome = await claimed(desk, randomUUID(), order);
        if (outcome === 'yours') wins.set(order, (wins.get(order) ?? 0) + 1);
        else if (outcome !== 'held')
          team.check('misclassified', `race for ${order}`, outcome, 'held');
      }
    }),
  );
  const twice = [...wins].filter(([, count]) => count !== 1).map(([order]) => order);
  team.check(
    'doubled',
    `${RACES} races of ${RACERS} desks have one winner each`,
    [wins.size, twice],
    [RACES, []],
  );
  for (const { connection } of desks) connection.close();
}

async function oneAfterAnother(team: Team): Promise<void> {
  const { check } = team;
  const [first, second] = [await team.join(), await team.join()];
  const [intent, other] = [randomUUID(), randomUUID()];
  check('misclassified', 'a free order', await claimed(first, intent, 'A-1'), 'yours');
  check(
    'misclassified',
    'asked again with the same intent',
    await claimed(first, intent, 'A-1'),
    'yours',
  );
  const held = value(await second.calls.claim(other, MERCHANT, 'A-1'));
  check('doubled', 'another desk is refused', held.outcome, 'held');
  check(
    'misclassified',
    'and told who has it, and since when',
    [held.holder_login, held.holder_code, held.is_own, held.since !== null],
    [first.invitation.login, first.invitation.code, false, true],
  );
  const own = value(await first.calls.claim(randomUUID(), MERCHANT, 'A-1'));
  check(
    'doubled',
    'an earlier intent of the same desk holds it',
    [own.outcome, own.is_own],
    ['held', true],
  );
  check('doubled', "another desk's intent", await claimed(second, intent, 'A-1'), 'held');
  check(
    'misclassified',
    'the same id at another merchant is another order',
    value(await second.calls.claim(other, randomUUID(), 'A-1')).outcome,
    'yours',
  );
  check('misclassified', 'ids differ by case', await claimed(second, randomUUID(), 'a-1'), 'yours');
  const reader = await team.join({ isReader: true });
  check(
    'misclassified',
    'a reader claims nothing',
    await claimed(reader, randomUUID(), 'A-9'),
    'reader',
  );
}

/** `not_sent`, `rejected` and resolved-as-absent free an order; a claim that arrives late holds nothing. */
async function closing(team: Team): Promise<void> {
  const { check } = team;
  const [first, second] = [await team.join(), await team.join()];
  for (const [outcome, closes, expected] of [
    ['not_sent', true, 'yours'],
    ['rejected', true, 'yours'],
    ['unknown', true, 'yours'],
    ['unknown', false, 'held'],
    ['accepted', false, 'held'],
    ['sending', false, 'held'],
  ] as const) {
    const order = `C-${outcome}-${closes}`;
    const intentId = randomUUID();
    await claimed(first, intentId, order);
    const appended = await appendNext(first, [{ kind: 'settled', body: {}, intentId }], (seq) => [
      rowOf(order, outcome, seq, { intentId, closes }),
    ]);
    check('lost', `${order} is appended`, appended, 'appended');
    check(
      'doubled',
      `${order}, asked by another desk`,
      await claimed(second, randomUUID(), order),
      expected,
    );
    check(
      'doubled',
      `${order}, claimed late`,
      await claimed(first, intentId, order),
      closes ? 'closed' : 'yours',
    );
  }
  const [late, next] = [randomUUID(), randomUUID()];
  const closed = (intentId: string): Promise<string> =>
    appendNext(first, [{ kind: 'settled', body: {}, intentId }], (seq) => [
      rowOf('C-late', 'not_sent', seq, { intentId }),
    ]);
  check('misclassified', 'not sent, before its claim arrived', await closed(late), 'appended');
  check('doubled', 'the claim that arrives then', await claimed(first, late, 'C-late'), 'closed');
  check('misclassified', 'holds nothing', await claimed(second, next, 'C-late'), 'yours');
  await closed(next);
  check(
    'doubled',
    "another desk's claim is not freed",
    await claimed(first, randomUUID(), 'C-late'),
    'held',
  );
}

/** A desk that was away rejected an order and sent it again: both arrive in one batch, and are no conflict whatever their ids are. */
async function freedInOneBatch(team: Team): Promise<void> {
  const { check } = team;
  const desk = await team.join();
  for (let time = 0; time < 8; time += 1) {
    const [order, rejected, sent] = [`F-${time}`, randomUUID(), randomUUID()];
    await claimed(desk, rejected, order);
    const written = [rejected, sent].map((intentId) => ({ kind: 'settled', body: {}, intentId }));
    await appendNext(desk, written, (seq) => [
      rowOf(order, 'rejected', seq, { intentId: rejected }),
      rowOf(order, 'accepted', seq + 1, { intentId: sent }),
    ]);
    check('doubled', `${order} is held`, await claimed(desk, randomUUID(), order), 'held');
    check('lost', `${order} is of the second`, await claimed(desk, sent, order), 'yours');
  }
  check('misclassified', 'no conflict', value(await desk.calls.standing()).conflicts, 0);
}

/** Two desks sent the same order while the server could not be asked: both events are kept, and a conflict. */
async function conflicts(team: Team): Promise<void> {
  const { check } = team;
  const [first, second] = [await team.join(), await team.join()];
  const rows = await Promise.all(
    [first, second].map(async (desk) => {
      const intentId = randomUUID();
      const sent = [{ kind: 'sending', body: {}, intentId }];
      const outcome = await appendNext(desk, sent, (seq) => [
        rowOf('K-1', 'accepted', seq, { intentId }),
      ]);
      check('lost', 'a conflict does not refuse events', outcome, 'appended');
      return intentId;
    }),
  );
  const found = await team.admin((session) =>
    session.query("SELECT held_intent, sent_intent FROM team.conflict WHERE order_id = 'K-1'"),
  );
  const named = z
    .array(z.record(z.string(), z.string()))
    .parse(found)
    .flatMap(Object.values<string>);
  check('misclassified', 'one conflict names both intents', named.toSorted(), rows.toSorted());
  check(
    'misclassified',
    'both desks are told',
    [value(await first.calls.standing()).conflicts, value(await second.calls.standing()).conflicts],
    [1, 1],
  );
}

/** Two desks sent an order, and one of the requests turns out not to exist: the other one still has the order. */
async function sharedOrders(team: Team): Promise<void> {
  const { check } = team;
  const [first, second, third] = [await team.join(), await team.join(), await team.join()];
  const listed = async (): Promise<number> => value(await second.calls.standing()).conflicts;
  const before = await listed();
  const more = async (): Promise<number> => (await listed()) - before;
  const tell = (desk: Desk, order: string, intentId: string, outcome: string, closes: boolean) =>
    appendNext(desk, [{ kind: 'settled', body: {}, intentId }], (seq) => [
      rowOf(order, outcome, seq, { intentId, closes }),
    ]);
  for (const [at, ends] of [first, second].entries()) {
    const order = `S-${at}`;
    const intents = new Map([first, second].map((desk) => [desk, randomUUID()]));
    for (const [desk, intent] of intents) await tell(desk, order, intent, 'unknown', false);
    check('misclassified', `${order}: a conflict`, await more(), 1);
    const ended = intents.get(ends) ?? '';
    await tell(ends, order, ended, 'unknown', true);
    check('misclassified', `${order}: none any more`, await more(), 0);
    const asked = await claimed(third, randomUUID(), order);
    check('doubled', `${order}: not free for a third desk`, asked, 'held');
    const kept = ends === first ? second : first;
    const own = await claimed(kept, intents.get(kept) ?? '', order);
    check('lost', `${order}: of the request that may exist`, own, 'yours');
    // A late answer or a callback says that it exists after all.
    await tell(ends, order, ended, 'unknown', false);
    check('misclassified', `${order}: a conflict again`, await more(), 1);
    await tell(ends, order, ended, 'unknown', true);
    await tell(kept, order, intents.get(kept) ?? '', 'unknown', true);
    check('misclassified', `${order}: neither`, await claimed(third, randomUUID(), order), 'yours');
  }
}

/** A login may choose its own isolation level and keep a transaction open; neither gives it an order twice, or keeps others for long. */
async function isolation(team: Team): Promise<void> {
  const { check } = team;
  const [strict, other] = [await team.join(), await team.join()];
  await appendNext(strict, noted(1));
  for (const level of ['REPEATABLE READ', 'SERIALIZABLE']) {
    const order = `I-${level}`;
    await strict.connection.ask(`BEGIN ISOLATION LEVEL ${level}`, [], DEADLINE_MS);
    await strict.connection.ask('SELECT 1', [], DEADLINE_MS);
    await strict.calls.standing();
    check(
      'misclassified',
      `${level}: another desk claims meanwhile`,
      await claimed(other, randomUUID(), order),
      'yours',
    );
    const late = await strict.calls.claim(randomUUID(), MERCHANT, order);
    check(
      'doubled',
      `${level}: an old snapshot does not win`,
      late.ok && late.value.outcome === 'yours',
      false,
    );
    await strict.connection.ask('ROLLBACK', [], DEADLINE_MS);
  }
  await strict.connection.ask('BEGIN', [], DEADLINE_MS);
  await strict.calls.claim(randomUUID(), MERCHANT, 'I-open');
  const began = performance.now();
  const blocked = await other.calls.claim(randomUUID(), MERCHANT, 'I-open');
  check(
    'misclassified',
    'an order in an open transaction answers as busy',
    blocked.ok ? blocked.value.outcome : blocked.error.code,
    'busy',
  );
  check('misclassified', 'by itself, and soon', performance.now() - began < DEADLINE_MS, true);
  await strict.connection.ask('ROLLBACK', [], DEADLINE_MS);
  const dead = await connectTeam(addressIn(other.invitation, other.password), DEADLINE_MS);
  check('misclassified', 'the desk that waited goes on', value(dead).isOpen(), true);
}
