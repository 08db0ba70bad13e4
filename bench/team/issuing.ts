import { randomUUID } from 'node:crypto';
import tls from 'node:tls';

import { z } from 'zod';

import { readTeamBatch } from '#core/log/reads/teamBatch.ts';
import { openForReading } from '#core/log/store/database.ts';
import { logPathsOf } from '#core/log/store/paths.ts';
import { createStore } from '#core/log/store/store.ts';
import { addressIn } from '#core/team/joining.ts';
import {
  OPERATOR,
  createDraftOf,
  createRecordOf,
  profileOf,
  removeTemporaryDirs,
} from '#core/testing/builders.ts';
import { openTestDesk } from '#core/testing/issuing.ts';
import { type TestProvider, startTestProvider } from '#core/testing/provider.ts';
import { type TeamProtocol, openTeamProtocol } from '#core/testing/teamProtocol.ts';
import { intentIdSchema } from '#shared/domain/ids.ts';
import type { DepositRequest } from '#shared/domain/request.ts';

import { type Figure, type Tell, figureOf, quantile } from '../figures.ts';
import { startSlowLine } from '../issue/slowLine.ts';
import { type Member, startServer } from './server.ts';

/** Opening TLS takes one round trip of the delaying line. */
const CONNECT_MS = 60;
const WARM_UP = 5;
const PAIRS = 150;
const RACES = 1000;

type IssuingDesk = {
  readonly issue: (orderId: string) => Promise<DepositRequest>;
  readonly close: () => Promise<void>;
};

/** The issuing half of a desk with its log on the disk; with a member it claims and replicates. */
async function openIssuing(baseUrl: string, member: Member | null): Promise<IssuingDesk> {
  let protocol: TeamProtocol | null = null;
  const desk = await openTestDesk(
    member === null ? {} : { claim: (request, asked) => protocol?.claim(request, asked) ?? null },
  );
  const profile = profileOf({ baseUrl, proxy: { mode: 'none' } });
  await desk.secrets.write(profile, { kind: 'signing' }, 'secret-of-the-bench', 'stored');
  const db = openForReading(logPathsOf(desk.dataDir).file);
  const store = createStore(db);
  protocol =
    member === null
      ? null
      : openTeamProtocol(addressIn(member.invitation, member.password), {
          read: (after, most) => readTeamBatch(store, after, most, () => 'whole'),
          policyOf: () => 'block',
          numberOf: () => 'typed',
        });
  return {
    async issue(orderId) {
      const draft = createDraftOf({ order_id: orderId, customer: `c-${randomUUID()}` });
      const intentId = intentIdSchema.parse(randomUUID());
      const input = { intentId, profile, operator: OPERATOR, draft, reissue: null };
      const issued = await desk.issue(input);
      if (!issued.ok) throw new Error(JSON.stringify(issued.error));
      return issued.value.settled;
    },
    async close() {
      await protocol?.close();
      db.close();
      await desk.close();
    },
  };
}

function startCounting(): Promise<TestProvider> {
  return startTestProvider((call, response) => {
    const fields = z.record(z.string(), z.unknown()).parse(JSON.parse(call.body));
    response.end(JSON.stringify(createRecordOf(fields)));
  });
}

/** The same request by a desk with a team and by one without, in turns. */
export async function measureClaim(dir: string): Promise<Figure> {
  const server = await startServer(dir, 30);
  const provider = await startCounting();
  const trusted = tls.getCACertificates('default');
  const took = { alone: [] as number[], inTeam: [] as number[] };
  try {
    const line = await startSlowLine(provider.baseUrl, CONNECT_MS / 2);
    try {
      tls.setDefaultCACertificates([...trusted, line.caPem]);
      const [member = null] = await server.join(1, 'one');
      const [alone, inTeam] = [
        await openIssuing(line.origin, null),
        await openIssuing(line.origin, member),
      ];
      await timePairs(alone, inTeam, took);
      await alone.close();
      await inTeam.close();
    } finally {
      await line.close();
    }
  } finally {
    tls.setDefaultCACertificates(trusted);
    await server.close();
    await provider.close();
    removeTemporaryDirs();
  }
  return figureOf({
    name: `issuing with a claim, connecting to the provider takes ${CONNECT_MS} ms, p50`,
    unit: 'ms',
    measured: quantile(took.inTeam, 0.5),
    peer: { name: 'the same without a team, p50', measured: quantile(took.alone, 0.5) },
    bound: { most: 1.02 },
  });
}

type Took = { readonly alone: number[]; readonly inTeam: number[] };

async function timePairs(alone: IssuingDesk, inTeam: IssuingDesk, took: Took): Promise<void> {
  for (let pair = -WARM_UP; pair < PAIRS; pair += 1) {
    const early = pair % 2 === 0 ? await timed(inTeam) : null;
    const aloneMs = await timed(alone);
    const inTeamMs = early ?? (await timed(inTeam));
    if (pair < 0) continue;
    took.alone.push(aloneMs);
    took.inTeam.push(inTeamMs);
  }
}

async function timed({ issue }: IssuingDesk): Promise<number> {
  const orderId = `C-${randomUUID()}`;
  const startedMs = performance.now();
  const { outcome } = await issue(orderId);
  const tookMs = performance.now() - startedMs;
  if (outcome !== 'accepted') throw new Error(`${orderId} is ${outcome}`);
  return tookMs;
}

/** Two desks issue the same order at the same moment; the provider counts. */
export async function measureRaces(dir: string, tell: Tell): Promise<readonly Figure[]> {
  const provider = await startCounting();
  const server = await startServer(dir, 30);
  const members = await server.join(2, 'racer');
  const desks = await Promise.all(members.map((member) => openIssuing(provider.baseUrl, member)));
  let won = 0;
  try {
    for (let race = 0; race < RACES; race += 1) {
      const ended = await Promise.all(desks.map(({ issue }) => issue(`race-${race}`)));
      won += ended.filter(({ outcome }) => outcome === 'accepted').length;
    }
  } finally {
    for (const desk of desks) await desk.close();
    await server.close();
    await provider.close();
    removeTemporaryDirs();
  }
  const orders = provider
    .posts()
    .map(({ body }) => z.object({ order_id: z.string() }).parse(JSON.parse(body)).order_id);
  tell(`${RACES} races: ${orders.length} POSTs, ${new Set(orders).size} orders, ${won} accepted`);
  return [
    figureOf({
      name: `POSTs at the provider, ${RACES} races of two desks for one order`,
      unit: 'POSTs',
      measured: orders.length,
      peer: { name: 'orders that arrived', measured: new Set(orders).size },
      bound: { most: 1 },
    }),
  ];
}
