import { screen, waitFor, within } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { z } from 'zod';

import { failure } from '../../src/shared/domain/failure.ts';
import type { Paper } from '../../src/shared/domain/papers.ts';
import { err, ok } from '../../src/shared/domain/result.ts';
import { teamRequest } from '../support/teamAnswers.ts';
import { expectText, mainPart } from './support/elements.ts';
import { type DeskPage, button, fill, goTo, openDeskPage } from './support/page.ts';
import { type SaidTeam, sayTeam } from './support/team.ts';

/** What people sign for other desks, over answers of the contract. */

const BOSS = { name: 'Anna Karimova', pin: '240611' } as const;
const KEY = 'MCowBQYDK2VwAyEAofAnna0000000000000000000000000000000000000=';
const OTHER_KEY = 'MCowBQYDK2VwAyEAofTimur000000000000000000000000000000000000=';
const PAPER_ID = '00000000-0000-4000-8000-00000000beef';
const shownSchema = z.object({ value: z.object({ confirmId: z.string(), code: z.string() }) });

const topBar = (): HTMLElement => screen.getByRole('banner');

type TeamPage = DeskPage & { readonly team: SaidTeam };

/** Anna, a supervisor, is at the page of a desk of the team. */
async function openJoined(papers: readonly Paper[] = []): Promise<TeamPage> {
  const page = await openDeskPage();
  const { desk } = page;
  const { confirmId, code } = shownSchema.parse(await desk.call('people.begin', BOSS)).value;
  await desk.call('people.confirmCode', { confirmId, code });
  const team = sayTeam(page, 30);
  team.answer('team.papers', () => ok(papers));
  team.join();
  await page.reload();
  await expectText(topBar, BOSS.name);
  return { ...page, team };
}

const CARD: Paper = {
  paperId: PAPER_ID,
  purpose: 'approve',
  desk: 'South',
  subject: '00000000-0000-4000-8000-00000000feed',
  orderId: 'D-S4M-7',
  finding: null,
  recordedAt: new Date().toISOString(),
  content: {
    kind: 'issue',
    profile: 'Live shop',
    mode: 'live',
    author: 'Timur',
    reasons: ['amount', 'of_a_later_version'],
    lines: [
      { what: 'flow', text: 'create' },
      { what: 'order_id', text: 'D-S4M-7' },
      { what: 'cents', text: '150000' },
      { what: 'currency', text: 'RUB' },
      { what: 'customer', text: '•••• 77' },
      { what: 'of_a_later_version', text: 'as it is' },
    ],
  },
  contentHash: 'a'.repeat(64),
  expiresAt: '2026-11-18T09:12:00.000Z',
  isSigned: false,
  isSignedHere: false,
  isOpen: true,
  result: null,
};

const WORD: Paper = {
  ...CARD,
  purpose: 'resolve',
  orderId: 'D-S4M-9',
  finding: 'absent',
  content: null,
  isSigned: true,
  isSignedHere: true,
};

const pinBox = (): HTMLElement => screen.getByLabelText('PIN or passphrase');
const signatures = (): Promise<HTMLElement> => screen.findByRole('region', { name: 'Signatures' });

it('a key is made and shown with what a supervisor does with it', async () => {
  const { user, team } = await openJoined();
  team.answer('team.makeKey', () => ok({ own: { publicKey: KEY, role: null }, people: [] }));
  await goTo('#/settings/team');
  const panel = await signatures();
  await user.click(await within(panel).findByRole('button', { name: 'Make my key' }));
  await within(panel).findByText(KEY);
  expect(panel).toHaveTextContent('Not signed yet');
  expect(panel).toHaveTextContent(
    `npm run team -- supervisor NAME URL --key ${KEY} --root-key FILE --ca CA`,
  );
  expect(within(panel).queryByRole('button', { name: 'Sign a key' })).toBeNull();
});

it('without the server the part about keys says so once, and nothing technical', async () => {
  const { team } = await openJoined();
  team.answer('team.signers', () => err(failure('team_unreachable', 'lost: not connected yet')));
  await goTo('#/settings/team');
  const panel = await signatures();
  await within(panel).findByText(/They are shown again when it answers/u);
  expect(panel).not.toHaveTextContent('lost');
});

