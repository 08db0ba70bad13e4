import { screen, waitFor, within } from '@testing-library/dom';
import type { UserEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { z } from 'zod';

import { CONTRACT } from '../../src/shared/contract/operations.ts';
import { pastRequestSchema } from '../../src/shared/domain/customer.ts';
import { failure } from '../../src/shared/domain/failure.ts';
import { NEWEST_FIRST, NO_FILTER } from '../../src/shared/domain/logSearch.ts';
import { err, ok } from '../../src/shared/domain/result.ts';
import { joinedState, teamCheck } from '../support/teamAnswers.ts';
import { expectText, mainPart } from './support/elements.ts';
import { findIssued, issueDirect, openMore, put } from './support/form.ts';
import {
  type DeskPage,
  button,
  field,
  goTo,
  openDeskPage,
  suggestedOrder,
  valueOf,
} from './support/page.ts';
import { type SaidTeam, sayTeam } from './support/team.ts';

/** Settings → Team, the mark in the top bar and the form's warning, over answers of the contract. */

const INVITATION = 'deposit-desk-team:1:the-whole-text';

type TeamPage = DeskPage & { readonly team: SaidTeam };

async function openTeam(): Promise<TeamPage> {
  const page = await openDeskPage();
  const team = sayTeam(page);
  await goTo('#/settings/team');
  return { ...page, team };
}

const EVERYTHING = {
  searchId: '00000000-0000-4000-8000-000000000000',
  query: {
    text: '',
    filter: NO_FILTER,
    range: { kind: 'all' },
    sort: NEWEST_FIRST,
    dayProfileId: 'sandbox',
  },
  pageSize: 1,
} as const;
const searchedSchema = z.object({ value: CONTRACT['log.search'].output });
const logSearched = (reply: unknown) => searchedSchema.parse(reply);
const historySchema = z.object({ value: CONTRACT['log.history'].output });
const historyOf = (reply: unknown) => historySchema.parse(reply);

const box = (): HTMLElement => screen.getByRole('textbox', { name: 'Invitation' });
const findBox = (): Promise<HTMLElement> => screen.findByRole('textbox', { name: 'Invitation' });
const step = (at: number): HTMLElement => {
  const list = screen.getByRole('list', { name: 'Steps of the check' });
  const found = within(list).getAllByRole('listitem')[at];
  if (found === undefined) throw new Error(`The check has no step ${at}`);
  return found;
};

async function paste(user: UserEvent, text: string): Promise<void> {
  await findBox();
  box().focus();
  await user.paste(text);
}

it('an invitation is pasted, checked and used by the keyboard alone; a refusal stands at the field and takes nothing away', async () => {
  const { user, team } = await openTeam();
  await findBox();
  await user.click(button('Join team'));
  expect(box()).toHaveFocus();
  expect(box()).toHaveAccessibleDescription('Paste the invitation first.');
  expect(team.asked('team.join')).toHaveLength(0);

  await paste(user, INVITATION);
  expect(box()).toHaveAttribute('aria-invalid', 'false');
  team.answer('team.check', () =>
    ok(teamCheck({ at: 2, code: 'wrong_host_name', detail: 'not team.office.example' })),
  );
  await user.tab();
  expect(button('Check')).toHaveFocus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(step(2)).toHaveTextContent('made for another server name'));
  expect(step(1)).toHaveTextContent('Address: works.');
  expect(step(2)).toHaveTextContent('What to do: The administrator makes a certificate');
  expect(step(2)).toHaveTextContent('For the administrator: not team.office.example');
  expect(step(3)).toHaveTextContent('Login: not tried.');
  expect(team.asked('team.check')).toEqual([{ invitation: INVITATION }]);

  team.answer('team.join', () => err(failure('team_refused', 'not_invited')));
  await user.tab();
  await user.keyboard('{Enter}');
  await waitFor(() =>
    expect(box()).toHaveAccessibleDescription(
      'This desk has not joined. The server expects no desk with this login: the invitation was used or withdrawn. What to do: Ask the administrator for a new invitation.',
    ),
  );
  expect(box()).toHaveValue(INVITATION);
  expect(box()).toHaveFocus();

  // Looking something up elsewhere does not cost the text, and no storage of the browser has it.
  await goTo('#/settings/desk');
  await goTo('#/settings/team');
  expect(valueOf(await findBox())).toBe(INVITATION);
  for (const storage of [sessionStorage, localStorage]) {
    expect(JSON.stringify(Object.entries(storage))).not.toContain(INVITATION);
  }

  team.answer('team.join', () => ok(joinedState()));
  await user.click(button('Join team'));
  await expectText(mainPart, 'team.office.example:5432');
  expect(mainPart()).toHaveTextContent('N7K');
  expect(screen.queryByRole('textbox', { name: 'Invitation' })).toBeNull();
});

