import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { z } from 'zod';

import { type Cursor, teamCalls } from '#core/team/calls.ts';
import { connectTeam } from '#core/team/connect.ts';
import { addressIn } from '#core/team/joining.ts';

import { endProcess } from '../../tests/support/endProcess.ts';
import { type Figure, type Tell, figureOf, quantile } from '../figures.ts';
import type { Job } from './deskProcess.ts';
import { type BenchServer, type Member, startServer } from './server.ts';
import type { Told } from './simulatedDesk.ts';

export const DESKS = 200;
const PER_MINUTE = 50;
const PROCESSES = 2;
/** Desks with the team's log on their screen, each asking once a second. */
const VIEWERS = 3;
const POLL_MS = 1000;
const PROMISED_LAG_MS = 1500;

/** What a viewer saw: for each desk, up to which event and when. */
type Sight = { readonly deskId: string; readonly seq: number; readonly atMs: number };

/** 200 desks at work: how late others see an event, and whether all of them arrive, once. */
export async function measureLoad(
  dir: string,
  tell: Tell,
  minutes: number,
): Promise<readonly Figure[]> {
  const server = await startServer(dir, 2 * (DESKS + VIEWERS) + 10);
  const children: ChildProcess[] = [];
  try {
    tell(`${DESKS} desks join…`);
    const members = await server.join(DESKS, 'd');
    const viewers = await server.join(VIEWERS, 'viewer');
    const requests = Math.round(PER_MINUTE * minutes);
    for (let at = 0; at < PROCESSES; at += 1) {
      const own = members.filter((_, place) => place % PROCESSES === at);
      children.push(startDesks({ members: own, requests, everyMs: 60_000 / PER_MINUTE }));
    }
    await Promise.all(children.map((child) => once(child, 'message')));
    tell(`they work for ${minutes} min…`);
    const watching = viewers.map(watchTeam);
    const before = await server.admin((session) => session.query(STATISTICS));
    const ends = children.map((child) => once(child, 'message'));
    for (const child of children) child.send('go');
    const told = (await Promise.all(ends)).flatMap(([all]) => toldSchema.parse(all));
    await sleep(2 * POLL_MS);
    const sights = await Promise.all(watching.map((one) => one.end()));
    tellCosts(tell, told, before, await server.admin((session) => session.query(STATISTICS)));
    return [lagOf(await idsOf(server), told, sights.flat()), ...(await counted(server, told))];
  } finally {
    for (const child of children) await endProcess(child, 'SIGTERM');
    await server.close();
  }
}

function startDesks(job: Job): ChildProcess {
  const child = fork(path.join(import.meta.dirname, 'deskProcess.ts'), { stdio: 'inherit' });
  child.send(job);
  return child;
}

const toldSchema = z.array(z.custom<Told>((value) => typeof value === 'object' && value !== null));

/** A desk that shows the team's log: its cursor, and what arrived when. */
function watchTeam({ invitation, password }: Member) {
  const sights: Sight[] = [];
  const cursor = new Map<string, Cursor[number]>();
  const ended = new AbortController();
  const running = (async (): Promise<void> => {
    const connection = await connectTeam(addressIn(invitation, password), 30_000);
    if (!connection.ok) throw new Error(JSON.stringify(connection.error));
    const calls = teamCalls(connection.value);
    while (!ended.signal.aborted) {
      const answer = await calls.changes([...cursor.values()], 500);
      if (!answer.ok) throw new Error(JSON.stringify(answer.error));
      const atMs = performance.timeOrigin + performance.now();
      for (const { desk_id: deskId, stream, last_seq: seq } of answer.value) {
        if (seq <= (cursor.get(deskId)?.seq ?? 0)) continue;
        cursor.set(deskId, { deskId, stream, seq });
        sights.push({ deskId, seq, atMs });
      }
      await sleep(POLL_MS * (0.9 + 0.2 * Math.random()));
    }
    connection.value.close();
  })();
  return {
    async end(): Promise<readonly Sight[]> {
      ended.abort();
      await running;
      return sights;
    },
  };
}

async function idsOf(server: BenchServer): Promise<ReadonlyMap<string, string>> {
  const rows = z
    .array(z.object({ login: z.string(), desk_id: z.string() }))
    .parse(await server.admin((session) => session.query('SELECT login, desk_id FROM team.desk')));
  return new Map(rows.map(({ login, desk_id: id }) => [id, login]));
}

