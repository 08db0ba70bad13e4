import { screen, waitFor, within } from '@testing-library/dom';
import { expect, it } from 'vitest';

import { copiedBy, pressF9 } from './support/copies.ts';
import { findIssued, issueDirect, put } from './support/form.ts';
import { button, goTo, openDeskPage, openSection, valueOf } from './support/page.ts';

const box = (): HTMLElement => screen.getByRole('textbox', { name: 'Wording' });
const save = (): HTMLElement => button(/^Save/u);

it('an office’s own wording is used, faults stand at the field, and the desk’s comes back', async () => {
  const { user } = await openDeskPage();
  await openSection(user, 'Settings');
  await user.click(await screen.findByRole('tab', { name: 'Messages' }));
  await waitFor(() => expect(valueOf(box())).toMatch(/^Please/u));
  expect(screen.queryByRole('button', { name: /^Save/u })).toBeNull();
  // Payment types are chosen: those of the limits, and of wordings that the office has.
  const types = within(screen.getByRole('combobox', { name: 'Payment type' }));
  await types.findByRole('option', { name: 'sbp' });
  expect(screen.queryByRole('textbox', { name: /payment type/iu })).toBeNull();
  await user.click(box());
  await user.keyboard('{Control>}{Home}{/Control}Hi! ');
  await waitFor(() => expect(valueOf(box())).toMatch(/^Hi! Please/u));
  await put(box(), 'For {customer}: {numbr}');
  await user.click(save());
  await waitFor(() => expect(box()).toHaveAttribute('aria-invalid', 'true'));
  expect(box()).toHaveAccessibleDescription(/\{numbr\} is not known here/u);
  await put(box(), 'For {customer}: ');
  await user.click(button(/^Insert: Number/u));
  await waitFor(() => expect(box()).toHaveValue('For {customer}: `{number}`'));
  const preview = screen.getByRole('region', { name: 'Preview of the wording' });
  await waitFor(() => {
    expect(preview.querySelector('pre')).toHaveTextContent('For cust-77: `9999123412341234`');
  });
  await user.click(save());
  await screen.findByText('Saved');
  await types.findByRole('option', { name: 'All payment types · your own' });

  await openSection(user, 'New request');
  await issueDirect(user, 'cust-5');
  await findIssued('cust-5', 'Copy message');
  const own = await copiedBy(pressF9);
  expect(own).toMatch(/^TEST\. DO NOT PAY\nFor cust-5: `\d{16}`$/u);

  await goTo('#/settings/messages');
  await user.click(await screen.findByRole('button', { name: 'Restore the desk’s wording' }));
  await screen.findByText(/The desk’s wording is used again\./u);
  await waitFor(() => expect(valueOf(box())).toMatch(/Please transfer exactly/u));
  await openSection(user, 'New request');
  await findIssued('cust-5', 'Copy message');
  expect(await copiedBy(pressF9)).toContain('Please transfer exactly');
  expect(within(document.body).queryAllByRole('alert')).toHaveLength(0);
});
