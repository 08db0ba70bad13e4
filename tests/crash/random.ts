import { setTimeout as wait } from 'node:timers/promises';

import type { Provider } from '../support/provider.ts';
import type { WholeDeskOptions } from '../support/wholeDesk.ts';
import { type Problem, createAccount } from './account.ts';
import { checkBackups } from './backups.ts';
import type { Ledger } from './ledger.ts';
import type { Line, Task } from './lines.ts';
import type { StartVictim } from './victimProcess.ts';

/** Long enough for some hundred requests, so that kills fall into every stage, commit and checkpoint. */
const LONGEST_LOAD_MS = 400;
/** While opening, recovering and verifying, on a machine of any speed: drawn anew each time, and some come too late. */
const LONGEST_START_MS = 600;

/** So often that kills fall into every step of a backup, too. */
const BACKUP_EVERY_MS = 100;

/** Now and then the provider refuses, fails after creating, or hangs up. */
const FAULTS = ['status-422', 'status-500', 'reset-after-reading'] as const;
const FAULTY_ORDERS = 48;
const FAULT_EVERY = 4;

export type Lane = {
  readonly name: string;
  readonly desk: WholeDeskOptions;
  readonly provider: Provider;
  readonly startVictim: StartVictim;
  readonly readLedger: () => Ledger;
  readonly chance: () => number;
  /** Under load. */
  readonly kills: number;
  /** Besides, so many while the desk recovers from the last one. */
  readonly killsAtStart: number;
  readonly onKill: () => void;
};

export type LaneRun = {
  readonly kills: number;
  readonly requests: number;
  readonly events: number;
  readonly problems: readonly Problem[];
};

/** One data directory, killed again and again and never tidied. */
export async function runLane(lane: Lane): Promise<LaneRun> {
  const { name, chance, readLedger, startVictim } = lane;
  const desk = { ...lane.desk, backupEveryMs: BACKUP_EVERY_MS };
  const account = createAccount();
  const problems: Problem[] = [];
  let kills = 0;
  const hear = (line: Line): void => {
    account.hear(line);
    if (line.say === 'found') problems.push(...account.check(line, readLedger()));
  };
  const load = (): Task => {
    const prefix = `${name}-${kills}`;
    return { kind: 'load', desk, known: account.known(), prefix };
  };
  const startEvery = Math.floor(lane.kills / Math.max(1, lane.killsAtStart));

  for (let round = 1; round <= lane.kills; round += 1) {
    await setFaults(lane.provider, `${name}-${kills}`);
    const victim = startVictim(load(), hear);
    await victim.said('ready');
    await wait(chance() * LONGEST_LOAD_MS);
    victim.kill();
    await victim.ended;
    kills += 1;
    lane.onKill();
    if (round % startEvery === 0 && round / startEvery <= lane.killsAtStart) {
      const starting = startVictim(load(), hear);
      await wait(chance() * LONGEST_START_MS);
      starting.kill();
      await starting.ended;
      kills += 1;
      lane.onKill();
    }
  }

  const last = startVictim({ kind: 'look', desk, known: account.known() }, hear);
  if ((await last.ended) !== 0) throw new Error(`Lane ${name}: the last start failed`);
  const all = startVictim({ kind: 'look', desk, known: 0 }, account.hear);
  const found = await all.said('found');
  problems.push(...account.checkAll(found, readLedger(), `${name}-`));
  await all.ended;
  problems.push(...checkBackups(desk.dataDir));
  return { kills, requests: found.rows.length, events: found.events, problems };
}

async function setFaults(provider: Provider, prefix: string): Promise<void> {
  const sets: Promise<void>[] = [];
  for (let number = FAULT_EVERY; number <= FAULTY_ORDERS; number += FAULT_EVERY) {
    const fault = FAULTS[(number / FAULT_EVERY) % FAULTS.length] ?? null;
    sets.push(provider.setFault(`${prefix}-${number}`, fault));
  }
  await Promise.all(sets);
}
