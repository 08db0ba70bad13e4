import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { z } from 'zod';

import { APPROVAL_MS } from '../../src/shared/domain/eyes.ts';
import { FAILURES_BEFORE_LOCK, PIN_DELAY_MS } from '../../src/shared/domain/people.ts';
import type { Role } from '../../src/shared/domain/permission.ts';
import { createInput } from '../support/builders.ts';
import type { Call, RunningHost } from './hosts.ts';
import type { Story } from './story.ts';
import { PIN, add, ask, codeOf, expectCode, signedIn } from './steps.ts';

const THRESHOLD = 500_00;
const HOUR_MS = 60 * 60_000;
const CLOCKS = new URL('turnedClocks.ts', import.meta.url).href;
const NO_RULES = { amountFrom: {}, sumFrom: {}, kinds: [] };
const AMOUNT_RULES = { ...NO_RULES, amountFrom: { RUB: THRESHOLD } };
const cardSchema = z.object({ cardId: z.string(), digest: z.string() });
const waitingSchema = z.object({ cards: z.array(cardSchema) });
const peopleSchema = z.array(z.object({ personId: z.string(), name: z.string() }));

type Issue = ReturnType<typeof createInput>;
type Desk = {
  readonly story: Story;
  readonly boss: Call;
  readonly bossId: string;
  /** The author's page. */
  readonly eve: Call;
  readonly eveId: string;
  readonly turn: (clocks: {
    readonly wallMs: number;
    readonly monotonicMs: number;
  }) => Promise<void>;
};

const large = (): Issue => createInput({ cents: THRESHOLD });
const edited = (issue: Issue, more: Partial<Issue['fields']>): Issue => ({
  ...issue,
  fields: { ...issue.fields, ...more },
});

async function cardOf(call: Call): Promise<z.infer<typeof cardSchema>> {
  const { cards } = await ask(call, waitingSchema, 'eyes.waiting', {});
  return cards[0] ?? { cardId: crypto.randomUUID(), digest: 'none' };
}

type WithAnswers = Issue & { readonly repeat?: readonly object[] };
const issue = async (call: Call, input: WithAnswers): Promise<string> =>
  codeOf(await call('issue.create', input));

async function approve(at: Call, from: Call, personId: string, pin = PIN): Promise<string> {
  return codeOf(await at('eyes.approve', { ...(await cardOf(from)), personId, pin }));
}

/** Who may not be the second person, whatever page they type at. */
async function tryApprovers({ story, boss, bossId, eve, eveId, turn }: Desk, host: RunningHost) {
  const expect = (what: string, code: string, ...codes: string[]): void =>
    expectCode(story, `four eyes: ${what}`, code, ...codes);
  expect('at its threshold', await issue(eve, large()), 'approval_needed');
  const people = await ask(boss, peopleSchema, 'people.list', {});
  const idOf = (name: string): string => people.find((one) => one.name === name)?.personId ?? '';
  expect(
    'a page without a person',
    await approve(await host.page(), boss, bossId),
    'sign_in_first',
  );
  expect('its author', await approve(eve, eve, eveId), 'approval_own');
  expect('its author at another page', await approve(boss, eve, eveId), 'approval_own');
  for (const role of ['operator', 'senior', 'integrator', 'auditor'] satisfies Role[]) {
    expect(`the ${role}`, await approve(eve, eve, idOf(`The ${role}`)), 'not_permitted');
  }
  expect('a wrong PIN', await approve(eve, eve, bossId, 'not the PIN'), 'pin_wrong');
  const gone = await add(boss, 'Gone', 'supervisor', PIN);
  await boss('people.change', { personId: gone, isArchived: true });
  expect('an archived person', await approve(eve, eve, gone), 'person_not_found');
  const shut = await add(boss, 'Shut', 'supervisor', PIN);
  for (let at = 1; at <= FAILURES_BEFORE_LOCK; at += 1) {
    const code = await approve(eve, eve, shut, `wrong ${at}`);
    expect('a guessed PIN', code, 'pin_wrong', 'pin_locked');
    await turn({ wallMs: 0, monotonicMs: at * PIN_DELAY_MS });
  }
  expect('a locked person', await approve(eve, eve, shut), 'pin_locked');
}

/** An approval is for one request as it stood, once, for ten minutes. */
async function tryReplays({ story, boss, bossId, eve, turn }: Desk, host: RunningHost) {
  const expect = (what: string, code: string, ...codes: string[]): void =>
    expectCode(story, `four eyes: ${what}`, code, ...codes);
  const approved = async (): Promise<Issue> => {
    const input = large();
    expect('before it is approved', await issue(eve, input), 'approval_needed');
    expect('approved', await approve(eve, eve, bossId), 'ok');
    return input;
  };
  const refused = 'approval_needed';

  const other = await approved();
  const asOther = { ...other, intentId: crypto.randomUUID() };
  expect('replayed for another intent', await issue(eve, asOther), refused);
  const another = await add(boss, `Other ${crypto.randomUUID().slice(0, 4)}`, 'operator', PIN);
  expect('by another person', await issue(await signedIn(host, another, PIN), other), refused);

  const input = await approved();
  expect('another body', await issue(eve, edited(input, { cents: THRESHOLD + 1 })), refused);
  expect('the edit taken back', await issue(eve, input), refused);
  const stale = await cardOf(eve);
  await issue(eve, edited(input, { customer: 'another' }));
  const late = await eve('eyes.approve', { ...stale, personId: bossId, pin: PIN });
  expect('a card that was changed since', codeOf(late), 'approval_void');

  const twice = await approved();
  expect('used', await issue(eve, twice), 'ok');
  expect('the same request again', await issue(eve, twice), 'ok');
  const order = { order_id: `${twice.fields.order_id}-2` };
  const asNew = edited({ ...twice, intentId: crypto.randomUUID() }, order);
  // The question about the same customer and amount is answered: the approval alone is missing.
  const repeat = [{ of: twice.intentId, confirmation: '' }];
  expect('used twice', await issue(eve, { ...asNew, repeat }), refused);

  const old = await approved();
  await turn({ wallMs: -HOUR_MS, monotonicMs: HOUR_MS + APPROVAL_MS });
  expect('after ten minutes, the clock set back', await issue(eve, old), refused);
  expect('approved anew', await approve(eve, eve, bossId), 'ok');
  await turn({ wallMs: 2 * APPROVAL_MS, monotonicMs: HOUR_MS + APPROVAL_MS });
  expect('within ten minutes, the clock set ahead', await issue(eve, old), 'ok');
  await turn({ wallMs: 0, monotonicMs: HOUR_MS + APPROVAL_MS });
}