it('a good check names desk and server; another text takes it away', async () => {
  const { user, team } = await openTeam();
  team.answer('team.check', () => ok(teamCheck()));
  await paste(user, INVITATION);
  await user.click(button('Check'));
  await screen.findByText(/Every step works/u);
  expect(step(4)).toHaveTextContent('The server expects this desk.');
  expect(mainPart()).toHaveTextContent('desk_team');
  await user.type(box(), '2');
  expect(screen.queryByRole('list', { name: 'Steps of the check' })).toBeNull();
});

it.each([
  ['not_one', 'This text is no invitation.'],
  ['cut_off', 'A part of the invitation is missing.'],
  ['expired', 'The invitation has expired.'],
] as const)('an invitation that is %s is named at its step', async (code, words) => {
  const { user, team } = await openTeam();
  const failed = teamCheck({ at: 0, code, detail: '' });
  team.answer('team.check', () => ok({ ...failed, invitation: null }));
  await paste(user, 'nothing of the kind');
  await user.click(button('Check'));
  await waitFor(() => expect(step(0)).toHaveTextContent(words));
  expect(step(0)).toHaveTextContent('What to do:');
});

const STANDINGS = [
  [{ kind: 'in_step' }, 'Team in step', /In step: the server has every event/u],
  [{ kind: 'behind', events: 64 }, 'Team: 64 events behind', /64 events are on their way/u],
  [
    { kind: 'server_ahead', serverSeq: 90, logSeq: 70 },
    'Team: this log is older than the server’s',
    /has 90 events of this desk, the log here has 70.*What to do: Do not issue in Live/u,
  ],
  [
    { kind: 'server_ahead', serverSeq: 90, logSeq: 70, kept: 'not_whole' },
    'Team: this log is older than the server’s',
    /cannot be fetched back.*shared whole.*--new-stream/u,
  ],
  [
    { kind: 'server_ahead', serverSeq: 90, logSeq: 70, kept: 'in_use' },
    'Team: this log is older than the server’s',
    /Another program works as this desk/u,
  ],
  [
    { kind: 'stopped', why: 'forked', detail: null },
    'Team: desk frozen',
    /two copies of its data.*team unfreeze/u,
  ],
  [
    { kind: 'stopped', why: 'revoked', detail: null },
    'Team: desk revoked',
    /closed the login of this desk/u,
  ],
  [
    { kind: 'stopped', why: 'of a newer server', detail: 'x1' },
    'Team: stopped',
    /takes no events.*For the administrator: of a newer server: x1/u,
  ],
  // After `revoke` a desk meets a closed login; what the profile says about an outage does not hold.
  [
    {
      kind: 'offline',
      since: '2026-11-18T09:02:00.000Z',
      fault: { code: 'login_closed', detail: 'x2' },
    },
    'Team: desk revoked',
    /The login is closed.*The administrator has revoked this desk.*For the administrator: x2/u,
  ],
] as const;

