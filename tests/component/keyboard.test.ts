import { screen, waitFor } from '@testing-library/dom';
import type { UserEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';

import { copiedBy } from './support/copies.ts';
import { copyButton, findIssued, quickLine } from './support/form.ts';
import { field, openDeskPage, suggestedOrder } from './support/page.ts';

const MAX_TABS = 60;

/** Tabs on until the element has the focus. */
async function tabTo(user: UserEvent, target: () => HTMLElement): Promise<void> {
  for (let presses = 0; presses < MAX_TABS; presses += 1) {
    await user.tab();
    if (document.activeElement === target()) return;
  }
  throw new Error(`Tab does not reach ${target().outerHTML}`);
}

it('a payment page is made and its link copied by keyboard alone', async () => {
  const { desk, user } = await openDeskPage();
  await suggestedOrder();
  const direct = (): HTMLElement => screen.getByRole('tab', { name: 'Requisites' });
  const paymentPage = (): HTMLElement => screen.getByRole('tab', { name: 'Payment link' });
  await tabTo(user, direct);
  await user.keyboard('{ArrowRight}');
  // Arrows only look around: the keyboard stays on the tabs until one is chosen.
  expect(paymentPage()).toHaveFocus();
  expect(paymentPage()).toHaveAttribute('aria-selected', 'false');
  await user.keyboard('{ArrowLeft}');
  expect(direct()).toHaveFocus();
  await user.keyboard('{ArrowRight}{Enter}');
  await waitFor(() => expect(paymentPage()).toHaveAttribute('aria-selected', 'true'));
  await waitFor(() => expect(quickLine()).toHaveFocus());
  await tabTo(user, () => field('Amount'));
  await user.keyboard('1500{Enter}');
  const shown = await findIssued('1\u00a0500.00', 'Copy link');
  await suggestedOrder();
  await waitFor(() => expect(field('Amount')).toHaveFocus());
  await tabTo(user, () => copyButton(shown, 'Copy link'));
  const copied = await copiedBy(() => user.keyboard(' '));
  const [deposit] = desk.ledger().deposits;
  expect(copied).toBe(deposit?.payment_data['url']);
});
