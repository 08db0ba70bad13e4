import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { openSync, closeSync, writeFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { connectTeam } from '#core/team/connect.ts';
import { addressIn } from '#core/team/joining.ts';
import { newPassword, scramVerifier } from '#core/team/passwords.ts';
import { createReplication } from '#core/team/replication.ts';

import { type Figure, type Tell, figureOf } from '../figures.ts';
import { type MemoryLog, createMemoryLog, readSample } from './sample.ts';
import { type BenchServer, type Member, startServer } from './server.ts';

const STEPS = [5, 6, 5, 6, 5] as const;
const PIECE = 5000;

/** A desk that comes back with many events, beside COPY of the same events into the same table by TLS. */
export async function measureCatchUp(dir: string, tell: Tell, events: number): Promise<Figure> {
  const server = await startServer(dir, 30);
  try {
    const log = await filledLog(events);
    const [desk, copied] = await server.join(2, 'late');
    if (desk === undefined || copied === undefined) throw new Error('Nobody joined.');
    const file = path.join(dir, 'events.tsv');
    writeEvents(file, log, await deskIdOf(server, copied));
    tell(`${log.head().seq} events by COPY…`);
    const copyMs = await timeCopy(server, dir, file);
    tell(`the same by replication…`);
    const replicatedMs = await timeReplication(desk, log);
    return figureOf({
      name: `catching up ${log.head().seq} events of ${log.requests()} requests, with their rows and claims`,
      unit: 's',
      measured: replicatedMs / 1000,
      peer: { name: 'COPY of the events into team.event by TLS', measured: copyMs / 1000 },
      bound: { most: 3 },
    });
  } finally {
    await server.close();
  }
}

async function filledLog(events: number): Promise<MemoryLog> {
  const log = createMemoryLog(await readSample());
  for (let request = 0; log.head().seq < events; request += 1) {
    const intentId = randomUUID();
    const steps = STEPS[request % STEPS.length] ?? 5;
    for (let step = 0; step < steps; step += 1)
      log.write(step, intentId, `L-${1_000_000 + request}`);
  }
  return log;
}

async function deskIdOf(server: BenchServer, { invitation }: Member): Promise<string> {
  const [found] = await server.admin((session) =>
    session.query('SELECT desk_id FROM team.desk WHERE login = $1', [invitation.login]),
  );
  return String(Object.values(found ?? {})[0]);
}

/** COPY's text format. */
function writeEvents(file: string, log: MemoryLog, deskId: string): void {
  const out = openSync(file, 'w');
  const escaped = (text: string | null): string =>
    text === null
      ? '\\N'
      : text.replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n');
  const hex = (bytes: Buffer | null): string =>
    bytes === null ? '\\N' : `\\\\x${bytes.toString('hex')}`;
  for (let after = 0; ; after += PIECE) {
    const { events } = log.read(after, PIECE);
    if (events.length === 0) break;
    const lines = events.map((one) =>
      [
        deskId,
        '1',
        String(one.seq),
        one.at,
        one.kind,
        escaped(one.intentId),
        escaped(one.body),
        hex(one.salt),
        hex(one.digest),
        hex(one.previous),
        hex(one.hash),
      ].join('\t'),
    );
    writeSync(out, `${lines.join('\n')}\n`);
  }
  closeSync(out);
}

/** By `psql`, as an administrator would. */
async function timeCopy(server: BenchServer, dir: string, file: string): Promise<number> {
  const password = newPassword();
  await server.admin((session) =>
    session.query(`CREATE ROLE copier LOGIN SUPERUSER PASSWORD '${scramVerifier(password)}'`),
  );
  const ca = path.join(dir, 'ca.pem');
  writeFileSync(ca, server.certificates.caPem);
  const address = `host=127.0.0.1 port=${server.postgres.port} dbname=postgres user=copier sslmode=verify-ca sslrootcert=${ca}`;
  const columns = 'desk_id, stream, seq, at, kind, intent_id, body, salt, digest, previous, hash';
  const startedMs = performance.now();
  const psql = spawn(
    path.join(server.bin, 'psql'),
    [address, '-v', 'ON_ERROR_STOP=1', '-q', '-c', `\\copy team.event (${columns}) from '${file}'`],
    { stdio: 'inherit', env: { ...process.env, PGPASSWORD: password } },
  );
  await once(psql, 'exit');
  if (psql.exitCode !== 0) throw new Error('COPY failed.');
  return performance.now() - startedMs;
}

async function timeReplication({ invitation, password }: Member, log: MemoryLog): Promise<number> {
  const startedMs = performance.now();
  const replication = createReplication({
    connect: () => connectTeam(addressIn(invitation, password), 10_000),
    read: (after, most) => log.read(after, most),
    now: () => new Date(),
    random: Math.random,
    onState: (state) => {
      if (state.kind === 'stopped' || state.kind === 'offline')
        console.error(JSON.stringify(state));
    },
  });
  while (replication.state().kind !== 'in_step') await sleep(5);
  const tookMs = performance.now() - startedMs;
  await replication.close();
  return tookMs;
}