it('the top bar says how the desk stands as soon as it is told, and leads to the page that says more', async () => {
  const { user, team } = await openTeam();
  await findBox();
  const bar = (): HTMLElement => screen.getByRole('banner');
  const mark = (): HTMLElement | null => bar().querySelector('[data-standing]');
  expect(mark()).toBeNull();
  await goTo('#/');
  for (const [standing, words, sentence] of STANDINGS) {
    team.join({ standing });
    await waitFor(() => expect(mark()).toHaveTextContent(words));
    await user.click(mark() ?? bar());
    await expectText(mainPart, sentence);
    await goTo('#/');
  }
  const since = '2026-11-18T09:02:00.000Z';
  const fault = { code: 'timed_out', detail: 'no answer within 2000 ms' } as const;
  const { profiles } = joinedState();
  const at = new Date(since).toTimeString().slice(0, 5);
  team.join({ standing: { kind: 'offline', since, fault } });
  await waitFor(() =>
    expect(mark()).toHaveTextContent(`Team offline since ${at} · own numbers only`),
  );
  team.join({
    standing: { kind: 'offline', since, fault },
    profiles: profiles.map((one) => ({ ...one, offline: 'block' })),
  });
  await waitFor(() => expect(mark()).toHaveTextContent('issuing blocked'));
  // Said by screen readers when it begins.
  expect(mark()?.closest('[role="status"]')).not.toBeNull();
  team.become({ kind: 'none' });
  await waitFor(() => expect(mark()).toBeNull());
});

it('the clock is spoken of from two seconds on', async () => {
  const { team } = await openTeam();
  team.join({ clockOffsetMs: -61_000 });
  await screen.findByText(/The clock of this machine is 61 s ahead of the server’s/u);
  team.join({ clockOffsetMs: 2600 });
  await screen.findByText(/The clock of this machine is 3 s behind the server’s/u);
  team.join({ clockOffsetMs: 2000 });
  await waitFor(() => expect(screen.queryByText(/The clock of this machine/u)).toBeNull());
});

it('orders that two desks have sent are listed, and asked for anew when there are more', async () => {
  const { team } = await openTeam();
  team.join({ conflicts: 1 });
  const table = await screen.findByRole('table', { name: 'Orders sent by two desks' });
  expect(table).toHaveTextContent('D-1118-0042');
  expect(mainPart()).toHaveTextContent(
    /Ask the provider which of the two exist, agree which one counts/u,
  );
  expect(within(table).getAllByRole('row')[1]).toHaveTextContent(/NorthSouth$/u);
  team.join({ conflicts: 2 });
  await waitFor(() => expect(team.asked('team.conflicts')).toHaveLength(2));
});

it('an order that another desk sent too stands in the bar beside “in step”, and on its card with what to do', async () => {
  const page = await openDeskPage();
  const { user, desk } = page;
  const team = sayTeam(page);
  team.join({ standing: { kind: 'in_step' } });
  const link = (): HTMLElement | null =>
    screen.queryByRole('link', { name: '1 order sent by two desks' });
  await issueDirect(user, 'cust-twice');
  const card = await findIssued('cust-twice');
  await screen.findByText('Team in step');
  expect(link()).toBeNull();
  const asked = logSearched(await desk.call('log.search', EVERYTHING));
  const [row] = asked.value.rows;
  if (row === undefined) throw new Error('the request is not in the log');
  const found = historyOf(await desk.call('log.history', { intentId: row.intentId }));
  const sentElsewhere = { at: row.createdAt, desks: ['back', 'night'] };
  desk.onOperation('log.search', async ({ input, fetch, fulfill }) => {
    const reply = logSearched(await fetch());
    const isAsked = JSON.stringify(input).includes('"attention":["sent_elsewhere"]');
    const matches = isAsked ? { count: 1, isExact: true } : reply.value.matches;
    fulfill(ok({ ...reply.value, matches }));
  });
  const request = { ...found.value.request, flagged: true as const, sentElsewhere };
  desk.tell({ name: 'request.changed', request });
  await waitFor(() => expect(link()).toBeInTheDocument());
  expect(screen.getByText('Team in step')).toBeInTheDocument();
  const notice = within(card).getByRole('alert');
  expect(notice).toHaveTextContent('Desk back, night sent this order, too');
  expect(notice).toHaveTextContent(
    /Ask the provider which of them exist, agree with desk back, night/u,
  );
  const flagged: unknown[] = [];
  desk.onOperation('request.flag', async (call) => {
    flagged.push(call.input);
    await call.continue();
  });
  await user.click(button('Dealt with', card));
  await waitFor(() => expect(flagged).toEqual([{ intentId: row.intentId, flagged: false }]));
});

