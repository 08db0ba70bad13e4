import { setTimeout as sleep } from 'node:timers/promises';

import { type Figure, type Tell, figureOf } from '../figures.ts';
import { DESKS } from './load.ts';
import { readSample } from './sample.ts';
import { type BenchServer, startServer } from './server.ts';
import { type SimulatedDesk, createSimulatedDesk } from './simulatedDesk.ts';

const TOO_FEW = 150;
/** As docs/team says: 2 × desks + 10. */
const ENOUGH = 2 * DESKS + 10;
const PATIENCE_MS = 180_000;

/** Two connections a desk, where the server allows fewer, and then as many as docs/team asks for. */
export async function measureConnections(dir: string, tell: Tell): Promise<readonly Figure[]> {
  const server = await startServer(dir, TOO_FEW);
  const desks: SimulatedDesk[] = [];
  try {
    const members = await server.join(DESKS, 'c');
    const sample = await readSample();
    for (const member of members) desks.push(createSimulatedDesk(member, sample));
    tell(`${DESKS} desks at a server with max_connections = ${TOO_FEW}…`);
    await Promise.all(desks.map((desk) => desk.work(1, 2000)));
    await until(() => desks.every((desk) => isKnown(desk)));
    const refused = desks.filter((desk) => desk.causes().length > 0);
    const named = refused.filter((desk) => desk.causes().includes('too_many_connections'));
    const alone = desks.filter((desk) => desk.without().length > 0);
    tell(`${refused.length} desks were refused, ${alone.length} issued without a claim`);
    await allow(server, ENOUGH);
    tell(`the same with max_connections = ${ENOUGH}…`);
    const startedMs = performance.now();
    await until(() => desks.every((desk) => desk.state().kind === 'in_step'));
    tell(`all were in step after ${((performance.now() - startedMs) / 1000).toFixed(1)} s`);
    await Promise.all(desks.map((desk) => desk.work(1, 2000)));
    await Promise.all(desks.map((desk) => desk.inStep()));
    return [
      countOf(
        'refused desks that name too_many_connections',
        named.length,
        'refused',
        refused.length,
      ),
      countOf(
        'desks that issued with too few connections',
        desks.filter((desk) => desk.told().requests > 0).length,
        'desks',
        DESKS,
      ),
      countOf(
        `desks in step with max_connections = ${ENOUGH}`,
        desks.filter((desk) => desk.state().kind === 'in_step').length,
        'desks',
        DESKS,
      ),
      countOf(
        'of them, desks with a claim for their last order',
        desks.filter((desk) => desk.hasLastClaim()).length,
        'desks',
        DESKS,
      ),
    ];
  } finally {
    for (const desk of desks) await desk.close();
    await server.close();
  }
}

/** Its replication was refused at least once, or works. */
function isKnown(desk: SimulatedDesk): boolean {
  return desk.causes().length > 0 || desk.state().kind === 'in_step';
}

async function allow(server: BenchServer, connections: number): Promise<void> {
  await server.admin((session) =>
    session.query(`ALTER SYSTEM SET max_connections = ${connections}`),
  );
  await server.postgres.stop();
  await server.postgres.start();
}

async function until(is: () => boolean): Promise<void> {
  const giveUpAt = performance.now() + PATIENCE_MS;
  while (!is() && performance.now() < giveUpAt) await sleep(100);
}

function countOf(name: string, measured: number, peer: string, of: number): Figure {
  return figureOf({
    name,
    unit: 'desks',
    measured,
    peer: { name: peer, measured: of },
    bound: { least: 1 },
  });
}
