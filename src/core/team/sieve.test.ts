import { expect, it } from 'vitest';

import { createSieve } from './sieve.ts';
import { type SignedPerson, newTeamKey, signStatement } from './signing.ts';

const TEAM = '00000000-0000-4000-8000-000000000001';
const root = newTeamKey();
const boss = newTeamKey();

function record(key: typeof boss, by: typeof root): SignedPerson {
  const { publicKey } = key;
  const said = { publicKey, role: 'supervisor' as const, name: 'Anna' };
  const signature = signStatement({ purpose: 'person', teamId: TEAM, ...said }, by.privateKey);
  return { ...said, signedBy: by.publicKey, signature };
}

/** As any login can put them down: they name the root, which never signed them. */
const madeUp = Array.from({ length: 450 }, (_, at): SignedPerson => ({
  ...record(boss, root),
  name: `Nobody ${at}`,
}));

it('leaves out made-up records, checks each once, and lets other work through meanwhile', async () => {
  const sieve = createSieve();
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 0);
  const good = [record(boss, root)];
  expect(await sieve.people([...madeUp, ...good], TEAM, root.publicKey)).toEqual(good);
  clearInterval(timer);
  expect(turns).toBeGreaterThan(5);
  const before = process.cpuUsage();
  expect(await sieve.people([...madeUp, ...good], TEAM, root.publicKey)).toEqual(good);
  const { user } = process.cpuUsage(before);
  expect(user).toBeLessThan(50_000);
});

it('gets to a real record in the end, however many were put before it', async () => {
  const sieve = createSieve();
  const many = Array.from({ length: 1100 }, (_, at) => ({
    ...record(boss, root),
    name: `N ${at}`,
  }));
  const all = [...many, record(boss, root)];
  expect(await sieve.people(all, TEAM, root.publicKey)).toHaveLength(0);
  await sieve.people(all, TEAM, root.publicKey);
  expect(await sieve.people(all, TEAM, root.publicKey)).toHaveLength(1);
});