it('sharing and offline rule are chosen by the arrow keys and saved together', async () => {
  const { user, team } = await openTeam();
  team.join();
  team.answer('team.setProfile', (chosen) => ok(joinedState({ profiles: [chosen] })));
  const masked = await screen.findByRole('radio', { name: /^Masked/u });
  expect(masked).toBeChecked();
  masked.focus();
  await user.keyboard('{ArrowDown}');
  await waitFor(() => expect(screen.getByRole('radio', { name: /^Proof only/u })).toBeChecked());
  await user.click(screen.getByRole('radio', { name: /^Block/u }));
  expect(team.asked('team.setProfile')).toHaveLength(0);
  await user.keyboard('{Control>}s{/Control}');
  await waitFor(() =>
    expect(team.asked('team.setProfile')).toEqual([
      { profileId: 'sandbox', sharing: 'proof', offline: 'block' },
    ]),
  );
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).toBeNull());
  expect(screen.getByRole('radio', { name: /^Block/u })).toBeChecked();
});

it('leaving is asked once more, with what stays, and the keyboard is on the answer that changes nothing', async () => {
  const { user, team } = await openTeam();
  team.join();
  team.answer('team.leave', () => ok({ kind: 'none' }));
  await screen.findByRole('radio', { name: /^Masked/u });
  button('Leave team').focus();
  await user.keyboard('{Enter}');
  const question = await screen.findByRole('alert');
  expect(question).toHaveTextContent('The log of this desk stays whole here');
  expect(button('Stay in the team')).toHaveFocus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByText('Leave the team?')).toBeNull());
  expect(team.asked('team.leave')).toHaveLength(0);
  await user.click(button('Leave team'));
  await user.click(await screen.findByRole('button', { name: 'Leave now' }));
  await findBox();
  expect(team.asked('team.leave')).toEqual([{}]);
});

it('the form names the desk that issued the same lately, or used the order ID, and when', async () => {
  const { desk, user } = await openDeskPage();
  await suggestedOrder();
  const createdAt = new Date(Date.now() - 2 * 60_000).toISOString();
  const past = pastRequestSchema.parse({
    intentId: '00000000-0000-4000-8000-00000000feed',
    flow: 'create',
    orderId: 'D-S4M-7',
    customer: 'cust-9',
    phone: null,
    cents: 150_000,
    currency: 'RUB',
    paymentType: '',
    outcome: 'accepted',
    mayExist: true,
    createdAt,
    desk: 'South',
  });
  desk.onOperation('customer.recall', ({ fulfill }) => fulfill(ok([past])));
  desk.onOperation('order.uses', ({ fulfill }) => fulfill(ok([past])));
  await put(field('Customer'), 'cust-9');
  await put(field('Amount'), '1500');
  await openMore(user);
  await put(field('Order ID'), 'D-S4M-7');
  const time = new Date(createdAt).toTimeString().slice(0, 5);
  await waitFor(() =>
    expect(field('Customer')).toHaveAccessibleDescription(
      new RegExp(
        `Desk South issued the same customer and amount at ${time} \\(\\d+ min ago\\)`,
        'u',
      ),
    ),
  );
  await waitFor(() =>
    expect(field('Order ID')).toHaveAccessibleDescription(
      new RegExp(`Desk South used this order ID at ${time} \\(\\d+ min ago\\), for cust-9`, 'u'),
    ),
  );
});
