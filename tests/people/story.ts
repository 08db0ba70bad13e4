import { setTimeout as sleep } from 'node:timers/promises';

import Database from 'better-sqlite3';
import { z } from 'zod';

import { logPathsOf } from '../../src/core/log/store/paths.ts';
import { codeText } from '../../src/core/vault/typedCode.ts';
import { CONTRACT, OPERATION_NAMES } from '../../src/shared/contract/operations.ts';
import {
  FAILURES_BEFORE_DELAY,
  FAILURES_BEFORE_LOCK,
  PIN_DELAY_MS,
} from '../../src/shared/domain/people.ts';
import { DEFAULT_ROLES, type Role, ROLES } from '../../src/shared/domain/permission.ts';
import { until } from '../hostile/waiting.ts';
import { createInput } from '../support/builders.ts';
import { tryEyes } from './eyes.ts';
import { killHandOver, tryHandOver } from './handOver.ts';
import type { Call, HostName, HostOptions, RunningHost } from './hosts.ts';
import { tryPageProfiles } from './pageProfiles.ts';
import { trySettingUp } from './settingUp.ts';
import { tryTwoPages } from './twoPages.ts';
import {
  PIN,
  add,
  ask,
  codeOf,
  expectCode,
  peopleSchema,
  sessionSchema,
  signedIn,
} from './steps.ts';

/** What the suite found on one host. */
export type Findings = { cases: number; readonly letThrough: string[]; readonly lost: string[] };

export type Story = {
  readonly dataDir: string;
  readonly name: HostName;
  readonly start: (more?: Partial<HostOptions>) => Promise<RunningHost>;
  /** The environment of this machine, with its keychain. */
  readonly env: Readonly<Record<string, string>>;
  /** The environment of a machine whose keychain has nothing of this desk. */
  readonly otherKeychain: Readonly<Record<string, string>>;
  readonly findings: Findings;
};

const ANN_PIN = '730284';
const MOVED_CLOCK = new URL('movedClock.ts', import.meta.url).href;
const shownSchema = z.object({ confirmId: z.string(), code: z.string() });
const activitySchema = z.looseObject({
  rows: z.array(z.looseObject({ failures: z.int().nullable() })),
});
type Begun = { readonly boss: Call; readonly bossId: string; readonly code: string };

async function begin(story: Story, host: RunningHost): Promise<Begun> {
  const [boss, other] = [await host.page(), await host.page()];
  expectCode(story, 'a desk without people', codeOf(await boss('log.backups', {})), 'ok');
  const shown = await ask(boss, shownSchema, 'people.begin', { name: 'Boss', pin: PIN });
  const { confirmId, code } = shown;
  const mistyped = `${code.startsWith('0') ? '1' : '0'}${code.slice(1)}`;
  const confirm = async (call: Call, typed: string): Promise<string> =>
    codeOf(await call('people.confirmCode', { confirmId, code: typed }));
  expectCode(story, 'a mistyped code', await confirm(boss, mistyped), 'code_mistyped');
  expectCode(story, 'a code from another page', await confirm(other, code), 'people_not_possible');
  expectCode(story, 'not confirmed yet', codeOf(await other('log.backups', {})), 'ok');
  const { person } = await ask(boss, sessionSchema, 'people.confirmCode', shown);
  expectCode(story, 'another page', codeOf(await other('log.backups', {})), 'sign_in_first');
  return { boss, bossId: person?.personId ?? '', code };
}

/** Every operation as every role and signed out, with an input that no operation takes. */
async function tryOperations(story: Story, host: RunningHost, boss: Call): Promise<void> {
  const pages = new Map<Role | null, Call>([[null, await host.page()]]);
  for (const role of ROLES) {
    const personId = await add(boss, `The ${role}`, role, PIN);
    pages.set(role, await signedIn(host, personId, PIN));
  }
  for (const name of OPERATION_NAMES) {
    const { permission } = CONTRACT[name];
    for (const [role, call] of pages) {
      const may: readonly string[] = role === null ? [] : DEFAULT_ROLES[role];
      const isOpen = permission === 'anyone' || (permission === 'signed_in' && role !== null);
      const refused = role === null ? 'sign_in_first' : 'not_permitted';
      const expected = isOpen || may.includes(permission) ? 'invalid_input' : refused;
      // Electron's host asks this one itself, and refuses it to every page.
      const own = name === 'link.confirm' ? ['not_authorised'] : [];
      const code = codeOf(await call(name, 'no operation takes a text'));
      expectCode(story, `${name} as ${role ?? 'no person'}`, code, expected, ...own);
    }
  }
}

