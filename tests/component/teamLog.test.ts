import { screen, waitFor, within } from '@testing-library/dom';
import type { UserEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';

import { failure } from '../../src/shared/domain/failure.ts';
import { err, ok } from '../../src/shared/domain/result.ts';
import { teamRequest } from '../support/teamAnswers.ts';
import { digitsOf, expectText, mainPart } from './support/elements.ts';
import { type DeskPage, button, goTo, openDeskPage } from './support/page.ts';
import { type SaidTeam, sayTeam } from './support/team.ts';

/** The team's Log, over answers of the contract. */

type TeamPage = DeskPage & { readonly team: SaidTeam };

async function openJoined(hash: string, requests?: number): Promise<TeamPage> {
  const page = await openDeskPage();
  const team = sayTeam(page, requests);
  team.join();
  await goTo(hash);
  return { ...page, team };
}

const rows = (): readonly HTMLElement[] => [
  ...mainPart().querySelectorAll<HTMLElement>('tbody tr'),
];
const rowOf = (text: string): HTMLElement => {
  const row = rows().find(({ textContent }) => textContent.includes(text));
  if (row === undefined) throw new Error(`No row shows ${text}`);
  return row;
};
const scope = (name: 'This desk' | 'Team'): HTMLElement => screen.getByRole('radio', { name });

async function findRows(count: number): Promise<void> {
  await waitFor(() => expect(rows()).toHaveLength(count));
}

async function choose(user: UserEvent, name: string, option: string): Promise<void> {
  await user.selectOptions(screen.getByRole('combobox', { name }), option);
}

it('the scope is changed by the arrow keys, which stay on the switch; a desk without a team has none', async () => {
  const { user, team } = await openJoined('#/log');
  const desk = await screen.findByRole('radio', { name: 'This desk' });
  expect(desk).toBeChecked();
  desk.focus();
  await user.keyboard('{ArrowRight}');
  await findRows(3);
  await waitFor(() => expect(scope('Team')).toHaveFocus());
  expect(scope('Team')).toBeChecked();
  await user.keyboard('{ArrowLeft}');
  await waitFor(() => expect(scope('This desk')).toHaveFocus());
  expect(location.hash).toBe('#/log');
  // Left at another page meanwhile: the address of the team's log leads to this desk's.
  team.become({ kind: 'none' });
  await waitFor(() => expect(screen.queryByRole('radio', { name: 'Team' })).toBeNull());
  location.hash = '#/log/team';
  await waitFor(() => expect(location.hash).toBe('#/log'));
});

it('rows say desk, order, customer, amount and outcome, and how much of them is shared', async () => {
  await openJoined('#/log/team');
  await findRows(3);
  const table = screen.getByRole('table', { name: 'Requests of the team' });
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['Time', 'Desk', 'Order ID', 'Customer', 'Amount', 'Outcome']);
  const [own, masked, proof] = rows();
  expect(own).toHaveTextContent(/North · this desk.*D-N7K-1118-1000.*cust-77.*RUB.*“created”/u);
  expect(own).not.toHaveTextContent(/masked|proof/u);
  expect(digitsOf(own?.querySelector('[data-column="amount"]')?.textContent ?? '')).toBe('150000');
  expect(masked).toHaveTextContent(/South.*11 22 masked.*RUB/u);
  expect(proof).toHaveTextContent(/Night shift.*proof only.*accepted/u);
  expect(proof).not.toHaveTextContent('RUB');
});

it('an unknown that its desk has closed says how, by whom where that is shared, and no longer looks open', async () => {
  const { team } = await openJoined('#/log/team', 0);
  const unknown = { ...teamRequest(10, Date.now()), outcome: 'unknown' };
  const kinds = [
    null,
    { kind: 'found', by: 'Nadia', at: new Date().toISOString() },
    { kind: 'absent', by: null, at: null },
    { kind: 'of_a_later_version', by: null, at: null },
  ];
  const said = kinds.map((resolution, at) => ({
    ...unknown,
    intentId: teamRequest(at, 0).intentId,
    resolution,
  }));
  team.answer('team.find', () => ok(said));
  await findRows(4);
  const badges = rows().map((row) => row.querySelector<HTMLElement>('[data-outcome]'));
  expect(badges.map((badge) => [badge?.textContent, badge?.dataset['open']])).toEqual([
    ['Outcome unknown', 'true'],
    ['Found', 'false'],
    ['Not found', 'false'],
    ['of_a_later_version', 'false'],
  ]);
  expect(badges[1]?.title).toMatch(/^Found\. Resolved by Nadia, /u);
  expect(badges[2]?.title).toBe('Not found');
});

