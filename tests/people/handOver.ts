import Database from 'better-sqlite3';
import { z } from 'zod';

import { logPathsOf } from '../../src/core/log/store/paths.ts';
import { until } from '../hostile/waiting.ts';
import type { Call, HostReply, RunningHost } from './hosts.ts';
import type { Story } from './story.ts';
import { add, ask, codeOf, expectCode, sessionSchema, signedIn } from './steps.ts';

const PIN = '918273';
const WRONG = '555111';
const TEXT = 'Ask the provider about the night';
const HALF = 'Never without the hand-over';
const reportSchema = z.looseObject({
  since: z.string().nullable(),
  text: z.looseObject({ text: z.string() }).nullable(),
});

export type Handed = {
  readonly leaverId: string;
  readonly nextId: string;
  /** Since when the next person is at work. */
  readonly since: string | null;
};

const accept = (call: Call, personId: string, pin = PIN, text: string | null = null) =>
  call('handOver.accept', { personId, pin, text });
const write = (call: Call, text: string) => call('handOver.write', { text });
const reportOf = (call: Call) =>
  ask(call, reportSchema, 'handOver.report', { profileId: 'sandbox' });

/** Attacked, then accepted once. */
export async function tryHandOver(story: Story, host: RunningHost, boss: Call): Promise<Handed> {
  const expect = (what: string, reply: HostReply, ...codes: string[]): void =>
    expectCode(story, `a hand-over: ${what}`, codeOf(reply), ...codes);
  const leaverId = await add(boss, 'Zoe', 'operator', PIN);
  const nextId = await add(boss, 'Yan', 'operator', PIN);
  const goneId = await add(boss, 'Left', 'operator', PIN);
  const readerId = await add(boss, 'Reader', 'auditor', PIN);
  const zoe = await signedIn(host, leaverId, PIN);
  const reader = await signedIn(host, readerId, PIN);
  await boss('people.change', { personId: goneId, isArchived: true });
  const before = await reportOf(zoe);

  expect('to the same person', await accept(zoe, leaverId), 'hand_over_same_person');
  expect('to an archived person', await accept(zoe, goneId), 'person_not_found');
  expect('to an auditor', await accept(zoe, readerId), 'not_permitted');
  expect('to no person at all', await accept(zoe, crypto.randomUUID()), 'person_not_found');
  expect('by an auditor', await accept(reader, nextId), 'not_permitted');
  expect('by no person', await accept(await host.page(), nextId), 'sign_in_first');
  expect('with a wrong PIN', await accept(zoe, nextId, WRONG, TEXT), 'pin_wrong');
  const { person } = await ask(zoe, sessionSchema, 'people.session', {});
  expectCode(story, 'a hand-over: whose page it stays', person?.name ?? '', 'Zoe');
  const same = JSON.stringify(await reportOf(zoe).then(({ since, text }) => [since, text]));
  expectCode(story, 'a hand-over: refused', same, JSON.stringify([before.since, before.text]));

  expect('with the PIN', await accept(zoe, nextId, PIN, TEXT), 'ok');
  expect('replayed', await accept(zoe, nextId, PIN, TEXT), 'hand_over_same_person');
  const { since } = await reportOf(zoe);
  expectCode(story, 'a hand-over: begins the work', since === before.since ? 'no' : 'yes', 'yes');
  return { leaverId, nextId, since };
}

/** The kinds of everything after this event, in order. */
function kindsAfter({ dataDir }: Story, seq: number): readonly string[] {
  const db = new Database(logPathsOf(dataDir).file, { readonly: true });
  try {
    const select = db.prepare('SELECT kind FROM event WHERE seq > ? ORDER BY seq').pluck();
    return z.array(z.string()).parse(select.all(seq));
  } finally {
    db.close();
  }
}

function newestSeq({ dataDir }: Story): number {
  const db = new Database(logPathsOf(dataDir).file, { readonly: true });
  try {
    return z.int().parse(db.prepare('SELECT max(seq) FROM event').pluck().get());
  } finally {
    db.close();
  }
}

/** After the kills: what was handed over is there as it was. Then killed while the next PIN is compared: all of it is on record, or nothing. */
export async function killHandOver(
  story: Story,
  host: RunningHost,
  { leaverId, nextId, since }: Handed,
): Promise<RunningHost> {
  const yan = await signedIn(host, nextId, PIN);
  if ((await reportOf(yan)).since !== since) story.findings.lost.push(`${story.name}: a hand-over`);
  expectCode(story, 'a text without a next person', codeOf(await write(yan, TEXT)), 'ok');
  const before = newestSeq(story);
  const accepting = accept(yan, leaverId, PIN, HALF).catch(() => null);
  const isTried = (): boolean => kindsAfter(story, before).includes('pin_tried');
  await until('the attempt is on record', isTried);
  await host.kill();
  const reply = await accepting;
  const restarted = await story.start();
  const whole = ['hand_over_text', 'signed_in', 'handed_over'];
  const found = kindsAfter(story, before).filter((kind) => whole.includes(kind));
  const told = reply !== null && codeOf(reply) === 'ok' ? [whole.join(' ')] : ['', whole.join(' ')];
  expectCode(story, 'a hand-over that was killed', found.join(' '), ...told);
  const { text } = await reportOf(await signedIn(restarted, leaverId, PIN));
  const newest = found.length === 0 ? TEXT : HALF;
  if (text?.text !== newest) story.findings.lost.push(`${story.name}: the text of a hand-over`);
  return restarted;
}
