import { screen, waitFor, within } from '@testing-library/dom';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import { CONTRACT } from '../../src/shared/contract/operations.ts';
import { ok } from '../../src/shared/domain/result.ts';
import { requestOf } from '../../src/renderer/testing/request.ts';
import { createInput } from '../support/builders.ts';
import { put } from './support/form.ts';
import { type DeskPage, button, fill, goTo, openDeskPage, openSection } from './support/page.ts';

/** Hand over at a desk with people, and what the Log and the Overview are narrowed to. */

const BOSS = { name: 'Anna Karimova', pin: '240611' } as const;
const NEXT = { name: 'Timur', pin: '735190' } as const;
const reportSchema = z.object({ value: CONTRACT['handOver.report'].output });
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
const message = (): Promise<HTMLElement> =>
  screen.findByRole('textbox', { name: 'Message to the next shift' });

async function issue({ desk }: DeskPage, order: string): Promise<void> {
  const issued = await desk.call(
    'issue.create',
    createInput({ order_id: order, customer: `walk-in ${crypto.randomUUID()}` }),
  );
  expect(issued).toMatchObject({ ok: true });
}

describe('a desk without people', () => {
  it('offers no next person, no opening time and no person to filter by', async () => {
    const page = await openDeskPage();
    const { user } = page;
    await issue(page, 'S-0');
    await goTo('#/hand-over');
    await section('Next operator');
    expect(screen.queryByRole('combobox', { name: 'Next person' })).toBeNull();
    expect(screen.queryByRole('region', { name: 'Unmatched callbacks' })).toBeNull();
    expect(screen.queryByText(/hands over all profiles, since/u)).toBeNull();
    await openSection(user, 'Overview');
    expect(screen.queryByRole('combobox', { name: 'Person' })).toBeNull();
    expect(screen.queryByRole('region', { name: 'By person' })).toBeNull();
    await openSection(user, 'Log');
    await user.click(button(/^More filters/u));
    const filters = await screen.findByRole('dialog', { name: 'More filters' });
    expect(within(filters).queryByRole('group', { name: 'Person' })).toBeNull();
  });

  it('marks a flagged request that another desk sent, too', async () => {
    const { desk } = await openDeskPage();
    desk.onOperation('handOver.report', async ({ fetch, fulfill }) => {
      const { value } = reportSchema.parse(await fetch());
      const sentElsewhere = { at: value.at, desks: ['night'] };
      const flagged = [requestOf({ sentElsewhere }, 1), requestOf({}, 2)];
      fulfill(ok({ ...value, flagged, flaggedTotal: 2 }));
    });
    await goTo('#/hand-over');
    const rows = within(await screen.findByRole('region', { name: /^Flagged/u }));
    const [first, second] = await rows.findAllByRole('listitem');
    expect(first).toHaveTextContent(/D-1.*sent by two desks/u);
    expect(second).toHaveTextContent('D-2');
    expect(second).not.toHaveTextContent('sent by two desks');
  });
});

