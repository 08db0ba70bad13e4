import { setTimeout as sleep } from 'node:timers/promises';

import { z } from 'zod';

import { readSample } from './sample.ts';
import type { Member } from './server.ts';
import { type SimulatedDesk, createSimulatedDesk } from './simulatedDesk.ts';

/** Some of the desks, in a process of their own: connects, says `ready`, works when it is told `go`, and tells what it wrote. */
export type Job = {
  readonly members: readonly Member[];
  readonly requests: number;
  readonly everyMs: number;
};

const LANES = 25;

const jobSchema = z.custom<Job>((value) => typeof value === 'object' && value !== null);

async function message(): Promise<unknown> {
  return new Promise((resolve) => {
    process.once('message', resolve);
  });
}

async function connected(desks: readonly SimulatedDesk[]): Promise<void> {
  while (desks.some((desk) => desk.state().kind !== 'in_step')) await sleep(50);
}

/** As desks that have been at work for a while: each has its connection for claims. */
async function claimOnce(desks: readonly SimulatedDesk[]): Promise<void> {
  const left = [...desks];
  const lane = async (): Promise<void> => {
    for (let desk = left.shift(); desk !== undefined; desk = left.shift()) {
      while (!desk.hasLastClaim()) await desk.work(1, 1);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  for (const desk of desks) desk.forget();
}

async function main(): Promise<void> {
  const { members, requests, everyMs } = jobSchema.parse(await message());
  const sample = await readSample();
  const desks: SimulatedDesk[] = [];
  for (const member of members) {
    desks.push(createSimulatedDesk(member, sample));
    await sleep(20);
  }
  await connected(desks);
  await claimOnce(desks);
  process.send?.('ready');
  await message();
  await Promise.all(desks.map((desk) => desk.work(requests, everyMs)));
  await Promise.all(desks.map((desk) => desk.inStep()));
  const told = desks.map((desk) => desk.told());
  for (const desk of desks) await desk.close();
  process.send?.(told, () => process.disconnect());
}

await main();
