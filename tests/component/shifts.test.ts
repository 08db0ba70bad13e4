import { screen, waitFor, within } from '@testing-library/dom';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import { createInput } from '../support/builders.ts';
import { type DeskPage, button, fill, goTo, openDeskPage, openSection } from './support/page.ts';

/** Shifts at the screen: opened, handed over, accepted, and what the Log and the Overview are narrowed to. */

const BOSS = { name: 'Anna Karimova', pin: '240611' } as const;
const NEXT = { name: 'Timur', pin: '735190' } as const;
const shownSchema = z.object({ value: z.object({ confirmId: z.string(), code: z.string() }) });

/** Anna is at the page, Timur can come next. */
async function openWithPeople(): Promise<DeskPage> {
  const page = await openDeskPage();
  const { desk } = page;
  const { confirmId, code } = shownSchema.parse(await desk.call('people.begin', BOSS)).value;
  await desk.call('people.confirmCode', { confirmId, code });
  await desk.call('people.add', { ...NEXT, role: 'operator' });
  await screen.findByRole('button', { name: 'Operator: Anna Karimova · Supervisor' });
  return page;
}

const operatorMenu = (user: UserEvent): Promise<void> =>
  user.click(screen.getByRole('button', { name: /^Operator: / }));
const section = (name: string): Promise<HTMLElement> => screen.findByRole('region', { name });

async function issue({ desk }: DeskPage, order: string): Promise<void> {
  const issued = await desk.call(
    'issue.create',
    createInput({ order_id: order, customer: `walk-in ${crypto.randomUUID()}` }),
  );
  expect(issued).toMatchObject({ ok: true });
}

describe('a desk without people', () => {
  it('offers no shift, no person and no shift to filter by', async () => {
    const page = await openDeskPage();
    const { user } = page;
    await issue(page, 'S-0');
    await operatorMenu(user);
    expect(screen.queryByRole('button', { name: /Open shift/u })).toBeNull();
    await goTo('#/hand-over');
    await section('Next operator');
    expect(screen.queryByRole('region', { name: 'Shift' })).toBeNull();
    expect(screen.queryByRole('region', { name: 'Unmatched callbacks' })).toBeNull();
    await openSection(user, 'Overview');
    expect(screen.queryByRole('combobox', { name: 'Person' })).toBeNull();
    expect(screen.queryByRole('region', { name: 'By person' })).toBeNull();
    await openSection(user, 'Log');
    await user.click(button(/^More filters/u));
    const filters = await screen.findByRole('dialog', { name: 'More filters' });
    expect(within(filters).queryByRole('group', { name: 'Person' })).toBeNull();
  });
});

