import { screen, waitFor } from '@testing-library/dom';
import { expect, it } from 'vitest';

import { quickLine } from './support/form.ts';
import { button, field, openDeskPage, suggestedOrder } from './support/page.ts';

/** Another program opens the desk at `#/new?…`. */
function follow(query: string): void {
  location.hash = `#/new?${query}`;
}

it('a link fills the form in and issues nothing; what it names in vain is told', async () => {
  const { desk } = await openDeskPage();
  await suggestedOrder();
  follow('flow=direct&amount=1500&currency=RUB&type=sbp&customer=cust-77&profile=live&submit=1');
  await waitFor(() => expect(field('Customer')).toHaveValue('cust-77'));
  expect(field('Amount')).toHaveValue('1500');
  expect(location.hash).toBe('#/');
  const told = await screen.findByRole('alert');
  expect(told).toHaveTextContent('“profile=live” is not known here.');
  expect(told).toHaveTextContent('“submit=1” is not known here.');
  expect(desk.ledger().arrivals).toBe(0);
});

it('asks before it replaces what is typed, and keeps it where the operator says so', async () => {
  const { desk, user } = await openDeskPage();
  await suggestedOrder();
  await user.keyboard('100 sbp cust-1');
  follow('amount=250&customer=cust-2');
  expect(await screen.findByRole('alert')).toHaveTextContent('250 · cust-2');
  expect(field('Customer')).toHaveValue('cust-1');
  expect(quickLine()).toHaveFocus();
  await user.click(button('Keep what is typed'));
  expect(field('Customer')).toHaveValue('cust-1');
  follow('amount=250&customer=cust-2');
  await user.click(await screen.findByRole('button', { name: 'Fill in' }));
  expect(field('Customer')).toHaveValue('cust-2');
  expect(field('Amount')).toHaveValue('250');
  expect(quickLine()).toHaveValue('');
  expect(desk.ledger().arrivals).toBe(0);
});

it('the notice of a long link is short, so that its buttons stay on the screen', async () => {
  const { user } = await openDeskPage();
  await suggestedOrder();
  await user.keyboard('100 sbp cust-1');
  const faults = Array.from({ length: 9 }, (_, at) => `extra${at}=${'x'.repeat(200)}`);
  follow(`customer=${'y'.repeat(400)}&${faults.join('&')}`);
  const told = await screen.findByRole('alert');
  expect(told).toHaveTextContent('“extra3=');
  expect(told).not.toHaveTextContent('extra4');
  expect(told).toHaveTextContent('And 5 more.');
  expect(told).not.toHaveTextContent('x'.repeat(61));
  expect(told).not.toHaveTextContent('y'.repeat(201));
  expect(button('Keep what is typed', told)).toBeVisible();
});

it('a bad amount is named beside its field', async () => {
  await openDeskPage();
  await suggestedOrder();
  follow('amount=lots&flow=page');
  await waitFor(() => expect(field('Amount')).toHaveValue('lots'));
  await waitFor(() => expect(field('Amount')).toHaveAttribute('aria-invalid', 'true'));
  expect(screen.getByRole('tab', { selected: true })).toHaveTextContent('Payment link');
});
