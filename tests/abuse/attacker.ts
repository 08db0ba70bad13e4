import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';

import { z } from 'zod';

import { endProcess } from '../support/endProcess.ts';
import { ATTACKS, type Aim, type Attack, type Damage } from './attacks.ts';

const damagesSchema = z.array(
  z.object({
    attack: z.enum(ATTACKS),
    sent: z.int(),
    answers: z.record(z.string(), z.int()),
    acknowledged: z.array(z.string()),
  }),
);

export type Attacker = {
  /** Resolves when the last of its connections is gone. */
  readonly run: (
    attacks: readonly Attack[],
    aim: Aim,
  ) => Promise<readonly (Damage & { readonly attack: Attack })[]>;
  readonly close: () => Promise<void>;
};

export function startAttacker(): Attacker {
  const child: ChildProcess = fork(path.join(import.meta.dirname, 'attackerProcess.ts'));
  return {
    async run(attacks, aim) {
      const ended = new Promise((resolve, reject) => {
        child.once('message', resolve);
        child.once('exit', () => reject(new Error('The attacker ended')));
      });
      child.send({ attacks, ...aim });
      return damagesSchema.parse(await ended);
    },
    close: () => endProcess(child, 'SIGTERM'),
  };
}
