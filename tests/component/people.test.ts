import { screen, waitFor, within } from '@testing-library/dom';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import type { Role } from '../../src/shared/domain/permission.ts';
import { createInput } from '../support/builders.ts';
import { put } from './support/form.ts';
import { chooseProfile } from './support/merchants.ts';
import {
  type DeskPage,
  button,
  field,
  fill,
  findCard,
  goTo,
  openDeskPage,
} from './support/page.ts';
import { saveShop } from './support/profiles.ts';

/** People at the screen: set up, sign-in, the cover, and what a role is not offered. */

const BOSS = { name: 'Anna Karimova', pin: '240611' } as const;
const OPERATOR = { name: 'Timur', pin: '735190' } as const;

const box = (label: string): HTMLElement => screen.getByLabelText(label);
const cover = (): HTMLElement => screen.getByRole('dialog', { name: 'Sign in' });
const names = (): Promise<HTMLElement> =>
  screen.findByRole('listbox', { name: 'Who is at the desk?' });

async function typePins(user: UserEvent, pin: string, again = pin): Promise<void> {
  await fill(user, box('New PIN or passphrase'), pin);
  await fill(user, box('The same again'), again);
}

/** As a supervisor does it, from the empty page to the list. Returns the Supervisor code. */
async function setUp({ user }: DeskPage): Promise<string> {
  await goTo('#/settings/people');
  await user.click(await screen.findByRole('button', { name: 'Set up people' }));
  await fill(user, box('Name'), BOSS.name);
  await typePins(user, BOSS.pin);
  await user.click(button('Next: Supervisor code'));
  await screen.findByText('Write down the Supervisor code');
  const code = screen.getByText(/^(?:[0-9A-Z]{4}-){6}[0-9A-Z]{4}$/u).textContent;
  await fill(user, box('Type the code back'), code.toLowerCase());
  await user.click(button('Confirm code'));
  await screen.findByRole('table', { name: 'People' });
  return code;
}

async function add({ desk }: DeskPage, name: string, role: Role, pin: string): Promise<void> {
  expect(await desk.call('people.add', { name, role, pin })).toMatchObject({ ok: true });
}

/** By keyboard alone: first letters, Enter, the PIN, Enter. */
async function signIn(
  user: UserEvent,
  { name, pin }: { name: string; pin: string },
): Promise<void> {
  await waitFor(async () => expect(await names()).toHaveFocus());
  await user.keyboard(name.slice(0, 3));
  await waitFor(() =>
    expect(within(cover()).getByRole('option', { selected: true })).toHaveTextContent(name),
  );
  await user.keyboard('{Enter}');
  await waitFor(() => expect(box('PIN or passphrase')).toHaveFocus());
  await user.keyboard(`${pin}{Enter}`);
}

async function expectUncovered(): Promise<void> {
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Sign in' })).toBeNull());
}

const lock = (user: UserEvent): Promise<void> => user.keyboard('{Alt>}[KeyL]{/Alt}');

describe('setting people up', () => {
  it('says what a PIN does not protect, shows the code once, and signs the first person in', async () => {
    const page = await openDeskPage();
    await goTo('#/settings/people');
    await screen.findByText('Without people, events carry the OS account.');
    screen.getByText(/does not protect the files of this desk/u);
    await setUp(page);
    expect(button(/^Operator: Anna Karimova · Supervisor$/u)).toBeVisible();
    expect(screen.queryByText(/^(?:[0-9A-Z]{4}-){6}/u)).toBeNull();
  });

  it('refuses a PIN that is guessed first or typed differently, and a code that is mistyped', async () => {
    const { user } = await openDeskPage();
    await goTo('#/settings/people');
    await user.click(await screen.findByRole('button', { name: 'Set up people' }));
    await fill(user, box('Name'), BOSS.name);
    await typePins(user, '123456');
    await user.click(button('Next: Supervisor code'));
    await screen.findByText(/guessed first/u);
    await typePins(user, BOSS.pin, '240612');
    await user.click(button('Next: Supervisor code'));
    await screen.findByText('The two differ. Type it again.');
    await typePins(user, BOSS.pin);
    await user.click(button('Next: Supervisor code'));
    await screen.findByText('Write down the Supervisor code');
    await fill(user, box('Type the code back'), 'AAAA-BBBB');
    await user.click(button('Confirm code'));
    await screen.findByText(/The code is mistyped/u);
  });
});