describe('a shift', () => {
  it('is opened in the menu, handed over, and accepted by the next person with a PIN', async () => {
    const page = await openWithPeople();
    const { desk, user } = page;
    await desk.call('people.add', { name: 'Bela', pin: '918273', role: 'operator' });
    await operatorMenu(user);
    await user.click(await screen.findByRole('button', { name: /^Open shift/u }));
    await screen.findByText(/^Shift since /u);
    await user.keyboard('{Escape}');
    await goTo('#/hand-over');
    const own = await section('Shift');
    await within(own).findByText(/^Your shift is open since /u);
    await user.click(button('Hand over shift', own));

    const waiting = await section('Hand-over from Anna Karimova');
    within(waiting).getByText(/^Nothing was left open/u);
    within(waiting).getByText(/Open shift takes it back/u);
    const name = within(waiting).getByRole('combobox', { name: 'Next person' });
    expect(within(name).queryByRole('option', { name: BOSS.name })).toBeNull();
    await user.click(button('Accept hand-over', waiting));
    await within(waiting).findByText('Choose who accepts the hand-over.');
    await user.selectOptions(name, NEXT.name);
    const pin = within(waiting).getByLabelText('PIN or passphrase');
    await fill(user, pin, '111222');
    await user.click(button('Accept hand-over', waiting));
    await within(waiting).findByText(/Wrong PIN\. 4 attempts left/u);
    expect(pin).toHaveValue('');
    // The attempts are Timur's.
    await user.selectOptions(name, 'Bela');
    expect(within(waiting).queryByText(/attempts left/u)).toBeNull();
    await user.selectOptions(name, NEXT.name);
    within(waiting).getByText(/Wrong PIN\. 4 attempts left/u);
    await fill(user, pin, NEXT.pin);
    await user.click(button('Accept hand-over', waiting));

    await screen.findByRole('button', { name: 'Operator: Timur · Operator' });
    await operatorMenu(user);
    await screen.findByText(/^Shift since /u);
    expect(screen.queryByText(/No one has accepted it yet/u)).toBeNull();
  });

  it('that was handed over is told to the next person on every screen until it is accepted', async () => {
    const page = await openWithPeople();
    const { desk, user } = page;
    await desk.call('shift.open', {});
    await goTo('#/hand-over');
    await user.click(await screen.findByRole('button', { name: 'Hand over shift' }));
    await section('Hand-over from Anna Karimova');
    await user.keyboard('{Alt>}[KeyL]{/Alt}');
    await screen.findByRole('listbox', { name: 'Who is at the desk?' });
    await user.keyboard('Tim{Enter}');
    const cover = screen.getByRole('dialog', { name: 'Sign in' });
    await within(cover).findByLabelText('PIN or passphrase');
    await user.keyboard(`${NEXT.pin}{Enter}`);
    await screen.findByText(/^Anna Karimova handed over a shift at .+ No one has accepted it yet/u);
    await user.click(screen.getByRole('link', { name: 'Read and accept' }));
    const waiting = await section('Hand-over from Anna Karimova');
    expect(within(waiting).getByRole('combobox', { name: 'Next person' })).toHaveDisplayValue(
      NEXT.name,
    );
    await section('Unmatched callbacks');
    await fill(user, within(waiting).getByLabelText('PIN or passphrase'), NEXT.pin);
    await user.click(button('Accept hand-over', waiting));
    await waitFor(() => expect(waiting).not.toBeInTheDocument());
    await section('Shift');
  });
});

describe('person and shift', () => {
  it('narrow the Log and the Overview, which sums up each person', async () => {
    const page = await openWithPeople();
    const { desk, user } = page;
    await issue(page, 'S-1');
    await desk.call('shift.open', {});
    await issue(page, 'S-2');
    await openSection(user, 'Overview');
    const people = await section('By person');
    const row = await within(people).findByRole('row', { name: /Anna Karimova 2/u });
    expect(row).toHaveTextContent(/3\s000\.00/u);
    const shift = await screen.findByRole('combobox', { name: 'Shift' });
    await within(shift).findByRole('option', { name: /^Anna Karimova, since / });
    await user.selectOptions(shift, within(shift).getAllByRole('option')[1] ?? '');
    const figure = screen.getByRole('group', { name: 'Requests' });
    await waitFor(() => expect(within(figure).getAllByRole('link')[0]).toHaveTextContent('1'));
    expect(screen.getByRole('combobox', { name: 'Person' })).toHaveDisplayValue(BOSS.name);
    expect(screen.queryByRole('region', { name: 'Callbacks' })).toBeNull();
    screen.getByText(/belong to no person/u);

    // The number opens exactly those in the Log.
    const [link] = within(figure).getAllByRole('link');
    if (link === undefined) throw new Error('The number opens nothing');
    await user.click(link);
    await screen.findByRole('heading', { name: 'Log', level: 1 });
    await screen.findByRole('link', { name: /S-2/u });
    expect(screen.queryByRole('link', { name: /S-1/u })).toBeNull();
    screen.getByRole('button', { name: /^Remove.*Shift Anna Karimova, since/u });
    await user.click(button(/^More filters/u));
    const filters = await screen.findByRole('dialog', { name: 'More filters' });
    const person = within(filters).getByRole('group', { name: 'Person' });
    await user.click(within(person).getByRole('checkbox', { name: NEXT.name }));
    await waitFor(() => expect(screen.queryByRole('link', { name: /S-2/u })).toBeNull());
  });
});
