import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { z } from 'zod';

import { type TeamConnection, connectTeam } from '../../src/core/team/connect.ts';
import { addressIn } from '../../src/core/team/joining.ts';
import { endWait } from '../../src/core/team/server/desks.ts';
import { verifyTeam } from '../../src/core/team/server/verify.ts';
import {
  DEADLINE_MS,
  type Desk,
  type Findings,
  MERCHANT,
  type Team,
  appendNext,
  chained,
  noted,
  rowOf,
  startTeam,
  value,
} from './setUp.ts';

const KILLS = 12;

/** The server is killed, loses its tail, or is full. Each case has a server of its own. */
export async function serverCases(bin: string, findings: Findings): Promise<void> {
  for (const run of [kills, failOver, fullServer] as const) {
    const team = await startTeam(bin, findings, run === fullServer ? 60 : 100);
    try {
      await run(team);
    } finally {
      await team.close();
    }
  }
}

/** kill -9 while a claim and an append are on their way, at moments of their own. */
async function kills(team: Team): Promise<void> {
  const { check, postgres } = team;
  const [first, second] = [await team.join(), await team.join()];
  const events = chained(noted(KILLS * 40));
  let [one, two] = [await first.again(), await second.again()];
  for (let kill = 0; kill < KILLS; kill += 1) {
    const [intent, order] = [randomUUID(), `K-${kill}`];
    const claiming = one.calls.claim(intent, MERCHANT, order);
    const appending = sendUntilLost(two, events);
    await sleep(randomInt(12));
    await postgres.killHard();
    const [answered] = await Promise.all([claiming, appending]);
    await postgres.start();
    [one, two] = [await first.again(), await second.again()];
    const again = value(await one.calls.claim(intent, MERCHANT, order)).outcome;
    check(
      'lost',
      `kill ${kill}: the same intent, asked again (${answered.ok ? 'answered' : 'no answer'})`,
      again,
      'yours',
    );
    check(
      'doubled',
      `kill ${kill}: another desk`,
      value(await two.calls.claim(randomUUID(), MERCHANT, order)).outcome,
      'held',
    );
  }
  await sendUntilLost(two, events);
  const report = (await team.admin(verifyTeam)).find(
    ({ login }) => login === second.invitation.login,
  );
  check(
    'lost',
    'every event is there once, in order',
    [report?.events, report?.brokenAt],
    [events.length, null],
  );
}

/** Small batches from where the server is, as a desk sends them after a start. */
async function sendUntilLost(
  { calls }: Pick<Desk, 'calls'>,
  events: ReturnType<typeof chained>,
): Promise<void> {
  const standing = await calls.standing();
  let head = standing.ok ? standing.value.head_seq : events.length;
  while (head < events.length) {
    const batch = {
      stream: 1,
      logSeq: events.length,
      events: events.slice(head, head + 7),
      rows: [],
    };
    const answer = await calls.append(batch);
    if (!answer.ok || answer.value.outcome !== 'appended') return;
    head = answer.value.head_seq ?? events.length;
  }
}