/** A sum counts from where a person took over, where that was before midnight; neither a text nor the clock begins another. */
async function trySums({ story, boss, bossId, turn }: Desk, host: RunningHost) {
  const expect = (what: string, code: string, ...codes: string[]): void =>
    expectCode(story, `the sum of a night: ${what}`, code, ...codes);
  const rules = { ...NO_RULES, sumFrom: { RUB: 2 * THRESHOLD } };
  expect('its rule', codeOf(await boss('eyes.setRules', { profileId: 'sandbox', rules })), 'ok');
  const nightId = await add(boss, 'Night', 'operator', PIN);
  const monotonicMs = HOUR_MS + APPROVAL_MS;
  const handOver = async (call: Call, personId: string): Promise<string> =>
    codeOf(await call('handOver.accept', { personId, pin: PIN, text: null }));
  const half = (call: Call): Promise<string> => issue(call, large());
  const midnight = new Date();
  midnight.setHours(0, 0, 0, 0);
  const turnTo = (fromMidnightMs: number): Promise<void> =>
    turn({ wallMs: midnight.getTime() + fromMidnightMs - Date.now(), monotonicMs });

  await turnTo(-HOUR_MS / 2);
  // Their own page: the one who takes over stays at it.
  const night = await signedIn(host, bossId, PIN);
  expect('taken over before midnight', await handOver(night, nightId), 'ok');
  expect('its first half', await half(night), 'ok');
  await turnTo(HOUR_MS / 2);
  expect('the other half, after midnight', await half(night), 'approval_needed');
  await night('handOver.write', { text: 'Gone home' });
  expect('after a text', await half(night), 'approval_needed');
  await turnTo(-2 * HOUR_MS);
  expect('the clock set back', await half(night), 'approval_needed');
  await turnTo(HOUR_MS);
  for (const [first, last] of [
    ['handed over and back', 'ok'],
    ['handed over and back once more', 'approval_needed'],
  ] as const) {
    expect(first, await handOver(night, bossId), 'ok');
    expect(first, await handOver(night, nightId), 'ok');
    expect(first, await half(night), last);
  }
  await turn({ wallMs: 0, monotonicMs });
  await boss('eyes.setRules', { profileId: 'sandbox', rules: AMOUNT_RULES });
}

/** Killed between the approval and W1: nothing was sent, and nothing of the approval is left. */
async function tryKill(desk: Desk, host: RunningHost): Promise<RunningHost> {
  const { story, eve, eveId, bossId } = desk;
  const input = large();
  await issue(eve, input);
  expectCode(story, 'four eyes: approved, then killed', await approve(eve, eve, bossId), 'ok');
  await host.kill();
  const next = await story.start();
  const again = await signedIn(next, eveId, PIN);
  const { cards } = await ask(again, waitingSchema, 'eyes.waiting', {});
  expectCode(story, 'four eyes: cards after a kill', String(cards.length), '0');
  const recorded = codeOf(await again('log.history', { intentId: input.intentId }));
  expectCode(story, 'four eyes: recorded before the kill', recorded, 'request_not_found');
  expectCode(
    story,
    'four eyes: an approval from before the kill',
    await issue(again, input),
    'approval_needed',
  );
  const boss = await signedIn(next, bossId, PIN);
  await boss('eyes.setRules', { profileId: 'sandbox', rules: NO_RULES });
  return next;
}

/** Starts a desk of its own on the same data, whose clocks the cases turn, and returns an ordinary one. */
export async function tryEyes(
  story: Story,
  before: RunningHost,
  bossId: string,
): Promise<RunningHost> {
  await before.kill();
  const file = path.join(story.dataDir, '..', 'clocks.json');
  const env = { ...story.env, DESK_TEST_CLOCKS: file };
  const host = await story.start({ env, imports: [CLOCKS] });
  const boss = await signedIn(host, bossId, PIN);
  const eveId = await add(boss, 'Eve', 'operator', PIN);
  const eve = await signedIn(host, eveId, PIN);
  const set = (call: Call) => call('eyes.setRules', { profileId: 'sandbox', rules: AMOUNT_RULES });
  expectCode(story, 'four eyes: rules by an operator', codeOf(await set(eve)), 'not_permitted');
  expectCode(story, 'four eyes: rules by a supervisor', codeOf(await set(boss)), 'ok');
  const turn: Desk['turn'] = async (clocks) => {
    writeFileSync(file, JSON.stringify(clocks));
    await sleep(100);
  };
  const desk = { story, boss, bossId, eve, eveId, turn };
  await tryApprovers(desk, host);
  await tryReplays(desk, host);
  await trySums(desk, host);
  return tryKill(desk, host);
}
