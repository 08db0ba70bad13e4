import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { type Page, chromium } from '@playwright/test';
import { z } from 'zod';

import { buildIfStale } from '../../scripts/start/build.ts';
import { createInput } from '../../tests/support/builders.ts';
import { chromiumFlags, findChromium } from '../../tests/support/chromium.ts';
import { type Area, type Figure, figureOf } from '../figures.ts';
import { rssMbOf, startHost } from '../log-screen/host.ts';
import { type Side, preparedPage, signIn } from '../renderer/opening.ts';
import { startPeer } from '../renderer/peer.ts';

const ROOT = path.join(import.meta.dirname, '../..');
/** A busy day of one desk. */
const REQUESTS = 5000;
const AT_ONCE = 8;
/** V8 gives memory back some seconds after the work has ended. */
const REST_MS = 20_000;

const replySchema = z.object({
  ok: z.boolean(),
  value: z.unknown().optional(),
  error: z.unknown().optional(),
});

/** What the desk's two processes hold in memory at rest, and after a day of requests with the page open. */
export const memoryArea: Area = {
  notes: [
    'Resident memory of whole processes, as the system counts it: shared libraries are in every one of them.',
    'The host has the embedded provider and the threads of the log in its process. Its peer is a Node process that serves an empty page by the same server.',
    'Each page has a browser of its own; its largest renderer process counts, after its garbage was collected.',
    `A day is ${REQUESTS} requests, issued over the host’s API while the page shows New request and hears of each.`,
  ],
  async run(dir, tell) {
    const executablePath = findChromium();
    if (executablePath === null) throw new Error('There is no Chromium here');
    if (!(await buildIfStale(ROOT))) throw new Error('The page could not be built');
    const dataDir = path.join(dir, 'desk');
    mkdirSync(dataDir);
    const launch = () => chromium.launch({ executablePath, args: [...chromiumFlags()] });
    const peer = await startPeer(path.join(dir, 'peer'));
    const host = await startHost(dataDir);
    const [ours, theirs] = [await launch(), await launch()];
    try {
      const desk = await signIn(ours, host.url);
      const page = await preparedPage(await ours.newContext(), desk);
      await page.goto(desk.origin);
      await page.getByRole('heading', { name: 'New request' }).waitFor();
      const empty = await preparedPage(await theirs.newContext(), { origin: '', kept: {} });
      await empty.goto(peer.origin);
      await sleep(REST_MS);
      const baseline = { hostMb: rssMbOf(peer.pid), pageMb: await pageMbOf(empty) };
      const figuresNow = async (when: string): Promise<readonly Figure[]> => [
        figure(`host, ${when}`, host.rssMb(), 'a Node process with a server', baseline.hostMb),
        figure(`page, ${when}`, await pageMbOf(page), 'an empty React page', baseline.pageMb),
      ];
      const atRest = await figuresNow('at rest');
      tell(`${REQUESTS} requests…`);
      await issueAll(desk);
      await sleep(REST_MS);
      return [...atRest, ...(await figuresNow(`after ${REQUESTS} requests`))];
    } finally {
      await Promise.all([ours.close(), theirs.close()]);
      await host.stop();
      await peer.stop();
    }
  },
};

function figure(name: string, measured: number, peerName: string, peerMb: number): Figure {
  const peer = { name: peerName, measured: peerMb };
  return figureOf({ name: `memory of the ${name}`, unit: 'MB', measured, peer, bound: null });
}

const processesSchema = z.object({
  processInfo: z.array(z.object({ type: z.string(), id: z.int() })),
});

/** Without garbage, which Chromium leaves for hours where there is room. */
async function pageMbOf(page: Page): Promise<number> {
  const browser = page.context().browser();
  if (browser === null) throw new Error('The browser has ended');
  const own = await page.context().newCDPSession(page);
  await own.send('HeapProfiler.collectGarbage');
  await own.detach();
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = processesSchema.parse(await session.send('SystemInfo.getProcessInfo'));
  await session.detach();
  const renderers = processInfo.filter(({ type }) => type === 'renderer');
  return Math.max(...renderers.map(({ id }) => rssMbOf(id)));
}

async function issueAll(desk: Side): Promise<void> {
  let left = REQUESTS;
  const lane = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await call(desk, 'issue.create', createInput());
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  const stagesSchema = z.array(z.unknown());
  while (stagesSchema.parse(await call(desk, 'request.stages', {})).length > 0) await sleep(100);
}

/** As the page calls it: with its bearer and from its origin. */
async function call({ origin, kept }: Side, name: string, input: unknown): Promise<unknown> {
  const response = await fetch(`${origin}/api/op/${name}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${kept['desk-session'] ?? ''}`,
      'content-type': 'application/json',
      origin,
    },
    body: JSON.stringify(input),
  });
  const reply = replySchema.parse(await response.json());
  if (!reply.ok) throw new Error(`${name}: ${JSON.stringify(reply.error)}`);
  return reply.value;
}
