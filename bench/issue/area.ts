import { startProvider } from '../../tests/support/provider.ts';
import type { Area, Figure } from '../figures.ts';
import { measureCommit } from './commit.ts';
import { compareDrops } from './drops.ts';
import { measureFarAway } from './farAway.ts';
import { measureLatency } from './latency.ts';
import { openSides } from './sides.ts';
import { measureThroughput } from './throughput.ts';

/** What it costs to never lie: the whole use case over the sandbox, a process of its own, beside a bare fetch POST. */
export const issueArea: Area = {
  notes: [
    'The sandbox flushes its ledger to the disk for every POST before it answers; both sides pay that.',
    'Every request of the desk has a connection of its own, opened while the operator types where one is typed at a time, and is flushed three times; bare fetch keeps its connections and flushes nothing.',
    'The delaying line holds back bytes only: opening TCP takes no time, TLS one round trip.',
    'The desk with the threads of its log and bare fetch share one process; the sandbox is another.',
  ],
  async run(dir, tell, { only }) {
    const isAsked = (part: string): boolean => only === null || only.includes(part);
    const figures: Figure[] = [];
    if (isAsked('drops')) {
      tell('random drops…');
      await compareDrops(tell);
    }
    if (isAsked('commit')) {
      tell('durable intent commit…');
      figures.push(...(await measureCommit(dir)));
    }
    const provider = await startProvider(dir);
    try {
      const sides = await openSides(dir, provider);
      try {
        if (isAsked('latency')) {
          tell('one at a time…');
          figures.push(...(await measureLatency(sides, provider)));
        }
        if (isAsked('throughput')) {
          tell('many at once…');
          figures.push(...(await measureThroughput(sides)));
        }
      } finally {
        await sides.close();
      }
      if (isAsked('far')) {
        tell('far away, one every two seconds, for a minute…');
        figures.push(...(await measureFarAway(dir, provider)));
      }
    } finally {
      await provider.close();
    }
    return figures;
  },
};