it('a trusted supervisor signs a key and ends one, by keyboard and PIN', async () => {
  const { user, team } = await openJoined();
  const anna = { publicKey: KEY, name: BOSS.name, role: 'supervisor' } as const;
  const timur = { publicKey: OTHER_KEY, name: 'Timur', role: 'senior' } as const;
  const own = { publicKey: KEY, role: 'supervisor' } as const;
  team.answer('team.signers', () => ok({ own, people: [anna] }));
  await goTo('#/settings/team');
  const panel = await signatures();
  (await within(panel).findByRole('button', { name: 'Sign a key' })).focus();
  await user.keyboard('{Enter}');
  expect(screen.getByLabelText('Public key')).toHaveFocus();
  await user.keyboard('{Enter}');
  await within(panel).findByText('Paste the public key.');
  expect(team.asked('team.signPerson')).toHaveLength(0);
  team.answer('team.signPerson', () => err(failure('team_refused', 'not_a_key')));
  await user.paste(OTHER_KEY);
  await fill(user, screen.getByLabelText('Name'), 'Timur');
  await fill(user, pinBox(), BOSS.pin);
  await user.keyboard('{Enter}');
  await within(panel).findByText(/This is no public key/u);
  expect(pinBox()).toHaveFocus();
  team.answer('team.signers', () => ok({ own, people: [anna, timur] }));
  team.answer('team.signPerson', () => ok({ own, people: [anna, timur] }));
  await user.keyboard(`${BOSS.pin}{Enter}`);
  await within(panel).findByText('The key of Timur is signed.');
  expect(team.asked('team.signPerson').at(-1)).toEqual({
    pin: BOSS.pin,
    publicKey: OTHER_KEY,
    name: 'Timur',
    role: 'senior',
  });
  // A supervisor's key is ended by the root key alone.
  expect(within(panel).queryByRole('button', { name: 'End this key: Anna Karimova' })).toBeNull();
  (await within(panel).findByRole('button', { name: 'End this key: Timur' })).focus();
  await user.keyboard('{Enter}');
  expect(button('Keep key', panel)).toHaveFocus();
  await user.click(button('End this key', panel));
  await waitFor(() => expect(pinBox()).toHaveFocus());
  team.answer('team.signers', () => ok({ own, people: [anna] }));
  team.answer('team.signPerson', () => ok({ own, people: [anna] }));
  await user.keyboard(`${BOSS.pin}{Enter}`);
  await within(panel).findByText('The key of Timur is ended.');
  expect(team.asked('team.signPerson').at(-1)?.role).toBe('none');
});

it('a card of another desk says everything that is signed, and is approved with the PIN', async () => {
  const { user, team } = await openJoined([CARD]);
  await goTo('#/');
  const desk = await screen.findByRole('region', { name: 'Desk South' });
  const card = within(desk).getByRole('article');
  expect(card).toHaveTextContent(/Issue a request · 1.500\.00.RUB.*LIVE.*ProfileLive shop/u);
  expect(card).toHaveTextContent(/What is issuedRequisites.*Order IDD-S4M-7.*Customer•••• 77/u);
  expect(card).toHaveTextContent('of_a_later_versionas it is');
  expect(card).toHaveTextContent(/Why: large amount; of_a_later_version\. Asked by Timur\. Until/u);
  button(/^Approve/u, card).focus();
  await user.keyboard('{Enter}');
  const dialog = await screen.findByRole('dialog', { name: 'Approve for another desk' });
  expect(pinBox()).toHaveFocus();
  for (const [refused, words] of [
    [failure('team_refused', 'no_key'), 'Make your key first in Settings → Team.'],
    [failure('team_refused', 'key_not_trusted'), /Your key is not trusted yet/u],
    [failure('approval_own'), 'The second person must be another one than who made it.'],
    [failure('approval_void'), /It was changed, used or withdrawn since/u],
    [failure('team_unreachable', 'timed_out: x'), /The team’s server does not answer/u],
    [failure('pin_wrong', '4'), /Wrong PIN\. 4 attempts left, then Anna Karimova is locked/u],
  ] as const) {
    team.answer('team.signPaper', () => err(refused));
    await user.keyboard(`${BOSS.pin}{Enter}`);
    await within(dialog).findByText(words);
    expect(pinBox()).toHaveValue('');
  }
  team.answer('team.papers', () => ok([{ ...CARD, isSigned: true }]));
  team.answer('team.signPaper', () => ok([{ ...CARD, isSigned: true }]));
  await user.keyboard(`${BOSS.pin}{Enter}`);
  await expectText(mainPart, 'Signed. South can go on.');
  expect(team.asked('team.signPaper').at(-1)).toEqual({
    paperId: PAPER_ID,
    contentHash: CARD.contentHash,
    pin: BOSS.pin,
  });
  expect(within(desk).queryByRole('button', { name: /^Approve/u })).toBeNull();
});

it('an unreadable card cannot be signed', async () => {
  const odd = { ...CARD, paperId: '00000000-0000-4000-8000-00000000dead', content: null };
  await openJoined([CARD, odd]);
  await goTo('#/');
  const desk = await screen.findByRole('region', { name: 'Desk South' });
  const [, unreadable] = within(desk).getAllByRole('article');
  expect(unreadable).toHaveTextContent('This card is of another version of the program.');
  expect(within(desk).getAllByRole('button', { name: /^Approve/u })).toHaveLength(1);
});