async function trySessions(story: Story, host: RunningHost, { boss }: Begun): Promise<string> {
  const ann = await add(boss, 'Ann', 'operator', ANN_PIN);
  const bob = await add(boss, 'Bob', 'operator', ANN_PIN);
  const page = await host.page();
  for (const personId of [ann, bob]) {
    const signIn = { personId, pin: ANN_PIN };
    const { person } = await ask(page, sessionSchema, 'people.signIn', signIn);
    const who = person?.personId === personId ? 'same' : 'another';
    expectCode(story, 'two people with one PIN', who, 'same');
  }
  const canary = `canary-${crypto.randomUUID().slice(0, 8)}`;
  const listener = (await host.listen?.()) ?? null;
  const issued = await page('issue.create', createInput({ customer: canary }));
  expectCode(story, 'an operator issues', codeOf(issued), 'ok');
  await sleep(1000);
  if (listener !== null) {
    const heard = listener.heard().includes(canary) ? 'heard' : 'silent';
    expectCode(story, 'events at a page without a person', heard, 'silent');
  }
  await boss('people.change', { personId: bob, isArchived: true });
  const now = await page('log.now', { profileId: 'sandbox' });
  expectCode(story, 'archived while signed in', codeOf(now), 'sign_in_first');
  const back = await page('people.signIn', { personId: bob, pin: ANN_PIN });
  expectCode(story, 'an archived person signs in', codeOf(back), 'person_not_found');
  return ann;
}

const GUESSES = 60;

/** A script with pages of its own. The right PIN is among its guesses. */
async function guess(story: Story, host: RunningHost, personId: string): Promise<void> {
  const pages = await Promise.all(Array.from({ length: 4 }, () => host.page()));
  const codes = await Promise.all(
    Array.from({ length: GUESSES }, async (_, at) => {
      const pin = at === GUESSES - 1 ? ANN_PIN : String(810_000 + at);
      const page = pages[at % pages.length] ?? (await host.page());
      return codeOf(await page('people.signIn', { personId, pin }));
    }),
  );
  const compared = codes.filter((code) => code === 'pin_wrong');
  for (const code of codes) {
    expectCode(story, 'a guessed PIN', code, 'pin_wrong', 'pin_wait', 'pin_locked');
  }
  const many = compared.length <= FAILURES_BEFORE_DELAY ? 'few' : String(compared.length);
  expectCode(story, 'guesses compared at once', many, 'few');
}

function attemptsIn(dataDir: string): number {
  const db = new Database(logPathsOf(dataDir).file, { readonly: true });
  try {
    return Number(db.prepare("SELECT count(*) FROM event WHERE kind = 'pin_tried'").pluck().get());
  } finally {
    db.close();
  }
}

/** Killed while an attempt is compared, then with the clock moved: neither gives an attempt back. */
async function tryKills(story: Story, first: RunningHost, personId: string): Promise<RunningHost> {
  await first.kill();
  const right = { personId, pin: ANN_PIN };
  let host = await story.start({ imports: [MOVED_CLOCK] });
  const early = await (await host.page())('people.signIn', right);
  expectCode(story, 'the clock moved, the desk restarted', codeOf(early), 'pin_wait');
  for (let at = FAILURES_BEFORE_DELAY; at < FAILURES_BEFORE_LOCK; at += 1) {
    await sleep(PIN_DELAY_MS);
    const page = await host.page();
    const before = attemptsIn(story.dataDir);
    const attempt = page('people.signIn', { personId, pin: `wrong ${at}` }).catch(() => null);
    // Some hundred milliseconds of scrypt are ahead of it now.
    await until('the attempt is on record', () => attemptsIn(story.dataDir) > before);
    await host.kill();
    await attempt;
    host = await story.start();
  }
  const page = await host.page();
  const locked = codeOf(await page('people.signIn', right));
  if (locked !== 'pin_locked') story.findings.lost.push(`${story.name}: an attempt: ${locked}`);
  expectCode(story, 'attempts that were killed', locked, 'pin_locked');
  return host;
}

