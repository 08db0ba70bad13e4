import { z } from 'zod';

import { type ProfileSetUp, profileSetUpSchema } from '../../../src/shared/domain/profile.ts';
import type { EvilProvider } from '../evilProvider.ts';
import { EVIL_PROFILE, type HostileDesk } from '../hostileDesk.ts';
import { goTo } from '../../e2e/steps.ts';
import { limitsOfPayloads, setUpOf } from './fill.ts';
import { type Walk, expectNothing, expectShown } from './look.ts';
import { EVERY, inJson, marked } from './marked.ts';
import { PAYLOADS } from './payloads.ts';
import { shownIn } from './shown.ts';

const AT_PROFILE = `#/settings/profile/${EVIL_PROFILE}`;
const GROUPS = ['Signature', 'Answers', 'Callbacks', 'JSON'];

/** What an integrator writes about a merchant, one text each: where it stands, and what is good there. */
const LEAVES: readonly (readonly [string, string])[] = [
  ['baseUrl', 'https://provider.example/'],
  ['orderPattern', '{counter}'],
  ['defaultUrls.callback', 'https://callback.example/'],
  ['defaultUrls.success', 'https://success.example/'],
  ['defaultUrls.reject', 'https://reject.example/'],
  ['timeZone', 'UTC'],
  ['dialect.signature.placement.name', 'X-Signature'],
  ['dialect.signature.placement.prefix', ''],
  ['dialect.envelope', ''],
  ['dialect.acceptedStates.create.0', ''],
  ['dialect.acceptedStates.build.0', ''],
  ['dialect.errorPaths.0', ''],
  ['dialect.callback.acknowledgement', ''],
  ['dialect.callback.keys.id', ''],
  ['dialect.callback.keys.orderId', ''],
  ['dialect.callback.keys.state', ''],
  ['dialect.callback.keys.amount', ''],
];

/** Names that stand everywhere, and everything in the set-up that takes such a text: each payload in its turn. */
export async function names(walk: Walk): Promise<void> {
  const { desk } = walk;
  const { page } = desk;
  const taught = await setUpOf(desk);
  await lists(walk);
  // Without what was just looked at the pages are drawn in a fraction of the time.
  const dialect = { ...taught.dialect, refusals: [], companionHeaders: [] };
  const first = { ...taught, dialect, stateWords: [] };
  for (const at of walk.ofOthers) {
    const [operator, name] = [marked('op', at), marked('profile', at)];
    const { setUp, texts } = withPayloads({ ...first, name }, at, walk);
    await desk.ask('settings.update', { operatorName: operator });
    await desk.ask('profile.save', { id: EVIL_PROFILE, setUp });
    await goTo(page, '#/hand-over');
    await expectShown(walk, 'hand-over', [operator, name]);
    await goTo(page, '#/settings');
    await expectShown(walk, 'Settings', [operator, name]);
    await goTo(page, '#/settings/desk');
    await expectShown(walk, 'Settings of the desk', [operator]);
    await goTo(page, AT_PROFILE);
    await expectShown(walk, 'a profile', [name]);
    let seen = await shownIn(page);
    await goTo(page, `${AT_PROFILE}/format`);
    for (const group of GROUPS) {
      await openGroup(desk, group);
      seen += await shownIn(page);
    }
    await expectShown(walk, 'the provider format', texts, { before: seen });
  }
}

/** What the profile was taught, all at once. */
async function lists(walk: Walk): Promise<void> {
  const { desk } = walk;
  const every = (...fields: readonly string[]): readonly string[] =>
    EVERY.flatMap((at) => fields.map((field) => marked(field, at)));
  await goTo(desk.page, AT_PROFILE);
  await expectShown(walk, 'words for states', every('st', 'mean'));
  await goTo(desk.page, `${AT_PROFILE}/format`);
  await openGroup(desk, 'Refusals');
  // The value it is known by may be a number as well: it is written as in the answer.
  const values = EVERY.map((at) => inJson(marked('refusal', at)));
  await expectShown(walk, 'refusals that were taught', [...values, ...every('wording')]);
}

async function openGroup({ page }: HostileDesk, group: string): Promise<void> {
  const tabs = page.getByRole('tablist', { name: 'Parts of the provider format' });
  await tabs.getByRole('tab', { name: new RegExp(`^${group}`, 'u') }).click();
}