it('what was signed here says what became of it: lately above Now, the whole week in Settings', async () => {
  const idOf = (at: number): string => `00000000-0000-4000-8000-0000000000${10 + at}`;
  const over = { ...CARD, isSigned: true, isSignedHere: true, isOpen: false };
  const long = new Date(Date.now() - 2 * 24 * 60 * 60_000).toISOString();
  const signed: readonly Paper[] = [
    { ...over, result: 'used' },
    { ...over, result: 'withdrawn' },
    { ...over, result: 'of_a_later_version', content: null, orderId: null },
    { ...WORD, result: 'conflict' },
    { ...over, result: null, recordedAt: long },
    { ...over, result: 'changed', recordedAt: long },
  ].map((paper, at) => ({ ...paper, paperId: idOf(at) }));
  await openJoined(signed);
  await goTo('#/');
  const lines = async (count: number): Promise<readonly string[]> => {
    const list = await screen.findByRole('list', { name: 'Signed at this desk' });
    await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(count));
    return within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent.replaceAll('\u00a0', ' '));
  };
  const lately = [
    /SouthIssue a request D-S4M-7 · 1 500\.00 RUBissued$/u,
    /withdrawn at its desk$/u,
    /SouthApprovalof_a_later_version$/u,
    /Not found at the provider: D-S4M-9South had another answer first; yours changed nothing$/u,
  ];
  const shown = await lines(4);
  for (const [at, words] of lately.entries()) expect(shown[at]).toMatch(words);
  expect(screen.queryByRole('button', { name: /^Approve/u })).toBeNull();
  await goTo('#/settings/team');
  await signatures();
  const week = await lines(6);
  expect(week[4]).toMatch(/expired; the desk did not use it$/u);
  expect(week[5]).toMatch(/changed at its desk; the new card asks again$/u);
});

it('a person who may not approve is shown no cards of other desks, and the server is not asked', async () => {
  const { desk, team, reload } = await openJoined([CARD]);
  await desk.call('people.add', { name: 'Timur', pin: '735190', role: 'operator' });
  await goTo('#/');
  await screen.findByRole('region', { name: 'Desk South' });
  const people = z
    .object({ value: z.array(z.object({ personId: z.string(), name: z.string() })) })
    .parse(await desk.call('people.list', {})).value;
  const personId = people.find(({ name }) => name === 'Timur')?.personId ?? '';
  expect(await desk.call('people.signIn', { personId, pin: '735190' })).toMatchObject({ ok: true });
  await reload();
  await expectText(topBar, 'Timur');
  await waitFor(() => expect(document.querySelector('[data-standing]')).not.toBeNull());
  const before = team.asked('team.papers').length;
  expect(screen.queryByRole('region', { name: 'Desk South' })).toBeNull();
  expect(team.asked('team.papers')).toHaveLength(before);
});

it('an unknown of another desk is resolved by Enter on its row, and its desk’s answer is said', async () => {
  const { user, team } = await openJoined();
  const unknown = teamRequest(10, Date.now());
  expect([unknown.desk, unknown.outcome]).toEqual(['South', 'unknown']);
  team.answer('team.find', () => ok([unknown]));
  team.answer('team.resolveThere', () => ok({ paperId: PAPER_ID }));
  await goTo('#/log/team');
  const row = (): HTMLElement => {
    const found = mainPart().querySelector<HTMLElement>('tbody tr');
    if (found === null) throw new Error('No row');
    return found;
  };
  await waitFor(() => expect(row()).toHaveTextContent('Resolve'));
  row().focus();
  await user.keyboard('{Enter}');
  const title = `Resolve ${unknown.orderId} for South`;
  const dialog = await screen.findByRole('dialog', { name: title });
  expect(within(dialog).getByLabelText('Provider’s id')).toHaveFocus();
  // What to look for at the provider.
  expect(dialog).toHaveTextContent(unknown.customer ?? 'no customer');
  await user.keyboard('{Enter}');
  await within(dialog).findByText('Enter the provider’s id.');
  await user.click(within(dialog).getByRole('radio', { name: 'Not found' }));
  await user.click(within(dialog).getByRole('checkbox'));
  await fill(user, within(dialog).getByLabelText('Note'), 'asked support');
  await fill(user, pinBox(), BOSS.pin);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(row()).toHaveTextContent('sent to South'));
  expect(team.asked('team.resolveThere')).toEqual([
    {
      pin: BOSS.pin,
      desk: 'South',
      merchant: unknown.merchant,
      intentId: unknown.intentId,
      orderId: unknown.orderId,
      finding: { kind: 'absent' },
      note: 'asked support',
    },
  ]);
  expect(within(row()).queryByRole('button')).toBeNull();
  const subject = unknown.intentId;
  const word: Paper = { ...WORD, subject };
  team.answer('team.papers', () => ok([{ ...word, result: 'conflict' }]));
  await goTo('#/log');
  await goTo('#/log/team');
  await waitFor(() =>
    expect(row()).toHaveTextContent('South had another answer first; yours changed nothing'),
  );
});
