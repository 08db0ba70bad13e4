import { z } from 'zod';

import { ATTACKS, RUN } from './attacks.ts';

/** Attacks from a process of its own, so that what is measured elsewhere is the desk's time and not the attacker's. */
const taskSchema = z.object({
  attacks: z.array(z.enum(ATTACKS)),
  address: z.string(),
  forMs: z.number(),
  name: z.string(),
});

process.on('message', (message) => {
  const { attacks, ...aim } = taskSchema.parse(message);
  const running = attacks.map(async (attack) => ({ attack, ...(await RUN[attack](aim)) }));
  void Promise.all(running).then((damage) => process.send?.(damage));
});
