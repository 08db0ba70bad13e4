import { fireEvent, screen, waitFor, within } from '@testing-library/dom';
import { expect, it } from 'vitest';

import { PICTURES } from '../../src/core/messages/bill/testing/pictures.ts';
import { createInput } from '../support/builders.ts';
import { copiedBy } from './support/copies.ts';
import { findIssued, put } from './support/form.ts';
import { button, chooseInMenu, findCard, goTo, openDeskPage, openSection } from './support/page.ts';

/** The customer's page, and what it changes elsewhere. */

const part = (name: string): HTMLElement => screen.getByRole('region', { name });

it('a customer’s name opens history, sums, notes and preferences; Escape goes back, and messages follow', async () => {
  const { desk, user } = await openDeskPage();
  for (const customer of ['cust-1', 'cust-2']) {
    await desk.call('issue.create', createInput({ customer }));
    await findIssued(customer, 'Copy message');
  }
  const card = await findCard('cust-1');
  await user.click(within(card).getByRole('link', { name: 'cust-1' }));
  await screen.findByRole('heading', { name: 'cust-1', level: 1 });
  await screen.findByText('1 request');
  const [order = ''] = desk.ledger().deposits.map(({ fields }) => String(fields['order_id']));
  await waitFor(() => expect(part('Requests')).toHaveTextContent(order));
  expect(part('Open')).toHaveTextContent(order);
  expect(part('Sums')).toHaveTextContent(/Requested, 1 accepted1 500\.00 RUB/u);
  expect(part('Requests').textContent).not.toContain('cust-2');

  await user.click(within(part('Messages')).getByRole('radio', { name: 'Русский' }));
  await put(within(part('Notes')).getByRole('textbox', { name: 'Add a note' }), 'Pays at six');
  await user.click(button('Add note'));
  await waitFor(() => {
    expect(within(part('Notes')).getByRole('list')).toHaveTextContent('Pays at six');
    expect(within(part('Messages')).getByRole('radio', { name: 'Русский' })).toBeChecked();
  });

  fireEvent.keyDown(document.body, { key: 'Escape', code: 'Escape' });
  await screen.findByRole('heading', { name: 'New request', level: 1 });
  const copyOf = async (customer: string): Promise<string> => {
    const shown = await findIssued(customer, 'Copy message');
    return copiedBy(() => user.click(button('Copy message', shown)));
  };
  expect(await copyOf('cust-1')).toContain('Переведите');
  expect(await copyOf('cust-2')).toContain('Please transfer');

  await user.click(within(await findCard('cust-2')).getByRole('link', { name: 'cust-2' }));
  await screen.findByRole('heading', { name: 'cust-2', level: 1 });
  expect(part('Notes').textContent).not.toContain('Pays at six');
  await openSection(user, 'Log');
  await user.click(await screen.findByRole('link', { name: 'cust-1' }));
  await screen.findByRole('heading', { name: 'cust-1', level: 1 });
  await waitFor(() => expect(part('Notes')).toHaveTextContent('Pays at six'));
  await user.click(screen.getByRole('link', { name: 'Show all in the Log' }));
  await screen.findByRole('heading', { name: 'Log', level: 1 });
  await waitFor(() => {
    const rows = screen.getAllByRole('row').map(({ textContent }) => textContent);
    expect(rows.join()).toContain('cust-1');
    expect(rows.join()).not.toContain('cust-2');
  });
});

it('a choice made at a card stays with that customer, whatever is chosen for the next one', async () => {
  const { desk, user } = await openDeskPage();
  const choose = async (customer: string, language: string): Promise<void> => {
    await desk.call('issue.create', createInput({ customer }));
    const shown = await findIssued(customer, 'Copy message');
    await chooseInMenu(user, shown, 'Language', language);
  };
  await choose('cust-ru', 'Русский');
  await choose('cust-en', 'English');
  await desk.call('issue.create', createInput({ customer: 'cust-ru', cents: 151_000 }));
  await waitFor(() => expect(desk.ledger().deposits).toHaveLength(3));
  const of = { profileId: 'sandbox', customer: 'cust-ru' };
  expect(await desk.call('customer.record', of)).toMatchObject({
    value: { preference: { language: 'ru', channel: null } },
  });
  const shown = await findIssued('cust-ru', 'Copy message');
  expect(await copiedBy(() => user.click(button('Copy message', shown)))).toContain('Переведите');
});

it('the text for the next shift is saved with the hand-over and copied with it', async () => {
  const { user } = await openDeskPage();
  await goTo('#/hand-over');
  await put(await screen.findByRole('textbox', { name: 'Message to the next shift' }), 'Call Ivan');
  await user.click(button('Save message'));
  await screen.findByText(/^Saved .* by /u);
  const copied = await copiedBy(() => user.click(button('Copy as text')));
  expect(copied).toContain('Message to the next shift\nCall Ivan');
});

it('a picture pasted onto a card is kept, shown in the timeline, and hidden in privacy mode', async () => {
  const { desk } = await openDeskPage();
  await desk.call('issue.create', createInput({ customer: 'cust-shot' }));
  const card = await findIssued('cust-shot', 'Copy message');
  const paste = (bytes: Uint8Array<ArrayBuffer>): boolean => {
    const files = [new File([bytes], 'shot.png', { type: 'image/png' })];
    return fireEvent.paste(card, { clipboardData: { files } });
  };
  paste(new Uint8Array(5 * 1024 * 1024 + 1));
  await within(card).findByText(/The picture is too large/u);
  const page = new File(['<svg/>'], 'page.html', { type: 'text/html' });
  fireEvent.drop(card, { dataTransfer: { files: [page] } });
  await within(card).findByText(/not a picture that can be kept/u);
  paste(new Uint8Array(PICTURES.png));
  await within(card).findByText('Picture kept with the request.');
  await goTo(`#/log/${card.dataset['intent'] ?? ''}`);
  const shown = await screen.findByRole('img', { name: 'Picture from the customer' });
  // Cells of a spreadsheet come as text and as a picture of themselves.
  const cells = { files: [new File(['x'], 'cells.png', { type: 'image/png' })] };
  const note = screen.getByRole('textbox', { name: 'Add a note' });
  const isLeftToField = (types: readonly string[]): boolean =>
    fireEvent.paste(note, { clipboardData: { ...cells, types } });
  expect(isLeftToField(['text/plain', 'text/html', 'Files'])).toBe(true);
  expect(isLeftToField(['Files'])).toBe(false);
  expect(shown).toHaveAttribute('src', `data:image/png;base64,${PICTURES.png.toString('base64')}`);
  await desk.call('settings.update', { privacy: true });
  await screen.findByText('Masked in privacy mode.');
  expect(screen.queryByRole('img', { name: 'Picture from the customer' })).toBeNull();
});