/** As the contract itself reads it: what it will not take is counted and left out. */
function withPayloads(
  first: ProfileSetUp,
  at: number,
  walk: Walk,
): { readonly setUp: ProfileSetUp; readonly texts: readonly string[] } {
  let setUp = first;
  const texts: string[] = [];
  for (const [place, [path, good]] of LEAVES.entries()) {
    const payload = PAYLOADS[at] ?? '';
    const tries = [marked(`leaf_${'abcdefghijklmnopqrst'.charAt(place)}`, at), `${good}${payload}`];
    const taken = tries.flatMap((text) => {
      const read = profileSetUpSchema.safeParse(replaced(setUp, path.split('.'), text));
      return read.success ? [{ text, setUp: read.data }] : [];
    })[0];
    if (taken === undefined) walk.counts.refused += 1;
    else {
      setUp = taken.setUp;
      texts.push(taken.text);
    }
  }
  return { setUp, texts };
}

const holderSchema = z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())]);

function replaced(value: unknown, path: readonly string[], text: string): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return text;
  const holder = holderSchema.parse(value);
  if (Array.isArray(holder)) {
    return holder.map((item, place) => (place === Number(key) ? replaced(item, rest, text) : item));
  }
  if (key === 'envelope') return { ...holder, envelope: { kind: 'path', path: text } };
  return { ...holder, [key]: replaced(holder[key], rest, text) };
}

/** What one integrator hands to an office: read before it is taken. */
export async function profileFile(walk: Walk): Promise<void> {
  const { desk } = walk;
  const first = await setUpOf(desk);
  const profiles = EVERY.map((at) => ({
    id: `evil-${at}`,
    setUp: { ...first, name: marked('file', at) },
  }));
  const text = JSON.stringify({ kind: 'deposit-desk-profiles', version: 1, profiles });
  await goTo(desk.page, '#/settings/import');
  await desk.page.getByLabel('Or paste its text').fill(text);
  await desk.page.getByText(marked('file', 0)).first().waitFor();
  await expectShown(
    walk,
    'a profile file',
    EVERY.map((at) => marked('file', at)),
  );
}

/** Types and currencies as they are read, and the answer as it came. */
export async function limits(walk: Walk, provider: EvilProvider): Promise<void> {
  const { desk } = walk;
  const read = async (texts: readonly string[]): Promise<void> => {
    await desk.ask('limits.read', { profileId: EVIL_PROFILE, refresh: true });
    await goTo(desk.page, `${AT_PROFILE}/format`);
    await openGroup(desk, 'Limits');
    await expectShown(walk, 'limits', texts);
  };
  await read(EVERY.flatMap((at) => [marked('type', at), inJson(marked('limit', at))]));
  await goTo(desk.page, '#/');
  provider.sayLimits(limitsOfPayloads());
  // No currency has such a name: it is shown as it came, and offered to nobody.
  await read(EVERY.flatMap((at) => [inJson(marked('cur', at)), inJson(marked('of', at))]));
  await goTo(desk.page, '#/');
  await expectNothing(walk, 'New request with other limits');
}

const OTHERS = [
  '#/overview',
  '#/settings/new-profile',
  '#/settings/export',
  ...['secret', 'check', 'callbacks'].map((tab) => `${AT_PROFILE}/${tab}`),
  '#/help',
  ...['callbacks', 'log', 'advanced', 'about'].map((page) => `#/settings/${page}`),
  '#/no/such/screen',
];

/** Where they show only as a name, if at all; and every screen that there is, in ordinary use. */
export async function otherScreens(walk: Walk): Promise<void> {
  const { page } = walk.desk;
  for (const hash of OTHERS) {
    await goTo(page, hash);
    await page.waitForTimeout(100);
    await expectNothing(walk, hash);
  }
  await goTo(page, '#/hand-over');
  await expectShown(
    walk,
    'hand-over',
    walk.ofRequests.slice(-10).map((at) => marked('note', at)),
  );
  await page.emulateMedia({ media: 'print' });
  await expectNothing(walk, 'print of the shift’s report');
  await page.emulateMedia({ media: null });
}
