import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { readTeamBatch } from '../../src/core/log/reads/teamBatch.ts';
import { openForReading } from '../../src/core/log/store/database.ts';
import { logPathsOf } from '../../src/core/log/store/paths.ts';
import { createStore } from '../../src/core/log/store/store.ts';
import { connectTeam } from '../../src/core/team/connect.ts';
import { addressIn } from '../../src/core/team/joining.ts';
import { createReplication } from '../../src/core/team/replication.ts';
import { revokeDesk } from '../../src/core/team/server/desks.ts';
import { verifyTeam } from '../../src/core/team/server/verify.ts';
import { fillLog } from '../../src/core/testing/fillLog.ts';
import { openTestLog } from '../../src/core/testing/log.ts';
import type { TeamStanding } from '../../src/shared/domain/team.ts';
import {
  type Desk,
  type Findings,
  type Team,
  chained,
  noted,
  startTeam,
  until,
  value,
} from './setUp.ts';

const KILLS = 8;

/** A desk's log goes on being written while it is copied, and the server is killed under it. */
export async function replicationCases(bin: string, findings: Findings): Promise<void> {
  const team = await startTeam(bin, findings);
  const dir = mkdtempSync(path.join(tmpdir(), 'team-replicated-'));
  try {
    await sharingChanged(team);
    await whileWriting(team, dir);
  } finally {
    await team.close();
    rmSync(dir, { recursive: true, force: true });
  }
}

/** As the desk's own thread will run it: a connection of its own to the log's file, which it only reads. */
function replicate(desk: Desk, dir: string, states: TeamStanding[]) {
  const db = openForReading(logPathsOf(dir).file);
  const store = createStore(db);
  const running = createReplication({
    connect: () => connectTeam(addressIn(desk.invitation, desk.password), 2000),
    read: (after, most) => readTeamBatch(store, after, most, () => 'whole'),
    now: () => new Date(),
    random: Math.random,
    onState: (state) => void states.push(state),
  });
  return {
    state: running.state,
    async close(): Promise<void> {
      await running.close();
      db.close();
    },
  };
}

/** A profile is shared masked from now on, while the next events are in memory as they were shared before. */
async function sharingChanged({ join, check, admin }: Team): Promise<void> {
  const desk = await join();
  desk.connection.close();
  const events = chained(noted(1200));
  let isMasked = false;
  const running = createReplication({
    connect: () => connectTeam(addressIn(desk.invitation, desk.password), 2000),
    read: (after, most) => {
      const next = events.slice(after, after + most);
      const shared = isMasked ? next.map((one) => ({ ...one, body: null, salt: null })) : next;
      if (after === 500 && !isMasked) {
        // Once the batch that is read here is kept.
        queueMicrotask(() => {
          isMasked = true;
          running.reread();
        });
      }
      return { events: shared, rows: [], erased: [], logSeq: events.length };
    },
    now: () => new Date(),
    random: Math.random,
    onState: () => undefined,
  });
  await until(() => running.state().kind === 'in_step');
  await running.close();
  const [sent] = await admin((session) =>
    session.query(
      'SELECT max(seq)::int AS newest, max(seq) FILTER (WHERE body IS NOT NULL)::int AS whole FROM team.event WHERE desk_id = $1',
      [desk.deskId],
    ),
  );
  check('lost', 'no body goes after that', sent, { newest: events.length, whole: 500 });
}

async function whileWriting(team: Team, dir: string): Promise<void> {
  const { check, postgres, admin } = team;
  const desk = await team.join();
  desk.connection.close();
  const log = await openTestLog(dir);
  await fillLog(log, 'W');
  const states: TeamStanding[] = [];
  let running = replicate(desk, dir, states);
  for (let kill = 0; kill < KILLS; kill += 1) {
    await fillLog(log, `W${kill}`);
    await sleep(randomInt(400));
    if (kill % 2 === 0) {
      await postgres.killHard();
      await fillLog(log, `X${kill}`);
      check(
        'misclassified',
        `kill ${kill}: the desk says that it is offline`,
        await until(() => running.state().kind === 'offline'),
        true,
      );
      await postgres.start();
    } else {
      // The desk itself ends in the middle of a call, and begins again knowing nothing.
      await running.close();
      running = replicate(desk, dir, states);
    }
  }
  check(
    'lost',
    'it comes to be in step again',
    await until(() => running.state().kind === 'in_step'),
    true,
  );
  await fillLog(log, 'last');
  await log.close();
  const db = openForReading(logPathsOf(dir).file);
  const { logSeq } = readTeamBatch(createStore(db), 0, 0, () => 'whole');
  db.close();
  const asked = await desk.again();
  const head = async (): Promise<number> => value(await asked.calls.standing()).head_seq;
  for (let tried = 0; tried < 200 && (await head()) < logSeq; tried += 1) await sleep(50);
  const report = (await admin(verifyTeam)).find(({ login }) => login === desk.invitation.login);
  check(
    'lost',
    'every event is there, once and in order',
    [report?.events, report?.brokenAt],
    [logSeq, null],
  );
  const requests = 4 * (1 + KILLS + KILLS / 2 + 1);
  check(
    'doubled',
    'every request has one row, as its events say',
    [report?.compared, report?.wrongRows],
    [requests, []],
  );
  asked.connection.close();
  await admin((session) => revokeDesk(session, desk.name));
  const isTold = await until(() => {
    const now = running.state();
    return now.kind === 'offline' && now.fault.code === 'login_closed';
  });
  check('misclassified', 'a revoked desk says so', isTold, true);
  await running.close();
}
