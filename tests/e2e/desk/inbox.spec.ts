import { type Locator, type Page, expect } from '@playwright/test';

import { z } from 'zod';

import { DEFAULT_LISTENER } from '../../../src/shared/domain/callback.ts';
import { createInput } from '../../support/builders.ts';
import { profileSetUp } from '../../support/profileSetUp.ts';
import type { Provider } from '../../support/provider.ts';
import { callBack } from '../callBack.ts';
import { test as onSandbox } from '../fixtures.ts';
import { test as onMerchant } from '../merchantDesk.ts';
import {
  callFromPage,
  notice,
  openFormatGroup,
  openSection,
  switchListenerOn,
  useProfile,
} from '../steps.ts';

function rows(page: Page): Locator {
  return page.getByRole('table').locator('tbody').getByRole('row');
}

/** Each a link that narrows, with how many there are. */
async function expectCounters(page: Page, counts: readonly string[]): Promise<void> {
  const bar = page.getByRole('group', { name: 'Which callbacks' });
  for (const name of counts)
    await expect(bar.getByRole('link', { name, exact: true })).toBeVisible();
}

onSandbox(
  'callbacks are counted by what became of them, and each number lists its own',
  async ({ desk, deskPage: page }) => {
    const address = await switchListenerOn(page);
    await callFromPage(
      page,
      'issue.create',
      createInput({ order_id: 'IN-1', customer: 'cust-in' }),
    );
    await expect.poll(() => desk.ledger().deposits.length).toBe(1);
    const id = desk.ledger().deposits[0]?.id;
    await openSection(page, 'Inbox');
    const paid = { id, order_id: 'IN-1', state: 'paid' };
    await callBack(address, { order_id: 'nobody-1', state: 'paid' });
    await callBack(address, { order_id: 'nobody-2', state: 'paid' });
    await callBack(address, paid);
    await callBack(address, paid);
    await callBack(address, { ...paid, currency: 'UZS' });
    // Nobody pressed anything: they are listed and counted as they come.
    await expect(rows(page)).toHaveCount(4);
    const counts = [
      'All 4',
      'Applied 1',
      'Contradicting 1',
      'Wrong signature 0',
      'No request here 2',
    ];
    await expectCounters(page, counts);
    await expect(page.getByText('1 came again')).toBeVisible();

    const bar = page.getByRole('group', { name: 'Which callbacks' });
    await bar.getByRole('link', { name: /^No request here/u }).click();
    await expect(rows(page)).toHaveCount(2);
    await expect(rows(page).first()).toContainText('nobody-2');
    await bar.getByRole('link', { name: /^Contradicting/u }).click();
    await expect(rows(page)).toHaveCount(1);
    await rows(page).first().getByRole('link').click();
    await expect(page.getByText('It names another currency than was issued.')).toBeVisible();
    await bar.getByRole('link', { name: /^Wrong signature/u }).click();
    await expect(page.getByText('No such callbacks')).toBeVisible();
    await page.goBack();
    await page.goBack();
    await expect(rows(page)).toHaveCount(1);
    await page.reload();
    await expect(rows(page)).toHaveCount(1);
    await expectCounters(page, counts);
    await bar.getByRole('link', { name: 'Show all' }).click();
    await expect(rows(page)).toHaveCount(4);
  },
);

const savedSchema = z.object({ value: z.object({ id: z.string() }) });
const listenerSchema = z.object({ value: z.object({ address: z.string() }) });

/** A merchant whose provider format may be put right, with its listener on. */
async function shopOn(
  page: Page,
  { origin: baseUrl, merchant, secret }: Provider,
): Promise<{ readonly profileId: string; readonly address: string }> {
  const setUp = profileSetUp({ name: 'Shop', mode: 'sandbox', baseUrl, merchant });
  const saved = await callFromPage(page, 'profile.save', { id: null, setUp });
  const { id: profileId } = savedSchema.parse(saved).value;
  const slot = { kind: 'signing' } as const;
  await callFromPage(page, 'profile.setSecret', { profileId, slot, secret, keep: 'run' });
  const settings = { ...DEFAULT_LISTENER, enabled: true };
  const set = await callFromPage(page, 'callback.setListener', {
    profileId,
    settings,
    newPath: false,
  });
  return { profileId, address: listenerSchema.parse(set).value.address };
}

onMerchant(
  'a callback that could not be read is read again once the format was put right',
  async ({ page: given, fresh, provider }) => {
    const page = await fresh.open(given);
    const { profileId, address } = await shopOn(page, provider);
    await useProfile(page, 'Shop');
    const input = { ...createInput({ order_id: 'RE-1', customer: 'cust-again' }), profileId };
    await callFromPage(page, 'issue.create', input);
    await callBack(address, { ref_no: 'RE-1', outcome_word: 'settled' });

    await openSection(page, 'Inbox');
    await rows(page).first().getByRole('link').click();
    const detail = page.getByRole('complementary');
    await expect(detail).toContainText('It names neither an id nor an order ID');
    await detail.getByRole('button', { name: 'Read again' }).click();
    await expect(detail).toContainText('It comes out the same. Nothing was recorded.');
    await detail.getByRole('link', { name: 'Open the provider format' }).first().click();
    await openFormatGroup(page, 'Callbacks');
    await page.getByLabel('Order id', { exact: true }).fill('ref_no');
    await page.getByLabel('State', { exact: true }).fill('outcome_word');
    await page.getByRole('button', { name: 'Save format' }).click();
    await expect(page.getByText('Saved. The next request uses it.')).toBeVisible();

    await openSection(page, 'Inbox');
    await rows(page).first().getByRole('link').click();
    await detail.getByRole('button', { name: 'Read again' }).click();
    await expect(detail).toContainText('Now it is matched to RE-1');
    await expect(notice(page, 'cust-again')).toContainText('settled');
    // What was recorded stays; beside it stands what it is read as today.
    await expect(rows(page)).toHaveCount(2);
    await expect(rows(page).first()).toContainText('read again');
    await expectCounters(page, [
      'All 2',
      'Applied 1',
      'Contradicting 0',
      'Wrong signature 0',
      'No request here 1',
    ]);
    await detail.getByRole('link', { name: 'Open the request' }).click();
    await expect(page.getByText('The provider called back: settled')).toBeVisible();
  },
);
