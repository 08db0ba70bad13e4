import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { type Attacker, startAttacker } from '../../tests/abuse/attacker.ts';
import { ATTACKS, type Attack } from '../../tests/abuse/attacks.ts';
import { type AbusedDesk, startAbusedDesk } from '../../tests/abuse/desk.ts';
import { startLoad } from '../../tests/abuse/load.ts';
import { startProvider } from '../../tests/support/provider.ts';
import { type Area, type Figure, figureOf, quantile } from '../figures.ts';

const ROUNDS = 2;
const CALM_MS = 5000;
const ATTACK_MS = 10_000;
const WARM_UP_MS = 3000;

const KINDS: readonly { readonly name: string; readonly attacks: readonly Attack[] }[] = [
  { name: '2,000 callbacks in 10 s', attacks: ['flood'] },
  { name: 'slow heads, slow bodies, idle', attacks: ['slow heads', 'slow bodies', 'idle'] },
  { name: 'bodies of 100 MB', attacks: ['huge bodies'] },
  { name: 'garbage', attacks: ['garbage'] },
  { name: 'all of it at once', attacks: ATTACKS },
];

/** What issuing pays for whatever is done to the callback listener: beside itself, before and after each attack. */
export const listenerArea: Area = {
  notes: [
    'The provider answers at once, so that nothing hides what the desk itself takes; requests come 25 a second, waited for or not.',
    'Desk, provider and attacker are processes of one machine: what the attacker needs of it, issuing goes without.',
  ],
  async run(dir, tell) {
    const dataDir = path.join(dir, 'data');
    mkdirSync(dataDir);
    const provider = await startProvider(dir);
    const attacker = startAttacker();
    try {
      const desk = await startAbusedDesk(dataDir, provider);
      try {
        await loadFor(desk, 'warm', WARM_UP_MS);
        const first = await desk.memory();
        const figures: Figure[] = [];
        for (const { name, attacks } of KINDS) {
          tell(`${name}…`);
          figures.push(await measure(desk, attacker, name, attacks));
        }
        const last = await desk.memory();
        const memory = figureOf({
          name: 'resident memory after all of it',
          unit: 'MB',
          measured: last.mb,
          peer: { name: 'before', measured: first.mb },
          bound: { most: 2 },
        });
        return [...figures, memory];
      } finally {
        await desk.kill();
      }
    } finally {
      await Promise.all([provider.close(), attacker.close()]);
    }
  },
};

async function measure(
  desk: AbusedDesk,
  attacker: Attacker,
  name: string,
  attacks: readonly Attack[],
): Promise<Figure> {
  const calm: number[] = [];
  const attacked: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const id = `${attacks.join('+')}-${round}`;
    calm.push(...(await loadFor(desk, `before ${id}`, CALM_MS)));
    const load = startLoad(desk, `during ${id}`);
    const gone = attacker.run(attacks, { address: desk.address, forMs: ATTACK_MS, name: id });
    await sleep(ATTACK_MS);
    attacked.push(...(await load.stop()));
    await gone;
    calm.push(...(await loadFor(desk, `after ${id}`, CALM_MS)));
  }
  return figureOf({
    name: `issuing during ${name}, p95`,
    unit: 'ms',
    measured: quantile(attacked, 0.95),
    peer: { name: 'before and after, p95', measured: quantile(calm, 0.95) },
    bound: { most: 2 },
  });
}

async function loadFor(desk: AbusedDesk, name: string, forMs: number): Promise<readonly number[]> {
  const load = startLoad(desk, name);
  await sleep(forMs);
  return load.stop();
}