describe('the sign-in screen', () => {
  it('covers what was typed and gives it back to the same person, never to another', async () => {
    const page = await openDeskPage();
    const { user } = page;
    await setUp(page);
    await add(page, OPERATOR.name, 'operator', OPERATOR.pin);
    await goTo('#/');
    await screen.findByRole('heading', { name: 'New request', level: 1 });
    await put(field('Customer'), 'cust-secret');
    await lock(user);
    await names();
    const root = document.getElementById('root');
    expect(root).toHaveAttribute('inert');
    expect(root).not.toBeVisible();
    expect(screen.queryByRole('combobox', { name: 'Customer', hidden: false })).toBeNull();
    await signIn(user, BOSS);
    await expectUncovered();
    expect(field('Customer')).toHaveValue('cust-secret');

    await lock(user);
    await signIn(user, OPERATOR);
    await expectUncovered();
    await screen.findByRole('button', { name: 'Operator: Timur · Operator' });
    await waitFor(() => expect(field('Order ID')).not.toHaveValue(''));
    expect(field('Customer')).toHaveValue('');
    await put(field('Customer'), 'cust-other');

    await lock(user);
    await signIn(user, BOSS);
    await expectUncovered();
    await waitFor(() => expect(field('Customer')).toHaveValue('cust-secret'));
  });

  it('brings back the profile of the person who signs in', async () => {
    const page = await openDeskPage();
    const { user } = page;
    const shop = await saveShop(page.desk);
    await setUp(page);
    await add(page, OPERATOR.name, 'operator', OPERATOR.pin);
    await goTo('#/');
    await screen.findByRole('heading', { name: 'New request', level: 1 });
    await chooseProfile(page, shop);
    const switcher = (): Promise<HTMLElement> => screen.findByRole('combobox', { name: 'Profile' });

    // Has chosen none yet: as the desk was before it had people.
    await lock(user);
    await signIn(user, OPERATOR);
    await expectUncovered();
    expect(await switcher()).toHaveValue('sandbox');

    await lock(user);
    await signIn(user, BOSS);
    await expectUncovered();
    expect(await switcher()).toHaveValue(shop);
    await page.reload();
    expect(await switcher()).toHaveValue(shop);
  });

  it('covers the page from its first frame after a reload', async () => {
    const page = await openDeskPage();
    await setUp(page);
    await lock(page.user);
    await names();
    await page.reload();
    await names();
    expect(screen.queryByRole('navigation')).toBeNull();
    await signIn(page.user, BOSS);
    await screen.findByRole('navigation');
  });

  it('tells of wrong PINs, waits, and gives the ways out of a lock', async () => {
    const page = await openDeskPage();
    const { desk, user } = page;
    const code = await setUp(page);
    await lock(user);
    await signIn(user, { ...BOSS, pin: '999111' });
    await within(cover()).findByText(/Wrong PIN\. 4 attempts left/u);
    expect(box('PIN or passphrase')).toHaveValue('');
    await user.keyboard('999112{Enter}');
    await within(cover()).findByText(/3 attempts left/u);
    await user.keyboard('999113{Enter}');
    await within(cover()).findByText(/2 attempts left/u);
    expect(within(cover()).getByRole('timer')).toHaveTextContent(/possible in (?:30|29) s/u);
    expect(button(/^Sign in/u)).toBeDisabled();

    // Core counts; the page that asks again is told how long.
    await user.keyboard('{Escape}');
    await signIn(user, BOSS);
    await within(cover()).findByText(/Too many wrong attempts/u);
    desk.onOperation('people.signIn', ({ fulfill }) =>
      fulfill({ ok: false, error: { code: 'pin_locked' } }),
    );
    await user.keyboard('{Escape}');
    await signIn(user, BOSS);
    await within(cover()).findByText('Anna Karimova is locked');
    desk.offOperation('people.signIn');
    await fill(user, within(cover()).getByLabelText('Supervisor code'), code);
    await user.click(screen.getByRole('checkbox', { name: 'Set a new PIN as well' }));
    await typePins(user, '860417');
    await user.click(button('Unlock'));
    await screen.findByText('Unlocked. Type the PIN.');
    await user.keyboard('860417{Enter}');
    await expectUncovered();
  });
});

