import { afterEach, expect, it } from 'vitest';

import { type Result, err, ok } from '#shared/domain/result.ts';
import type { TeamFault, TeamStanding } from '#shared/domain/team.ts';

import { intent } from '../testing/builders.ts';
import { waitUntil } from '../testing/waitUntil.ts';
import { createReplication } from './replication.ts';
import { claimOnce } from './replicationThread.ts';

const HASH = Buffer.alloc(32);
const STANDING = {
  team_id: '11111111-1111-4111-8111-111111111111',
  desk_id: '22222222-2222-4222-8222-222222222222',
  code: 'N7K',
  state: 'active',
  stream: 1,
  head_seq: 0,
  head_hash: HASH,
  is_waiting: false,
  server_time: new Date(),
  conflicts: 0,
};
const APPENDED = { outcome: 'appended', head_seq: 0, head_hash: HASH, detail: null };
const LATE: TeamFault = { code: 'timed_out', detail: 'No answer within 2000 ms.' };

let running: ReturnType<typeof createReplication> | null = null;
afterEach(async () => running?.close());

/** A desk with an empty log, and a server that can fall silent. */
async function inStep() {
  let appends = 0;
  const states: TeamStanding[] = [];
  const silent: ((answer: Result<readonly unknown[], TeamFault>) => void)[] = [];
  let isSilent = false;
  const replication = createReplication({
    connect: async () =>
      ok({
        async ask(text) {
          if (text.includes('append')) appends += 1;
          if (isSilent) return new Promise((resolve) => silent.push(resolve));
          return ok([text.includes('append') ? APPENDED : STANDING]);
        },
        isOpen: () => true,
        close: () => undefined,
      }),
    read: () => ({ events: [], rows: [], erased: [], logSeq: 0 }),
    now: () => new Date('2026-11-18T10:00:00.000Z'),
    random: () => 0,
    onState: (state) => void states.push(state),
  });
  running = replication;
  await waitUntil(() => (replication.state().kind === 'in_step' ? true : null));
  return {
    replication,
    states,
    appends: () => appends,
    fallSilent: () => void (isSilent = true),
    answer: (): void => {
      isSilent = false;
      for (const resolve of silent.splice(0)) resolve(ok([APPENDED]));
    },
  };
}

it('is not in step after a question that the server did not answer, until it answers', async () => {
  const { replication, states, fallSilent, answer, appends } = await inStep();
  fallSilent();
  const before = appends();
  replication.unanswered(LATE);
  const away = { kind: 'offline', since: '2026-11-18T10:00:00.000Z', fault: LATE };
  expect(states.at(-1)).toEqual(away);
  // It asks at once, not when the next sign of life is due; turns that ask nothing do not count.
  await waitUntil(() => (appends() > before ? true : null));
  expect(replication.state()).toEqual(away);
  answer();
  await waitUntil(() => (replication.state().kind === 'in_step' ? true : null));
});

it('is not in step after a claim that timed out', async () => {
  const { replication, states, fallSilent } = await inStep();
  fallSilent();
  const asked = { intentId: intent('A-1'), merchant: 'm', orderId: 'A-1' };
  const claims = { ask: async () => err(LATE), warm: () => undefined };
  expect(await claimOnce(replication, claims, asked, 2000)).toEqual(err(LATE));
  expect(states.at(-1)).toMatchObject({ kind: 'offline', fault: LATE });
  expect(replication.state()).toEqual(states.at(-1));
});
