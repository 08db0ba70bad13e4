import { expect } from '@playwright/test';

import { readLedgerFile } from '../../support/ledger.ts';
import { expectAccessibleInBothThemes } from '../axe.ts';
import { test } from '../faultyDesk.ts';
import { card, issueDirect } from '../steps.ts';

test(
  'what a SIGKILL interrupted is told once, with what it is now',
  { tag: '@landing' },
  async ({ faulty }) => {
    const { provider } = faulty;
    const before = (order: string): Promise<void> => provider.setFault(order, 'no-answer');
    const { order, shown } = await issueDirect(faulty.page, 'cust-killed', before);
    await expect(shown).toContainText('Recorded, connected, sent.');
    // All that rests is looked at in tests/e2e/screens; these two pass by.
    await expectAccessibleInBothThemes(faulty.page);
    await shown.getByRole('button', { name: 'Cancel' }).click();
    await expect(shown).toContainText('It was already sent');
    await expectAccessibleInBothThemes(faulty.page);
    const page = await faulty.crash();
    const panel = page.getByRole('region', { name: '1 request was interrupted' });
    await expect(panel).toContainText(order);
    await expect(panel).toContainText('Outcome unknown: it may exist at the provider.');
    await expect(card(page, 'cust-killed')).toContainText('Outcome unknown. Do not repeat');
    await panel.getByRole('button', { name: 'I have seen these' }).click();
    await expect(panel).toHaveCount(0);
    await page.reload();
    await card(page, 'cust-killed').waitFor();
    await expect(panel).toHaveCount(0);
    expect(readLedgerFile(provider.ledgerFile).arrivals).toBe(1);
  },
);
