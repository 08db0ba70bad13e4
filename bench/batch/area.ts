import { randomBytes, randomUUID } from 'node:crypto';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { CONTRACT } from '#shared/contract/operations.ts';
import type { Batch } from '#shared/domain/batch.ts';
import { profileIdSchema } from '#shared/domain/ids.ts';
import { ok } from '#shared/domain/result.ts';
import { SHOWN_DIGEST, readyRowsOf, unnumbered } from '#core/testing/memoryImports.ts';

import { createInput } from '../../tests/support/builders.ts';
import { type Provider, startProvider } from '../../tests/support/provider.ts';
import { type WholeDesk, openWholeDesk } from '../../tests/support/wholeDesk.ts';
import { type Area, type Figure, type Tell, figureOf, quantile } from '../figures.ts';
import { SCREEN_NOTES, measureScreen } from './screen.ts';

const ROWS = 10_000;
const AT_ONCE = 16;
const ANSWERS_IN_MS = 20;
const WARM_UP_ROWS = 500;
const TYPED = 100;
/** Between two typed requests, and between a key and Enter. */
const TYPED_EVERY_MS = 80;
const TYPING_MS = 5;
const PACE = { atOnce: AT_ONCE, perMinute: null, pauseAfter: 100 };
const SANDBOX = profileIdSchema.parse('sandbox');

/** What the desk adds to the time that the provider takes, and what a batch costs the operator who types beside it. */
export const batchArea: Area = {
  notes: [
    `The ideal is the provider's own time: ${ROWS} rows, ${AT_ONCE} at once, ${ANSWERS_IN_MS} ms each.`,
    'The sandbox flushes its ledger to the disk for every POST before it answers, beyond those 20 ms.',
    'Desk and sandbox are processes of one machine.',
    ...SCREEN_NOTES,
  ],
  async run(dir, tell, { only }) {
    const isAsked = (part: string): boolean => only === null || only.includes(part);
    return [
      ...(isAsked('issue') ? await measureIssuing(dir, tell) : []),
      ...(isAsked('screen') ? await measureScreen(dir, tell) : []),
    ];
  },
};

async function measureIssuing(dir: string, tell: Tell): Promise<readonly Figure[]> {
  const provider = await startProvider(dir);
  try {
    await provider.setFault(null, 'slow', { ms: ANSWERS_IN_MS });
    const desk = await openBatchDesk(path.join(dir, 'desk'), provider);
    try {
      await runToEnd(desk, WARM_UP_ROWS);
      tell(`${ROWS} rows…`);
      const startedMs = performance.now();
      await runToEnd(desk, ROWS);
      const tookMs = performance.now() - startedMs;
      tell('typed requests, without and beside a batch…');
      return [throughput(tookMs), await measureTyped(desk)];
    } finally {
      await desk.services.close();
    }
  } finally {
    await provider.close();
  }
}

function throughput(tookMs: number): Figure {
  return figureOf({
    name: `batch of ${ROWS} rows, ${AT_ONCE} at once, with freezing its plan`,
    unit: 's',
    measured: tookMs / 1000,
    peer: { name: 'the provider alone', measured: (ROWS / AT_ONCE) * (ANSWERS_IN_MS / 1000) },
    bound: { most: 1.25 },
  });
}

type BatchDesk = WholeDesk & { readonly start: (rows: number) => Promise<Batch> };

async function openBatchDesk(dataDir: string, provider: Provider): Promise<BatchDesk> {
  const { origin: baseUrl, merchant, secret } = provider;
  const anchorKey = randomBytes(32).toString('hex');
  let files = 0;
  let rows = 0;
  const desk = await openWholeDesk(
    { dataDir, baseUrl, merchant, secret, anchorKey },
    {
      // Customers of each file are others: an unknown of one must not refuse rows of the next.
      ready: async () =>
        ok(
          readyRowsOf(SANDBOX, rows, (at) => ({
            ...unnumbered(at),
            customer: `file-${files}-cust-${at}`,
          })),
        ),
    },
  );
  await desk.ask('limits.read', { profileId: SANDBOX, refresh: true });
  return {
    ...desk,
    async start(requests) {
      files += 1;
      rows = requests;
      const ids = { importId: randomUUID(), batchId: randomUUID() };
      const input = { ...ids, requests, digest: SHOWN_DIGEST, pace: PACE };
      return CONTRACT['batch.start'].output.parse(await desk.ask('batch.start', input));
    },
  };
}

async function runToEnd(desk: BatchDesk, rows: number): Promise<void> {
  const { batchId } = await desk.start(rows);
  await ended(desk, batchId);
}

async function ended(desk: WholeDesk, batchId: string): Promise<void> {
  for (;;) {
    const batch = CONTRACT['batch.get'].output.parse(await desk.ask('batch.get', { batchId }));
    if (batch.state === 'done') return;
    if (batch.state === 'paused') throw new Error(`It paused: ${JSON.stringify(batch.pause)}`);
    await sleep(50);
  }
}

async function measureTyped(desk: BatchDesk): Promise<Figure> {
  const alone = await typed(desk);
  const { batchId } = await desk.start(ROWS);
  const beside = await typed(desk);
  await ended(desk, batchId);
  return figureOf({
    name: 'typed request beside a batch, p95',
    unit: 'ms',
    measured: quantile(beside, 0.95),
    peer: { name: 'without one, p95', measured: quantile(alone, 0.95) },
    bound: { most: 1.3 },
  });
}

/** As an operator types: a connection is made ready, then Enter. From Enter to the outcome on the screen. */
async function typed(desk: WholeDesk): Promise<readonly number[]> {
  const took: number[] = [];
  for (let at = 0; at < TYPED; at += 1) {
    await sleep(TYPED_EVERY_MS);
    await desk.ask('issue.prepare', { profileId: SANDBOX });
    await sleep(TYPING_MS);
    const order = `T-${randomUUID()}`;
    const input = createInput({ order_id: order, customer: order });
    const rested = desk.rested(input.intentId);
    const startedMs = performance.now();
    await desk.ask('issue.create', input);
    await rested;
    took.push(performance.now() - startedMs);
  }
  return took;
}
