import { screen, waitFor, within } from '@testing-library/dom';
import { expect, it } from 'vitest';

import { put } from './support/form.ts';
import { button, field, goTo, openDeskPage, openSection } from './support/page.ts';
import { openProfileTab, secretSlot } from './support/profiles.ts';

const PAGES = [
  'Profiles',
  'Messages',
  'Desk',
  'Callbacks',
  'Log and backups',
  'People',
  'Team',
  'Advanced',
  'About',
];
const chosen = (): HTMLElement => screen.getByRole('tab', { selected: true });

it('every page of Settings is reached by the keyboard and by the palette', async () => {
  const { user } = await openDeskPage();
  await openSection(user, 'Settings');
  const list = await screen.findByRole('tablist', { name: 'Settings' });
  expect(
    within(list)
      .getAllByRole('tab')
      .map((tab) => tab.textContent),
  ).toEqual(PAGES);
  chosen().focus();
  for (const name of PAGES.slice(1)) {
    await user.keyboard('{ArrowDown}{Enter}');
    await waitFor(() => expect(chosen()).toHaveTextContent(name));
    expect(chosen()).toHaveFocus();
  }
  await user.keyboard('{Control>}k{/Control}');
  await user.type(
    await screen.findByRole('combobox', { name: 'Type a command, a customer or an order' }),
    'theme',
  );
  await user.click(await screen.findByRole('option', { name: /^Settings: language, theme/u }));
  await waitFor(() => expect(chosen()).toHaveTextContent('Desk'));
});

it('a change of Settings waits for the one Save, can be discarded, and outlives a look elsewhere', async () => {
  const { desk, user } = await openDeskPage();
  await goTo('#/settings/desk');
  const dark = (): HTMLElement => screen.getByRole('radio', { name: 'Dark' });
  await screen.findByRole('radio', { name: 'Dark' });
  expect(screen.queryByRole('button', { name: 'Save' })).not.toBeInTheDocument();
  await user.click(dark());
  await put(field('Operator name'), ' ');
  await user.click(button('Save'));
  await waitFor(() => expect(field('Operator name')).toHaveFocus());
  expect(field('Operator name')).toHaveAccessibleDescription('Use 1 to 60 characters.');
  await goTo('#/settings/advanced');
  await screen.findByRole('radio', { name: 'keytar' });
  await goTo('#/settings/desk');
  await waitFor(() => expect(dark()).toBeChecked());
  await user.click(button('Discard changes'));
  expect(dark()).not.toBeChecked();
  await user.click(dark());
  await put(field('Operator name'), 'Dilnoza');
  await user.keyboard('{Control>}s{/Control}');
  await screen.findByText('Saved');
  const saved = JSON.stringify(await desk.call('settings.get', {}));
  expect(saved).toContain('"theme":"dark"');
  expect(saved).toContain('"operatorName":"Dilnoza"');
});

it('a new profile asks four things, has no mode of its own, then asks for the secret, then checks', async () => {
  const { user } = await openDeskPage();
  await goTo('#/settings/new-profile');
  await screen.findByRole('textbox', { name: 'Name' });
  const advanced = screen.getByText('Advanced').closest('details');
  expect(advanced).not.toHaveAttribute('open');
  const asked = screen.getAllByRole('textbox').filter((box) => advanced?.contains(box) === false);
  expect(asked).toEqual([field('Name'), field('Provider address'), field('Merchant ID')]);
  const modes = screen.getByRole('radiogroup', { name: 'Mode' });
  expect(within(modes).queryAllByRole('radio', { checked: true })).toHaveLength(0);
  await put(field('Name'), 'Shop');
  await put(field('Provider address'), 'https://pay.example');
  await put(field('Merchant ID'), '11111111-2222-4333-8444-555555555555');
  await user.click(button('Save'));
  await waitFor(() => expect(modes).toHaveAccessibleDescription('Choose Sandbox or Live.'));
  expect(within(modes).getByRole('radio', { name: 'Sandbox' })).toHaveFocus();
  await user.click(within(modes).getByRole('radio', { name: 'Live' }));
  expect(modes).toHaveAccessibleDescription('Real customers, real money.');
  // A fault in the folded part opens it.
  await put(field('Order ID pattern'), '{date}');
  await user.click(button('Save'));
  await waitFor(() => expect(advanced).toHaveAttribute('open'));
  expect(field('Order ID pattern')).toHaveFocus();
  await put(field('Order ID pattern'), '{flow}-{counter}');
  await user.click(button('Save'));
  await screen.findByRole('region', { name: 'Signing secret' });
  await put(within(secretSlot()).getByLabelText('Secret'), 'top-secret');
  await user.click(button(/^(?:Store|Keep)/u, secretSlot()));
  const next = await within(secretSlot()).findByRole('link', { name: 'Check connection' });
  expect(next).toHaveAttribute('href', expect.stringMatching(/\/check$/u));
  await openProfileTab(user, 'Set-up');
  await waitFor(() => expect(screen.getByRole('radio', { name: 'Live' })).toBeChecked());
});

it('requisites are kept for good until a number of days is confirmed, with what it concerns', async () => {
  const { desk, user } = await openDeskPage();
  desk.onOperation('log.retentionPreview', ({ fulfill }) =>
    fulfill({ ok: true, value: { requests: 1204, at: new Date().toISOString() } }),
  );
  await goTo('#/settings/log');
  await screen.findByText('Requisites are kept for good.');
  await put(field('Keep requisites for (days)'), '3');
  await user.click(button('Show what would be erased'));
  expect(field('Keep requisites for (days)')).toHaveAccessibleDescription(
    'Type a whole number of days from 7 to 3650.',
  );
  await put(field('Keep requisites for (days)'), '90');
  await user.click(button('Show what would be erased'));
  await screen.findByText('Erase the requisites of 1204 requests?');
  await screen.findByText(/^Today is .*This cannot be undone/u);
  await user.click(button('Change nothing'));
  expect(screen.queryByText(/This cannot be undone/u)).not.toBeInTheDocument();
  await user.click(button('Show what would be erased'));
  await user.click(await screen.findByRole('button', { name: 'Erase after 90 days' }));
  await screen.findByText(/Requisites are erased 90 days after the last event/u);
  await user.click(button('Keep requisites for good'));
  await screen.findByText('Requisites are kept for good.');
});

it('says that erasing has stopped where the clock has jumped, and how to confirm the date', async () => {
  const { desk } = await openDeskPage();
  desk.onOperation('log.retention', ({ fulfill }) =>
    fulfill({
      ok: true,
      value: {
        days: 30,
        setAt: null,
        operator: null,
        jump: { from: '2026-11-18T10:00:00.000Z', to: '2027-11-18T10:00:00.000Z' },
      },
    }),
  );
  await goTo('#/settings/log');
  await screen.findByText('Erasing has stopped: the clock jumped');
  await screen.findByText(/18 Nov 2026.* to .*18 Nov 2027/u);
});