it('search and filters are asked of the server, and a short text says what is missing', async () => {
  const { user, team } = await openJoined('#/log/team', 30);
  await findRows(30);
  await choose(user, 'Desk', 'South');
  await findRows(10);
  await choose(user, 'Outcome', 'unknown');
  await findRows(1);
  expect(rows().every(({ textContent }) => textContent.includes('South'))).toBe(true);
  await choose(user, 'Mode', 'Live and Sandbox');
  await waitFor(() =>
    expect(team.asked('team.find').at(-1)).toEqual({
      text: '',
      desk: 'South',
      outcome: 'unknown',
      before: null,
      most: 100,
    }),
  );
  await user.click(button('Clear filters'));
  await findRows(30);
  await user.keyboard('[Slash]');
  const search = screen.getByRole('searchbox', { name: 'Search the team’s log' });
  expect(search).toHaveFocus();
  await user.keyboard('99');
  await expectText(mainPart, 'Type a whole order ID, or 3 characters or more.');
  await user.keyboard('{Escape}');
  await user.paste('1118-0990');
  await findRows(1);
  await user.clear(search);
  await user.paste('nothing such');
  await expectText(mainPart, 'No request of the team fits.');
});

it('the arrow keys go through the rows, bring the next page at the last one, and Enter opens a request of this desk', async () => {
  const { user, team } = await openJoined('#/log/team', 130);
  await findRows(100);
  await user.keyboard('[Slash]');
  await user.keyboard('{ArrowDown}');
  expect(rows()[0]).toHaveFocus();
  await user.keyboard('{End}');
  expect(rows()[99]).toHaveFocus();
  await user.keyboard('{ArrowDown}');
  await findRows(130);
  await waitFor(() => expect(rows()[100]).toHaveFocus());
  const last = teamRequest(99, Date.now());
  expect(team.asked('team.find').some((one) => one.before?.intentId === last.intentId)).toBe(true);
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  await user.keyboard('{Home}{PageDown}{ArrowUp}');
  expect(rows()[19]).toHaveFocus();
  // Of another desk: there is nothing to open.
  await user.keyboard('{Enter}');
  expect(location.hash).toBe('#/log/team');
  await user.keyboard('{ArrowUp}');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(location.hash).toBe(`#/log/${teamRequest(18, 0).intentId}`));
});

it('a request that another desk issues comes in by itself, and the keyboard stays with its row', async () => {
  const { user, team } = await openJoined('#/log/team', 5);
  await findRows(5);
  await user.keyboard('[Slash]{ArrowDown}');
  const focused = rows()[0]?.textContent;
  const [newest, ...others] = [9, 0, 1, 2, 3, 4].map((at) => teamRequest(at, Date.now()));
  if (newest === undefined) throw new Error('No request');
  team.answer('team.find', () => ok([{ ...newest, orderId: 'D-NEW' }, ...others]));
  await findRows(6);
  expect(rows()[0]).toHaveTextContent('D-NEW');
  expect(document.activeElement?.textContent.slice(12)).toBe(focused?.slice(12));
});

it('without the server the last answer stays, says so, and this desk is one press away', async () => {
  const { user, team } = await openJoined('#/log/team');
  await findRows(3);
  team.answer('team.find', () => err(failure('team_unreachable', 'timed_out: within 5000 ms')));
  const notice = await screen.findByRole('alert');
  expect(notice).toHaveTextContent('The server did not answer in time.');
  expect(notice).toHaveTextContent('The log of this desk works as always.');
  expect(notice).toHaveTextContent(/Shown is what the server said at \d\d:\d\d\./u);
  expect(rows()).toHaveLength(3);
  await user.click(within(notice).getByRole('link', { name: 'Show this desk' }));
  await waitFor(() => expect(location.hash).toBe('#/log'));
  await screen.findByRole('heading', { name: 'Log', level: 1 });
  expect(screen.queryByRole('alert')).toBeNull();
});

it('privacy mode hides customers and amounts of every desk', async () => {
  const { desk } = await openJoined('#/log/team');
  await findRows(3);
  await desk.call('settings.update', { privacy: true });
  await waitFor(() => expect(rowOf('North')).not.toHaveTextContent('cust-77'));
  expect(rowOf('North')).not.toHaveTextContent('1 500');
});