/** Everything that was answered before the kills is there after them. */
async function checkKept(story: Story, host: RunningHost, bossId: string): Promise<Call> {
  const boss = await signedIn(host, bossId, PIN);
  const people = await ask(boss, peopleSchema, 'people.list', {});
  const names = new Set(people.map(({ name }) => name));
  for (const name of ['Boss', 'Ann', 'Bob', ...ROLES.map((role) => `The ${role}`)]) {
    if (!names.has(name)) story.findings.lost.push(`${story.name}: ${name}`);
  }
  const verified = await ask(boss, z.looseObject({ verdict: z.string() }), 'log.verify', {});
  if (verified.verdict !== 'holds')
    story.findings.lost.push(`${story.name}: ${JSON.stringify(verified)}`);
  return boss;
}

/** An open page of the supervisor does not turn people off, and every wrong PIN is in Activity, also those of killed desks. */
async function tryEnding(story: Story, boss: Call, ann: string): Promise<void> {
  const ended = codeOf(await boss('people.end', { code: FOREIGN_CODE }));
  expectCode(story, 'people ended with another code', ended, 'code_wrong');
  const filter = { personId: ann, group: 'failure', from: null, to: null };
  const page = { filter, before: null, pageSize: 200 };
  const { rows } = await ask(boss, activitySchema, 'activity.page', page);
  const newest = rows.slice(0, FAILURES_BEFORE_LOCK);
  const counts = newest.map(({ failures }) => failures).join(' ');
  const all = Array.from({ length: FAILURES_BEFORE_LOCK }, (_, at) => FAILURES_BEFORE_LOCK - at);
  if (counts !== all.join(' ')) story.findings.lost.push(`${story.name}: failures ${counts}`);
  expectCode(story, 'wrong PINs in Activity', counts, all.join(' '));
}

async function loseKeychain(story: Story, before: RunningHost, ann: string, code: string) {
  await before.kill();
  const host = await story.start({ env: story.otherKeychain });
  const page = await host.page();
  const use = async (typed: string, pin: string | null): Promise<string> =>
    codeOf(await page('people.useCode', { personId: ann, code: typed, pin }));
  expectCode(
    story,
    'a locked person',
    codeOf(await page('people.signIn', right(ann))),
    'pin_locked',
  );
  expectCode(story, 'a code mistyped', await use(code.slice(1), null), 'code_mistyped');
  expectCode(story, 'another desk’s code', await use(FOREIGN_CODE, null), 'code_wrong');
  expectCode(story, 'the Supervisor code', await use(code, null), 'ok');
  const lost = codeOf(await page('people.signIn', right(ann)));
  expectCode(story, 'a PIN without its pepper', lost, 'pin_unusable');
  expectCode(story, 'a new PIN by the code', await use(code, '560213'), 'ok');
  const fresh = codeOf(await page('people.signIn', { personId: ann, pin: '560213' }));
  expectCode(story, 'the new PIN', fresh, 'ok');
  await host.kill();
}
const right = (personId: string) => ({ personId, pin: ANN_PIN });
/** 128 zero bits with their checksum. */
const FOREIGN_CODE = codeText(new Uint8Array(16));

/** Attacks on one host, one after the other, on one data directory. */
export async function runStory(story: Story): Promise<void> {
  const first = await story.start();
  const begun = await begin(story, first);
  await tryOperations(story, first, begun.boss);
  const ann = await trySessions(story, first, begun);
  await tryPageProfiles(story, first, begun.bossId);
  await tryTwoPages(story, first, begun.bossId);
  const handed = await tryHandOver(story, first, begun.boss);
  const seen = await tryEyes(story, first, begun.bossId);
  const host = await trySettingUp(story, seen, begun.bossId);
  await guess(story, host, ann);
  const restarted = await tryKills(story, host, ann);
  const boss = await checkKept(story, restarted, begun.bossId);
  await tryEnding(story, boss, ann);
  const last = await killHandOver(story, restarted, handed);
  await loseKeychain(story, last, ann, begun.code);
}
