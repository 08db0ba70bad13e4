import { setTimeout as sleep } from 'node:timers/promises';

import { z } from 'zod';

import type { Profile } from '#shared/domain/profile.ts';
import {
  OPERATOR,
  createDraftOf,
  createRecordOf,
  intent,
  profileOf,
  removeTemporaryDirs,
} from '#core/testing/builders.ts';
import { type TestDesk, openTestDesk } from '#core/testing/issuing.ts';
import { startTestProvider } from '#core/testing/provider.ts';

import { type Relayed, startRelay } from '../../tests/faults/support/relay.ts';
import type { Tell } from '../figures.ts';

const REQUESTS = 600;
const LANES = 12;
const TYPING_MS = 200;
const ANSWERS_IN_MS = 50;
/** Of a connection, drawn from an exponential distribution. */
const MEAN_LIFE_MS = 2000;
const ANSWER_DEADLINE_MS = 1000;

type Drop = 'closing' | 'silent';
type Tally = { readonly unknown: number; readonly notSent: number; readonly wrong: number };

const orderSchema = z.looseObject({ order_id: z.string() });

/** How many requests end as unknown where connections are dropped at random, with and without a connection ready beforehand. */
export async function compareDrops(tell: Tell): Promise<void> {
  for (const drop of ['closing', 'silent'] as const) {
    const ready = await issueUnderDrops(drop, true);
    const anew = await issueUnderDrops(drop, false);
    tell(
      `drops, ${drop}, a mean of ${MEAN_LIFE_MS} ms: ${said('ready', ready)}; ${said('new', anew)}`,
    );
  }
}

function said(name: string, { unknown, notSent, wrong }: Tally): string {
  const share = (count: number): string => `${((100 * count) / REQUESTS).toFixed(1)} %`;
  return `${name} ${share(unknown)} unknown, ${share(notSent)} not sent, ${wrong} misclassified`;
}

async function issueUnderDrops(drop: Drop, isReady: boolean): Promise<Tally> {
  const provider = await startTestProvider((call, response) => {
    const record = JSON.stringify(createRecordOf(orderSchema.parse(JSON.parse(call.body))));
    setTimeout(() => response.end(record), ANSWERS_IN_MS);
  });
  const port = Number(new URL(provider.baseUrl).port);
  const relay = await startRelay(port, '127.0.0.1', 0, (relayed) => dropLater(relayed, drop));
  const desk = await openTestDesk();
  const outcomes = new Map<string, string>();
  try {
    let left = REQUESTS;
    const lane = async (_: unknown, at: number): Promise<void> => {
      const profile = profileOf({
        id: `lane-${at}`,
        baseUrl: `http://127.0.0.1:${relay.port}`,
        proxy: { mode: 'none' },
        answerDeadlineMs: ANSWER_DEADLINE_MS,
      });
      await desk.secrets.write(profile, { kind: 'signing' }, 'a-secret', 'stored');
      while (left > 0) {
        left -= 1;
        const orderId = `D-${left}`;
        outcomes.set(orderId, await issueOne(desk, profile, orderId, isReady));
      }
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    const arrived = provider
      .posts()
      .map(({ body }) => orderSchema.parse(JSON.parse(body)).order_id);
    return tallyOf(outcomes, arrived);
  } finally {
    await desk.close();
    await relay.close();
    await provider.close();
    removeTemporaryDirs();
  }
}

function dropLater(relayed: Relayed, drop: Drop): void {
  const lifeMs = -MEAN_LIFE_MS * Math.log(1 - Math.random());
  setTimeout(() => {
    if (drop === 'silent') relayed.silence();
    else if (Math.random() < 0.5) relayed.close();
    else relayed.reset();
  }, lifeMs).unref();
}

async function issueOne(
  desk: TestDesk,
  profile: Profile,
  orderId: string,
  isReady: boolean,
): Promise<string> {
  if (isReady) desk.connections.prepare(profile);
  await sleep(TYPING_MS);
  const issued = await desk.issue({
    intentId: intent(orderId),
    profile,
    operator: OPERATOR,
    draft: createDraftOf({ order_id: orderId, customer: orderId }),
    reissue: null,
  });
  if (!issued.ok) throw new Error(JSON.stringify(issued.error));
  return (await issued.value.settled).outcome;
}

/** The provider's own list decides: what arrived is accepted or unknown, what was not sent did not arrive, nothing came twice. */
function tallyOf(outcomes: ReadonlyMap<string, string>, arrived: readonly string[]): Tally {
  const all = [...outcomes];
  const count = (outcome: string): number => all.filter(([, one]) => one === outcome).length;
  const wrong = all.filter(([orderId, outcome]) => {
    const times = arrived.filter((one) => one === orderId).length;
    if (outcome === 'accepted') return times !== 1;
    return outcome === 'unknown' ? times > 1 : times > 0;
  });
  return { unknown: count('unknown'), notSent: count('not_sent'), wrong: wrong.length };
}
