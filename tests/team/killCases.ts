import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { z } from 'zod';

import { readTeamBatch } from '../../src/core/log/reads/teamBatch.ts';
import { openForReading } from '../../src/core/log/store/database.ts';
import { logPathsOf } from '../../src/core/log/store/paths.ts';
import { createStore } from '../../src/core/log/store/store.ts';
import { addressIn } from '../../src/core/team/joining.ts';
import { verifyTeam } from '../../src/core/team/server/verify.ts';
import type { TeamEvent } from '../../src/core/team/sharing.ts';
import type { KilledDeskTask } from './killedDesk.ts';
import { type Desk, type Findings, type Team, startTeam } from './setUp.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const PROGRAM = path.join(import.meta.dirname, 'killedDesk.ts');
const DESKS = 2;
const LONGEST_LIFE_MS = 900;

type Running = { readonly desk: Desk; readonly dataDir: string; child: ChildProcess };

/** Desks issue for the same orders while one of them, or the server with all its processes, is killed; again and again. */
export async function killCases(bin: string, findings: Findings, kills: number): Promise<void> {
  const team = await startTeam(bin, findings);
  const dir = mkdtempSync(path.join(tmpdir(), 'team-killed-'));
  const running: Running[] = [];
  try {
    for (let at = 0; at < DESKS; at += 1) {
      const desk = await team.join();
      desk.connection.close();
      const dataDir = mkdtempSync(path.join(dir, 'desk-'));
      running.push({ desk, dataDir, child: await started(desk, dataDir) });
    }
    for (let kill = 0; kill < kills; kill += 1) {
      await sleep(randomInt(LONGEST_LIFE_MS));
      const one = running[randomInt(DESKS)];
      if (one === undefined) break;
      const { exitCode } = one.child;
      team.check('misclassified', `kill ${kill}: the desk is there to be killed`, exitCode, null);
      if (kill % 2 === 0) {
        await team.postgres.killAllHard();
        await team.postgres.start();
      } else {
        await killed(one.child);
        one.child = await started(one.desk, one.dataDir);
      }
    }
    for (const one of running) {
      await killed(one.child);
      one.child = await started(one.desk, one.dataDir, true);
      await once(one.child, 'exit');
    }
    await compare(team, running, kills);
  } finally {
    for (const { child } of running) await killed(child);
    await team.close();
    rmSync(dir, { recursive: true, force: true });
  }
}

async function started(desk: Desk, dataDir: string, drain = false): Promise<ChildProcess> {
  const address = addressIn(desk.invitation, desk.password);
  const task: KilledDeskTask = { dataDir, address, drain };
  // Compiling is most of a start.
  const env = { ...process.env, NODE_COMPILE_CACHE: path.join(ROOT, 'artifacts/compile-cache') };
  const child = spawn(process.execPath, [PROGRAM, JSON.stringify(task)], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`The desk ended with ${String(code)} before it was killed.`);
    }),
  ]);
  return child;
}

async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

const eventsSchema = z.array(z.object({ seq: z.coerce.number(), hash: z.string() }));

/** Each desk's own chain against the server's, event by event; and who sent what. */
async function compare(team: Team, running: readonly Running[], kills: number): Promise<void> {
  const { check, admin } = team;
  const reports = await admin(verifyTeam);
  const sent: string[] = [];
  for (const { desk, dataDir } of running) {
    const own = eventsIn(dataDir);
    const there = eventsSchema.parse(
      await admin((session) =>
        session.query(
          "SELECT seq, encode(hash, 'hex') AS hash FROM team.event WHERE desk_id = $1 ORDER BY stream, seq",
          [desk.deskId],
        ),
      ),
    );
    const hashes = new Set(there.map(({ hash }) => hash));
    const lost = own.filter(({ hash }) => !hashes.has(hash.toString('hex')));
    check('lost', `${kills} kills: events of ${desk.name} that the server lacks`, lost.length, 0);
    check('doubled', `${kills} kills: events of ${desk.name}`, there.length, own.length);
    const report = reports.find(({ login }) => login === desk.invitation.login);
    const verdict = [report?.events, report?.brokenAt, report?.wrongRows];
    check('misclassified', `${kills} kills: verify`, verdict, [own.length, null, []]);
    sent.push(...ordersSent(own));
  }
  check('misclassified', 'the desks did something', sent.length > kills, true);
  const twice = sent.length - new Set(sent).size;
  check('doubled', `${kills} kills: orders that were sent twice`, twice, 0);
}

function eventsIn(dataDir: string): readonly TeamEvent[] {
  const db = openForReading(logPathsOf(dataDir).file);
  try {
    const store = createStore(db);
    return readTeamBatch(store, 0, Number.MAX_SAFE_INTEGER, () => 'whole').events;
  } finally {
    db.close();
  }
}

const preparedSchema = z.object({
  body: z.object({ fields: z.object({ order_id: z.string() }) }),
});

/** The order of each event of W2. */
function ordersSent(events: readonly TeamEvent[]): readonly string[] {
  const orderOf = new Map(
    events.flatMap(({ kind, intentId, body }) =>
      kind === 'prepared'
        ? [[intentId, preparedSchema.parse(JSON.parse(body ?? '')).body.fields.order_id] as const]
        : [],
    ),
  );
  return events.flatMap(({ kind, intentId }) =>
    kind === 'sending' ? (orderOf.get(intentId) ?? []) : [],
  );
}