/** A fail-over to a standby that lacked the last 200 events and a claim. */
async function failOver(team: Team): Promise<void> {
  const { check, postgres, admin } = team;
  const [first, second, idle] = [await team.join(), await team.join(), await team.join()];
  const events = chained(noted(400));
  const send = async (
    desk: Pick<Desk, 'calls'>,
    from: number,
    to: number,
    logSeq = to,
  ): Promise<string> =>
    value(await desk.calls.append({ stream: 1, logSeq, events: events.slice(from, to), rows: [] }))
      .outcome;
  await send(first, 0, 200);
  await appendNext(second, noted(1));
  await postgres.stop();
  const putBack = postgres.copyOfFiles('older');
  await postgres.start();
  const [one, two] = [await first.again(), await second.again()];
  const intent = randomUUID();
  check(
    'misclassified',
    'before it: a claim',
    value(await one.calls.claim(intent, MERCHANT, 'L-1')).outcome,
    'yours',
  );
  await send(one, 200, 400);
  const sent = rowOf('L-1', 'sending', 400, { intentId: intent });
  await one.calls.append({ stream: 1, logSeq: 400, events: [], rows: [sent] });
  two.connection.close();
  await postgres.stop();
  putBack();
  await postgres.startPromoted();
  const [after, other] = [await first.again(), await second.again()];
  const claim = async (): Promise<string> =>
    value(await other.calls.claim(randomUUID(), MERCHANT, 'L-1')).outcome;
  check('doubled', 'after it: claims wait', await claim(), 'waiting');
  check(
    'misclassified',
    'and every desk is told',
    value(await other.calls.standing()).is_waiting,
    true,
  );
  const { head_seq: head } = value(await after.calls.standing());
  check('misclassified', 'the server says what it has', head, 200);
  check('misclassified', 'what lies beyond it is a gap', await send(after, 300, 400), 'gap');
  check('lost', 'half of the tail', await send(after, 200, 300, 400), 'appended');
  check('doubled', 'is not enough', await claim(), 'waiting');
  const rest = value(
    await after.calls.append({ stream: 1, logSeq: 400, events: events.slice(300), rows: [sent] }),
  );
  check('lost', 'the whole tail is sent again', [rest.outcome, rest.head_seq], ['appended', 400]);
  check('doubled', 'the other desk has not resent', await claim(), 'waiting');
  await appendNext(other, noted(1));
  check('doubled', 'then claims go on, and the sent order is held', await claim(), 'held');
  const report = (await admin(verifyTeam)).find(({ login }) => login === first.invitation.login);
  check('lost', 'no event is lost', [report?.events, report?.brokenAt], [400, null]);
  check(
    'misclassified',
    'a desk that never sent anything is not waited for',
    value(await (await idle.again()).calls.claim(randomUUID(), MERCHANT, 'L-2')).outcome,
    'yours',
  );

  await postgres.stop();
  await postgres.startPromoted();
  const third = await second.again();
  const late = async (): Promise<string> =>
    value(await third.calls.claim(randomUUID(), MERCHANT, `L-${randomUUID()}`)).outcome;
  check('doubled', 'a second fail-over', await late(), 'waiting');
  await admin(endWait);
  check('misclassified', 'a supervisor ends the wait', await late(), 'yours');
}

/** 200 connections where 60 are allowed: those that get none are told so, the others work, and the administrator gets in. */
async function fullServer(team: Team): Promise<void> {
  const { check, admin } = team;
  const desks = await Promise.all(Array.from({ length: 10 }, () => team.join()));
  for (const desk of desks) desk.connection.close();
  await admin((session) =>
    session.query(
      "DO $$ DECLARE l text; BEGIN FOR l IN SELECT login FROM team.desk LOOP EXECUTE format('ALTER ROLE %I CONNECTION LIMIT 20', l); END LOOP; END $$",
    ),
  );
  const opened = await Promise.all(
    Array.from({ length: 200 }, (_, place) => {
      const desk = desks[place % desks.length];
      if (desk === undefined) throw new Error('There is no desk.');
      return connectTeam(addressIn(desk.invitation, desk.password), 60_000);
    }),
  );
  const open = opened.flatMap((one) => (one.ok ? [one.value] : []));
  const refused = opened.flatMap((one) => (one.ok ? [] : [one.error.code]));
  check(
    'misclassified',
    'every refusal names its cause',
    [...new Set(refused)],
    ['too_many_connections'],
  );
  check(
    'misclassified',
    'all allowed connections are used',
    open.length >= 40 && open.length < 60,
    true,
  );
  const answers = await Promise.all(
    open.map((connection: TeamConnection) =>
      connection.ask('SELECT * FROM team.standing()', [], DEADLINE_MS),
    ),
  );
  check(
    'lost',
    'each of them works',
    answers.every((answer) => answer.ok),
    true,
  );
  const [limit] = z
    .array(z.object({ most: z.string() }))
    .parse(
      await admin((session) => session.query("SELECT current_setting('max_connections') AS most")),
    );
  check('misclassified', 'the administrator gets in', limit?.most, '60');
  for (const connection of open) connection.close();
  const desk = desks[0];
  if (desk === undefined) return;
  await sleep(300);
  check(
    'lost',
    'afterwards desks get in again',
    value(await (await desk.again()).calls.standing()).state,
    'active',
  );
}
