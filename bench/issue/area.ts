import { startProvider } from '../../tests/support/provider.ts';
import type { Area } from '../figures.ts';
import { measureCommit } from './commit.ts';
import { measureLatency } from './latency.ts';
import { openSides } from './sides.ts';
import { measureThroughput } from './throughput.ts';

/** What it costs to never lie: the whole use case over the sandbox, a process of its own, beside a bare fetch POST. */
export const issueArea: Area = {
  notes: [
    'The sandbox flushes its ledger to the disk for every POST before it answers; both sides pay that.',
    'The desk opens a new connection for every request and flushes three times; bare fetch keeps its connections and flushes nothing.',
    'The desk with the threads of its log and bare fetch share one process; the sandbox is another.',
  ],
  async run(dir, tell) {
    tell('durable intent commit…');
    const commit = await measureCommit(dir);
    const provider = await startProvider(dir);
    try {
      const sides = await openSides(dir, provider);
      try {
        tell('one at a time…');
        const latency = await measureLatency(sides, provider);
        tell('many at once…');
        return [...latency, ...(await measureThroughput(sides)), ...commit];
      } finally {
        await sides.close();
      }
    } finally {
      await provider.close();
    }
  },
};