describe('idle time', () => {
  it('core hears of keys only where idle time counts, and a page that core signs out is covered', async () => {
    const page = await openDeskPage();
    const { desk, user } = page;
    await setUp(page);
    let told = 0;
    desk.onOperation('people.stillHere', (call) => {
      told += 1;
      return call.continue();
    });
    await user.keyboard('{Shift}');
    expect(told).toBe(0);
    await fill(user, box('Lock after idle minutes'), '5');
    await user.click(button('Save rules'));
    await screen.findByText('Rules saved.');
    await waitFor(async () => {
      await user.keyboard('{Shift}');
      expect(told).toBe(1);
    });
    await user.keyboard('{Shift}{Shift}');
    expect(told).toBe(1);
    // As the idle time does it.
    await desk.call('people.signOut', {});
    await names();
    expect(document.getElementById('root')).not.toBeVisible();
  });
});

describe('what a role is not offered', () => {
  it('an auditor reads the log, and issues, reveals and manages nothing', async () => {
    const page = await openDeskPage();
    const { desk, user } = page;
    await desk.call('issue.create', createInput({ customer: 'cust-1', order_id: 'AU-1' }));
    await findCard('cust-1');
    await setUp(page);
    await add(page, 'Olga', 'auditor', '518203');
    await lock(user);
    await signIn(user, { name: 'Olga', pin: '518203' });
    await screen.findByRole('heading', { name: 'Log', level: 1 });
    const links = within(screen.getByRole('navigation')).getAllByRole('link');
    expect(links.map(({ title }) => title)).toEqual([
      'Log',
      'Inbox',
      'Overview',
      'Batch',
      'Settings',
    ]);
    expect(screen.queryByRole('link', { name: 'Statements' })).toBeNull();
    await user.click(await screen.findByRole('link', { name: /AU-1/u }));
    const detail = await screen.findByRole('complementary');
    await within(detail).findByText(/Masked/u);
    expect(within(detail).queryByRole('button', { name: /^Reveal/u })).toBeNull();
    expect(within(detail).queryByRole('button', { name: /^Copy number/u })).toBeNull();

    await user.keyboard('{Alt>}[Digit6]{/Alt}');
    await screen.findByRole('heading', { name: 'Settings', level: 1 });
    await goTo('#/settings/log');
    await screen.findByRole('button', { name: 'Verify log' });
    expect(screen.queryByRole('button', { name: 'Back up now' })).toBeNull();
    await goTo('#/settings/people');
    await screen.findByRole('button', { name: 'Change my PIN' });
    expect(screen.queryByRole('button', { name: 'Add person' })).toBeNull();
    expect(screen.queryByRole('tab', { name: 'Profiles' })).toBeNull();
  });
});

