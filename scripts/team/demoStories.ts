import { randomUUID } from 'node:crypto';
import { cpSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { z } from 'zod';

import type { RunningSandbox } from '../../src/sandbox/server.ts';
import { NEWEST_FIRST, NO_FILTER } from '../../src/shared/domain/logSearch.ts';
import { createInput } from '../../tests/support/builders.ts';
import type { DemoDesk } from './demoDesk.ts';

/** A desk with its Live profile. */
export type Shop = {
  readonly desk: DemoDesk;
  readonly profileId: string;
  readonly supervisor: { readonly name: string; readonly pin: string };
};

export type Stage = {
  readonly shops: readonly Shop[];
  /** The folder of the demonstration. */
  readonly dir: string;
  /** Of all three; its ledger says what was sent. */
  readonly provider: Pick<RunningSandbox, 'arrivalsOf'>;
  readonly server: {
    readonly stop: () => Promise<void>;
    readonly start: () => Promise<void>;
    /** With a new stream. */
    readonly unfreeze: (name: string) => Promise<void>;
  };
};

const PATIENCE_MS = 60_000;
const BOTH = 'CUSTOMER-77';

const suggestedSchema = z.object({ orderId: z.string() });
const historySchema = z.object({
  request: z.looseObject({
    outcome: z.string(),
    reason: z.looseObject({ code: z.string(), detail: z.string().nullable() }).optional(),
    sentElsewhere: z.looseObject({ desks: z.array(z.string()) }).optional(),
  }),
});
const stateSchema = z.looseObject({ standing: z.looseObject({ kind: z.string() }) });
const foundSchema = z.looseObject({ rows: z.array(z.looseObject({ intentId: z.string() })) });

/** Two days on which a team would send an order twice, played in Live on these three desks: how it stands afterwards is on the screens. */
export async function tellStories(stage: Stage): Promise<void> {
  const [front, back, night] = stage.shops;
  if (front === undefined || back === undefined || night === undefined) return;
  for (const shop of stage.shops) await shop.desk.ask('profile.confirmLive', idOf(shop));
  await putBack(stage, back, front.desk);
  await sentByTwo(stage, front, night);
  await together(stage, back);
  console.log('');
  for (const shop of [front, night, back])
    console.log(`  ${shop.desk.name}: ${await markOf(shop)}`);
  console.log(
    `  At ${front.desk.name} and ${night.desk.name}: New request, Log and Hand over say it, with what to do. Settings, Team lists it at every desk.`,
  );
}

/** A folder from last week, while the server is away, with the policy that a Live profile begins with. */
async function putBack(
  { dir, provider, server }: Stage,
  back: Shop,
  other: DemoDesk,
): Promise<void> {
  const { desk, supervisor } = back;
  const first = [await issueNext(back), await issueNext(back)];
  await seenBy(other, first.at(-1));
  await desk.stop();
  const older = path.join(dir, `${desk.name}-older`);
  cpSync(desk.dataDir, older, { recursive: true });
  await restarted(back);
  const forgotten = [await issueNext(back), await issueNext(back), await issueNext(back)];
  await seenBy(other, forgotten.at(-1));
  await desk.stop();
  await server.stop();
  rmSync(desk.dataDir, { recursive: true });
  cpSync(older, desk.dataDir, { recursive: true });
  rmSync(older, { recursive: true });
  await desk.startAgain(supervisor);
  await desk.ask('profile.confirmLive', idOf(back));
  console.log(`
An older copy of a folder, with the server down
  ${desk.name} sent ${orders(first)}. Its folder was copied. It sent ${orders(forgotten)}.
  The server was stopped, and the copy was put back: its log knows nothing of the last three.`);
  await until(async () => (await standingOf(desk)) === 'offline', 'the desk to be offline');
  const again = await issue(back, forgotten[0]?.orderId ?? '');
  console.log(`  ${again.orderId} again: ${again.became}.`);
  const next = [await issueNext(back), await issueNext(back)];
  console.log(
    `  The next orders: ${orders(next)}. The keychain knows how far ${desk.name} had come.`,
  );
  const twice = [...first, ...forgotten, ...next].filter(
    ({ orderId }) => provider.arrivalsOf(orderId) !== 1,
  );
  console.log(
    `  The provider got ${twice.length === 0 ? `each of these orders once` : `more or less than once: ${orders(twice)}`}.`,
  );
}

/** The server is still away, and both desks are told to issue all the same. */
async function sentByTwo({ provider }: Stage, front: Shop, night: Shop): Promise<void> {
  for (const shop of [front, night]) {
    await until(async () => (await standingOf(shop.desk)) === 'offline', 'the desk to be offline');
  }
  const sent = [await issue(front, BOTH), await issue(night, BOTH)];
  console.log(`
One order from two desks
  The server was still down. Settings, Team: without it both desks issue with a warning.
  ${front.desk.name}: ${BOTH} ${sent[0]?.became}. ${night.desk.name}: ${BOTH} ${sent[1]?.became}. The provider got it ${provider.arrivalsOf(BOTH)} times.`);
}

async function together({ shops, server }: Stage, back: Shop): Promise<void> {
  await server.start();
  const { name } = back.desk;
  await until(async () => (await standingOf(back.desk)) === 'stopped', 'the fork to be found');
  await server.unfreeze(name);
  await restarted(back);
  console.log(`
The server is back
  It found that the folder of ${name} was an older one and froze ${name}, until a supervisor ran
  \`npm run team -- unfreeze ${name} --new-stream\`: nothing of either branch is lost.`);
  for (const { desk } of shops) {
    await until(async () => (await standingOf(desk)) === 'in_step', `${desk.name} to be in step`);
  }
  const marked = shops.filter((shop) => shop !== back);
  for (const shop of marked) {
    await until(async () => (await sentElsewhere(shop)).length > 0, `${shop.desk.name} to be told`);
  }
}

/** The server has it, and everything that the desk did before. */
async function seenBy({ ask }: DemoDesk, issued: Issued | undefined): Promise<void> {
  const text = issued?.orderId ?? '';
  const wanted = { text, desk: null, outcome: 'accepted', before: null, most: 1 };
  const found = async () => z.array(z.unknown()).parse(await ask('team.find', wanted));
  await until(async () => (await found()).length === 1, `${text} in the team’s log`);
}

async function restarted(shop: Shop): Promise<void> {
  await shop.desk.stop();
  await shop.desk.startAgain(shop.supervisor);
  await shop.desk.ask('profile.confirmLive', idOf(shop));
  await until(async () => (await standingOf(shop.desk)) === 'in_step', 'the desk to be in step');
}

type Issued = { readonly orderId: string; readonly became: string };

const idOf = ({ profileId }: Shop) => ({ profileId });
const orders = (issued: readonly Issued[]): string =>
  issued
    .map(({ orderId, became }) => (became === 'accepted' ? orderId : `${orderId} (${became})`))
    .join(', ');

async function issueNext(shop: Shop): Promise<Issued> {
  const { ask } = shop.desk;
  const suggested = await ask('order.suggest', { ...idOf(shop), flow: 'create' });
  return issue(shop, suggestedSchema.parse(suggested).orderId);
}

async function issue(shop: Shop, orderId: string): Promise<Issued> {
  const { ask } = shop.desk;
  const draft = createInput({ order_id: orderId, customer: `c-${randomUUID().slice(0, 8)}` });
  await ask('issue.create', { ...draft, ...idOf(shop) });
  const { intentId } = draft;
  const request = async () => historySchema.parse(await ask('log.history', { intentId })).request;
  await until(
    async () => !['prepared', 'sending'].includes((await request()).outcome),
    `an answer for ${orderId}`,
  );
  const { outcome, reason } = await request();
  return {
    orderId,
    became: reason === undefined ? outcome : whyNot(outcome, reason.detail ?? reason.code),
  };
}

/** The desk itself says it in a whole sentence. */
function whyNot(outcome: string, why: string): string {
  const words = why === 'number_of_before' ? 'its number is of before the start' : why;
  return `${outcome === 'not_sent' ? 'not sent' : outcome}, ${words}`;
}

async function standingOf({ ask }: DemoDesk): Promise<string> {
  return stateSchema.parse(await ask('team.state', {})).standing.kind;
}

async function sentElsewhere(shop: Shop): Promise<readonly string[]> {
  const query = {
    text: '',
    filter: { ...NO_FILTER, attention: ['sent_elsewhere'] },
    range: { kind: 'all' },
    sort: NEWEST_FIRST,
    dayProfileId: shop.profileId,
  };
  const found = await shop.desk.ask('log.search', { searchId: randomUUID(), query, pageSize: 10 });
  return foundSchema.parse(found).rows.map(({ intentId }) => intentId);
}

async function markOf(shop: Shop): Promise<string> {
  const [intentId] = await sentElsewhere(shop);
  if (intentId === undefined) return 'nothing needs attention';
  const { request } = historySchema.parse(await shop.desk.ask('log.history', { intentId }));
  return `${BOTH} needs attention, ${request.sentElsewhere?.desks.join(', ')} sent it too`;
}

async function until(holds: () => Promise<boolean>, what: string): Promise<void> {
  const giveUpAt = Date.now() + PATIENCE_MS;
  while (!(await holds())) {
    if (Date.now() > giveUpAt) throw new Error(`It took too long for ${what}.`);
    await sleep(100);
  }
}
