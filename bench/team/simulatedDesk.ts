import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { addressIn } from '#core/team/joining.ts';
import { profileOf } from '#core/testing/builders.ts';
import { openTeamProtocol } from '#core/testing/teamProtocol.ts';

import { type Sample, createMemoryLog, requestIn } from './sample.ts';
import type { Member } from './server.ts';

/** Between W2 and the answer, and before each copy. */
const ANSWERED_MS = 150;
const COPIED_MS = 2000;
/** 5.4 events a request: two of five are copied once more. */
const COPIES = [2, 3, 2, 3, 2] as const;
const CONNECT_MS = 30_000;

/** What a desk tells at its end. */
export type Told = {
  readonly login: string;
  readonly seq: number;
  readonly hash: string;
  readonly requests: number;
  /** Claims that took the offline policy, with the cause of each. */
  readonly without: readonly string[];
  readonly claimMs: readonly number[];
  readonly writtenAt: readonly number[];
};

export type SimulatedDesk = ReturnType<typeof createSimulatedDesk>;

/** A desk's side of the team's protocol, as it is: replication on one connection, claims on the other. Its log is in memory. */
export function createSimulatedDesk({ invitation, password }: Member, sample: Sample) {
  const log = createMemoryLog(sample);
  const profile = profileOf();
  const [without, claimMs]: [string[], number[]] = [[], []];
  const causes = new Set<string>();
  const protocol = openTeamProtocol(addressIn(invitation, password), {
    read: (after, most) => log.read(after, most),
    policyOf: () => 'own_numbers',
    numberOf: () => 'own',
    onState: (state) => {
      if (state.kind === 'offline') causes.add(state.fault.code);
    },
    connectMs: CONNECT_MS,
  });
  const underWay = new Set<Promise<void>>();
  let [issued, hasLastClaim] = [0, false];

  async function issue(): Promise<void> {
    const [intentId, orderId] = [randomUUID(), `D-${invitation.code}-${1_000_000 + issued}`];
    const copies = COPIES[issued % COPIES.length] ?? 2;
    issued += 1;
    const prepared = log.write(0, intentId, orderId);
    const startedMs = performance.now();
    const claim = await protocol.claim(requestIn(prepared), profile);
    claimMs.push(performance.now() - startedMs);
    if (claim.kind === 'refused') throw new Error(`${orderId}: ${claim.code}, ${claim.detail}`);
    hasLastClaim = claim.kind === 'claimed';
    if (claim.kind === 'without') without.push(claim.why);
    log.write(1, intentId, orderId);
    await sleep(ANSWERED_MS);
    log.write(2, intentId, orderId);
    for (let copy = 0; copy < copies; copy += 1) {
      await sleep(COPIED_MS * Math.random());
      log.write(3 + copy, intentId, orderId);
    }
  }

  return {
    login: invitation.login,
    state: protocol.state,
    /** Codes of every fault that replication met. */
    causes: (): readonly string[] => [...causes],
    without: (): readonly string[] => without,
    hasLastClaim: (): boolean => hasLastClaim,
    /** What was measured of claims so far. */
    forget(): void {
      without.length = 0;
      claimMs.length = 0;
    },
    /** So many requests, evenly over the time, each in its own moment. */
    async work(requests: number, everyMs: number): Promise<void> {
      await evenly(requests, everyMs, () => {
        const one = issue().finally(() => underWay.delete(one));
        underWay.add(one);
      });
      await Promise.all(underWay);
    },
    inStep: protocol.inStep,
    told: (): Told => ({
      login: invitation.login,
      ...log.head(),
      requests: log.requests(),
      without,
      claimMs,
      writtenAt: log.writtenAt,
    }),
    close: () => protocol.close(),
  };
}

async function evenly(times: number, everyMs: number, act: () => void): Promise<void> {
  await sleep(everyMs * Math.random());
  const beganMs = performance.now();
  for (let at = 0; at < times; at += 1) {
    await sleep(Math.max(0, beganMs + at * everyMs - performance.now()));
    act();
  }
}