describe('Settings → People', () => {
  it('adds, changes a role, resets, archives, and saves the table of permissions', async () => {
    const page = await openDeskPage();
    const { desk, user } = page;
    await setUp(page);
    await user.click(button('Add person'));
    await fill(user, box('Name'), 'Olga');
    await typePins(user, '518203');
    const [, submit] = screen.getAllByRole('button', { name: 'Add person' });
    if (submit === undefined) throw new Error('The form has no button');
    await user.click(submit);
    const role = await screen.findByRole('combobox', { name: 'Role of Olga' });
    await user.selectOptions(role, 'Senior');
    await waitFor(() => expect(role).toHaveValue('senior'));
    await user.click(button('Reset PIN of Olga'));
    await typePins(user, '640918');
    await user.click(button('Reset PIN'));
    await screen.findByText('New PIN set for Olga.');
    await user.click(screen.getByRole('checkbox', { name: /^Operator: Verify/u }));
    await fill(user, box('Lock after idle minutes'), '15');
    await user.click(button('Save rules'));
    await screen.findByText('Rules saved.');
    expect(await desk.call('people.rules', {})).toMatchObject({
      value: { idleMinutes: 15, roles: { operator: ['issue', 'read_log', 'mark', 'verify'] } },
    });
    await user.click(button('Archive Olga'));
    await user.click(button('Archive'));
    await screen.findByRole('button', { name: 'Bring back Olga' });
    await user.click(button('Archive Anna Karimova'));
    await user.click(button('Archive'));
    await screen.findByText(/needs one supervisor/u);
  });

  it('says that no one may set up, renames, lists activity, and is turned off with the code', async () => {
    const page = await openDeskPage();
    const { user } = page;
    const code = await setUp(page);
    await screen.findByText('No one may set up profiles, secrets and formats');
    await user.click(button('Let supervisors set up'));
    await screen.findByRole('tab', { name: 'Profiles' });
    await waitFor(() => expect(screen.queryByText(/^No one may set up/u)).toBeNull());
    await user.click(button('Rename Anna Karimova'));
    await fill(user, box('Name'), 'Anna K.');
    await user.click(button('Rename'));
    await screen.findByRole('combobox', { name: 'Role of Anna K.' });

    await user.click(screen.getByRole('link', { name: 'Open activity' }));
    const rows = async (): Promise<readonly string[]> => {
      const table = await screen.findByRole('table', { name: 'Activity' });
      return within(table)
        .getAllByRole('row')
        .slice(1)
        .map((row) => within(row).getAllByRole('cell')[2]?.textContent ?? '');
    };
    expect(await rows()).toEqual([
      'Changed a personname: Anna K.',
      'Changed who may do whatsupervisor.set_up: false → true',
      'Signed in',
      'Set a new Supervisor code',
      'Added a personrole: supervisor',
    ]);
    await user.selectOptions(box('Kind'), 'Sign-ins');
    await waitFor(async () => expect(await rows()).toEqual(['Signed in']));
    await user.selectOptions(box('Person'), 'Anna K.');
    await user.selectOptions(box('Kind'), 'Reveals');
    await screen.findByText(/^Nothing matches/u);

    await goTo('#/settings/people');
    await user.click(await screen.findByRole('button', { name: 'Turn people off' }));
    await fill(user, screen.getByRole('textbox', { name: 'Supervisor code' }), code);
    await user.click(button('Turn people off'));
    // The desk begins anew, as after a sign-in.
    await screen.findByRole('heading', { name: 'New request', level: 1 });
    await goTo('#/settings/people');
    await screen.findByRole('button', { name: 'Set up people' });
  });
});

const waitingSchema = z.looseObject({
  ok: z.literal(true),
  value: z.looseObject({
    approvers: z.array(z.looseObject({ name: z.string(), isLocked: z.boolean() })),
  }),
});

describe('the second person of four eyes', () => {
  it('is never preselected while locked, and is not asked for where all are locked', async () => {
    const page = await openDeskPage();
    const { desk, user } = page;
    await setUp(page);
    await add(page, 'Aziz', 'supervisor', '640918');
    await add(page, 'Boris', 'supervisor', '518203');
    const rules = { amountFrom: { RUB: 100_000 }, sumFrom: {}, kinds: [] };
    await desk.call('eyes.setRules', { profileId: 'sandbox', rules });
    // Five wrong PINs and their waits take a minute.
    const locked = new Set(['Aziz']);
    desk.onOperation('eyes.waiting', async ({ fetch, fulfill }) => {
      const { value } = waitingSchema.parse(await fetch());
      const approvers = value.approvers.map((one) => ({ ...one, isLocked: locked.has(one.name) }));
      fulfill({ ok: true, value: { ...value, approvers } });
    });
    const issue = async (customer: string): Promise<void> => {
      await goTo('#/settings/people');
      const refused = await desk.call('issue.create', createInput({ customer, cents: 150_000 }));
      expect(refused).toMatchObject({ ok: false });
      await goTo('#/');
      const card = (await screen.findByText(customer)).closest('article');
      if (card === null) throw new Error('no card');
      await user.click(within(card).getByRole('button', { name: /^Approve/u }));
    };
    await issue('first');
    const second = await screen.findByLabelText('Second person');
    expect(second).toHaveDisplayValue('Boris');
    expect(within(second).getByRole('option', { name: 'Aziz (locked)' })).toBeDisabled();
    // One free person is no choice: the PIN is next.
    await waitFor(() => expect(box('PIN or passphrase')).toHaveFocus());
    await user.keyboard('{Escape}');

    locked.add('Boris');
    await issue('second');
    await screen.findByText(/^Everyone who may approve is locked/u);
    expect(screen.queryByLabelText('PIN or passphrase')).toBeNull();
  });
});