/** Every event of every desk, for every viewer that saw it. One sight shows all events up to its own. */
function lagOf(
  logins: ReadonlyMap<string, string>,
  told: readonly Told[],
  sights: readonly Sight[],
): Figure {
  const byLogin = new Map(told.map((one) => [one.login, one]));
  const lags: number[] = [];
  const seen = new Map<string, number>();
  for (const { deskId, seq, atMs } of sights.toSorted((a, b) =>
    a.atMs === b.atMs ? a.seq - b.seq : a.atMs - b.atMs,
  )) {
    const desk = byLogin.get(logins.get(deskId) ?? '');
    const from = seen.get(deskId) ?? 0;
    if (desk === undefined || seq <= from) continue;
    for (let at = from; at < seq; at += 1) lags.push(atMs - (desk.writtenAt[at] ?? atMs));
    seen.set(deskId, seq);
  }
  return figureOf({
    name: `event written → read by another desk, ${DESKS} desks × ${PER_MINUTE} requests a minute (${lags.length} events), p95`,
    unit: 'ms',
    measured: quantile(lags, 0.95),
    peer: { name: 'what is promised', measured: PROMISED_LAG_MS },
    bound: { most: 1 },
  });
}

const headsSchema = z.array(
  z.object({
    login: z.string(),
    hash: z.string(),
    events: z.coerce.number(),
    requests: z.coerce.number(),
    claims: z.coerce.number(),
  }),
);

/** The server's tables against what each desk says that it wrote. */
async function counted(server: BenchServer, told: readonly Told[]): Promise<readonly Figure[]> {
  const heads = headsSchema.parse(
    await server.admin((session) =>
      session.query(`
        SELECT login, encode(head_hash, 'hex') AS hash,
          (SELECT count(*) FROM team.event AS e WHERE e.desk_id = desk.desk_id) AS events,
          (SELECT count(*) FROM team.request AS r WHERE r.desk_id = desk.desk_id) AS requests,
          (SELECT count(*) FROM team.claim AS c WHERE c.desk_id = desk.desk_id) AS claims
        FROM team.desk`),
    ),
  );
  const here = new Map(heads.map((head) => [head.login, head]));
  const isWhole = ({ login, seq, hash }: Told): boolean =>
    here.get(login)?.hash === hash && here.get(login)?.events === seq;
  const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);
  const exactly = (name: string, measured: number, peer: string, of: number): readonly Figure[] => [
    figureOf({
      name: `${name}: none lost`,
      unit: 'of them',
      measured,
      peer: { name: peer, measured: of },
      bound: { least: 1 },
    }),
    figureOf({
      name: `${name}: none doubled`,
      unit: 'of them',
      measured,
      peer: { name: peer, measured: of },
      bound: { most: 1 },
    }),
  ];
  return [
    ...exactly(
      'events at the server',
      sum(heads.map(({ events }) => events)),
      'written by desks',
      sum(told.map(({ seq }) => seq)),
    ),
    ...exactly(
      'requests at the server',
      sum(heads.map(({ requests }) => requests)),
      'issued by desks',
      sum(told.map(({ requests }) => requests)),
    ),
    figureOf({
      name: 'desks whose chain ends in the same hash here and there',
      unit: 'desks',
      measured: told.filter(isWhole).length,
      peer: { name: 'desks', measured: told.length },
      bound: { least: 1 },
    }),
  ];
}

const STATISTICS = `
  SELECT (SELECT sum(xact_commit) FROM pg_stat_database) AS commits, (SELECT wal_bytes FROM pg_stat_wal) AS wal,
    clock_timestamp() AS at`;
const statisticsSchema = z.tuple([
  z.object({ commits: z.coerce.number(), wal: z.coerce.number(), at: z.date() }),
]);

function tellCosts(tell: Tell, told: readonly Told[], before: unknown, after: unknown): void {
  const [[from], [to]] = [statisticsSchema.parse(before), statisticsSchema.parse(after)];
  const seconds = (to.at.getTime() - from.at.getTime()) / 1000;
  const events = told.reduce((all, { seq }) => all + seq, 0);
  const claims = told.flatMap(({ claimMs }) => claimMs);
  const without = told.flatMap((one) => one.without);
  tell(
    `${(events / seconds).toFixed(0)} events/s, ${((to.commits - from.commits) / seconds).toFixed(0)} transactions/s, ` +
      `${((to.wal - from.wal) / events).toFixed(0)} bytes of WAL an event; claim p50 ${quantile(claims, 0.5).toFixed(1)} ms, ` +
      `p95 ${quantile(claims, 0.95).toFixed(1)} ms; ${without.length} of ${claims.length} went without a claim ${[...new Set(without.map((why) => why.split(':')[0]))].join(', ')}`,
  );
}