describe('a hand-over', () => {
  it('is accepted by the next person with a PIN, with the message as it stands', async () => {
    const page = await openWithPeople();
    const { desk, user } = page;
    await desk.call('people.add', { name: 'Bela', pin: '918273', role: 'operator' });
    await operatorMenu(user);
    await user.click(await screen.findByRole('link', { name: 'Hand over the shift' }));
    const own = await section('Hand-over from Anna Karimova');
    await screen.findByText(/^Anna Karimova hands over all profiles, since .+ 00:00$/u);
    await section('Unmatched callbacks');
    await put(await message(), 'Call Ivan');
    const name = within(own).getByRole('combobox', { name: 'Next person' });
    expect(within(name).queryByRole('option', { name: BOSS.name })).toBeNull();
    await user.click(button('Accept hand-over', own));
    await within(own).findByText('Choose who accepts the hand-over.');
    await user.selectOptions(name, NEXT.name);
    const pin = within(own).getByLabelText('PIN or passphrase');
    await fill(user, pin, '111222');
    await user.click(button('Accept hand-over', own));
    await within(own).findByText(/Wrong PIN\. 4 attempts left/u);
    expect(pin).toHaveValue('');
    expect(pin).toHaveFocus();
    // The attempts are Timur's.
    await user.selectOptions(name, 'Bela');
    expect(within(own).queryByText(/attempts left/u)).toBeNull();
    await user.selectOptions(name, NEXT.name);
    within(own).getByText(/Wrong PIN\. 4 attempts left/u);
    expect(await message()).toHaveValue('Call Ivan');
    await fill(user, pin, NEXT.pin);
    await user.click(button('Accept hand-over', own));

    await screen.findByRole('button', { name: 'Operator: Timur · Operator' });
    await waitFor(() => expect(own).not.toBeInTheDocument());
    await goTo('#/hand-over');
    await section('Hand-over from Timur');
    expect(await message()).toHaveValue('Call Ivan');
    screen.getByText(/^Saved .+ by Anna Karimova$/u);
    expect(screen.getByText(/^Timur hands over all profiles, since /u)).not.toHaveTextContent(
      / 00:00$/u,
    );
  });

  it('needs no next person: the message waits for whoever signs in next', async () => {
    const page = await openWithPeople();
    const { user } = page;
    await goTo('#/hand-over');
    await put(await message(), 'Ask about A-1');
    await user.click(button('Save message'));
    await screen.findByText(/^Saved .+ by Anna Karimova$/u);
    await user.keyboard('{Alt>}[KeyL]{/Alt}');
    await screen.findByRole('listbox', { name: 'Who is at the desk?' });
    await user.keyboard('Tim{Enter}');
    const cover = screen.getByRole('dialog', { name: 'Sign in' });
    await within(cover).findByLabelText('PIN or passphrase');
    await user.keyboard(`${NEXT.pin}{Enter}`);
    await screen.findByRole('button', { name: 'Operator: Timur · Operator' });
    await goTo('#/hand-over');
    await section('Hand-over from Timur');
    expect(await message()).toHaveValue('Ask about A-1');
    screen.getByText(/^Timur hands over all profiles, since .+ 00:00$/u);
  });
});

describe('a person', () => {
  it('narrows the Log and the Overview, which sums up each person', async () => {
    const page = await openWithPeople();
    const { desk, user } = page;
    await issue(page, 'S-1');
    await issue(page, 'S-2');
    await openSection(user, 'Overview');
    const people = await section('By person');
    const row = await within(people).findByRole('row', { name: /Anna Karimova 2/u });
    expect(row).toHaveTextContent(/3\s000\.00/u);
    const choice = await screen.findByRole('combobox', { name: 'Person' });
    await within(choice).findByRole('option', { name: BOSS.name });
    await user.selectOptions(choice, NEXT.name);
    const figure = screen.getByRole('group', { name: 'Requests' });
    await waitFor(() => expect(figure).toHaveTextContent(/Requests\s*0/u));
    await user.selectOptions(choice, BOSS.name);
    await waitFor(() => expect(within(figure).getAllByRole('link')[0]).toHaveTextContent('2'));
    expect(screen.queryByRole('region', { name: 'Callbacks' })).toBeNull();
    screen.getByText(/belong to no person/u);

    // The number opens exactly those in the Log.
    const [link] = within(figure).getAllByRole('link');
    if (link === undefined) throw new Error('The number opens nothing');
    await user.click(link);
    await screen.findByRole('heading', { name: 'Log', level: 1 });
    await screen.findByRole('link', { name: /S-2/u });
    screen.getByRole('button', { name: 'Remove filter: Person Anna Karimova' });
    await user.click(button(/^More filters/u));
    const filters = await screen.findByRole('dialog', { name: 'More filters' });
    const person = within(filters).getByRole('group', { name: 'Person' });
    await user.click(within(person).getByRole('checkbox', { name: BOSS.name }));
    await user.click(within(person).getByRole('checkbox', { name: NEXT.name }));
    await waitFor(() => expect(screen.queryByRole('link', { name: /S-2/u })).toBeNull());
    expect(await desk.call('people.names', {})).toMatchObject({
      value: [{ name: BOSS.name }, { name: NEXT.name }],
    });
  });
});
