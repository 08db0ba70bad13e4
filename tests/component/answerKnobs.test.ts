import { screen, waitFor, within } from '@testing-library/dom';
import { expect, it } from 'vitest';

import { findIssued, issueDirect } from './support/form.ts';
import { openFaultyDesk } from './support/merchants.ts';
import { button, findCard, openSection } from './support/page.ts';

it('an answer that another provider format would understand leads to its knob', async () => {
  const { user, provider } = await openFaultyDesk();
  const fault = 'wrong-type-amount';
  const before = (order: string): Promise<void> => provider.setFault(order, fault);
  await issueDirect(user, 'cust-text', { before });
  const card = await findCard('cust-text');
  await waitFor(() =>
    expect(card).toHaveTextContent('amount_cents is text, the format expects a number'),
  );
  await user.click(
    within(card).getByRole('link', { name: 'Open this setting in Provider format.' }),
  );
  const knob = await screen.findByRole('radiogroup', { name: 'Amounts in answers' });
  await waitFor(() => expect(within(knob).getByRole('radio', { name: 'Number' })).toHaveFocus());
  await user.click(within(knob).getByRole('radio', { name: 'Number or text' }));
  await user.click(button('Save'));
  await screen.findByText('Saved');
  await openSection(user, 'New request');
  await issueDirect(user, 'cust-again', { before });
  await findIssued('cust-again');
});
