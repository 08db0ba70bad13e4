import { type Page, expect } from '@playwright/test';
import { z } from 'zod';

import { DEFAULT_DIALECT } from '../../../src/shared/dialect/presets.ts';
import { createInput } from '../../support/builders.ts';
import { type LimitRow, type LimitsServer, startLimitsServer } from '../../support/limitsServer.ts';
import { test as base } from '../fixtures.ts';
import {
  callFromPage,
  chooseCurrency,
  chooseType,
  currencyField,
  expectRefused,
  sameAmount,
  field,
  typeField,
} from '../steps.ts';

const RUB: LimitRow = { currency: 'RUB', payment_type: 'any_bank', min: 500_00, max: 10_000_00 };
const RUB_SBP: LimitRow = { ...RUB, payment_type: 'sbp' };
const UZS: LimitRow = { currency: 'UZS', payment_type: 'any_bank', min: 100_00, max: 9_000_000_00 };

const savedSchema = z.object({ value: z.object({ id: z.string() }) });

/** A live merchant whose provider the test holds, so that its limits can change under the operator's hands. */
const test = base.extend<{ provider: LimitsServer; profileId: string }>({
  provider: async ({ desk }, use) => {
    const provider = await startLimitsServer([RUB, RUB_SBP, UZS]);
    await use(provider);
    expect(provider.posts()).toBe(0);
    expect(desk.ledger()).toEqual({ deposits: [], endings: [], arrivals: 0 });
    await provider.close();
  },
  profileId: async ({ deskPage, provider }, use) => {
    const saved = await callFromPage(deskPage, 'profile.save', {
      id: null,
      setUp: {
        name: 'Shop',
        mode: 'live',
        baseUrl: provider.origin,
        merchant: '11111111-2222-4333-8444-555555555555',
        dialect: DEFAULT_DIALECT,
      },
    });
    const { value } = savedSchema.parse(saved);
    await callFromPage(deskPage, 'settings.update', { activeProfileId: value.id });
    await deskPage.reload();
    await deskPage.getByText('LIVE').first().waitFor();
    // The first reading is over: one that is asked for now does not join it.
    await deskPage.getByText('read just now').waitFor();
    await use(value.id);
  },
});
test.use({ flags: ['--live'] });

async function changeLimits(
  page: Page,
  provider: LimitsServer,
  profileId: string,
  rows: readonly LimitRow[],
): Promise<void> {
  provider.setLimits(rows);
  await callFromPage(page, 'limits.read', { profileId, refresh: true });
}

async function issue(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Issue request/u }).click();
}

test('a currency that the limits no longer offer is refused beside its field', async ({
  deskPage: page,
  provider,
  profileId,
}) => {
  await chooseCurrency(page, 'UZS');
  await field(page, 'Amount').fill('20000');
  await field(page, 'Customer').fill('cust-1');
  await changeLimits(page, provider, profileId, [RUB]);
  await issue(page);
  await expectRefused(currencyField(page), /does not offer UZS/u);
  await expect(field(page, 'Amount')).toHaveValue(sameAmount('20000'));
  await expect(field(page, 'Customer')).toHaveValue('cust-1');
});

test('a type that the limits no longer offer is refused beside its field', async ({
  deskPage: page,
  provider,
  profileId,
}) => {
  await chooseType(page, 'sbp');
  await field(page, 'Amount').fill('1500');
  await field(page, 'Customer').fill('cust-1');
  await changeLimits(page, provider, profileId, [RUB]);
  await issue(page);
  await expectRefused(typeField(page), /does not offer sbp for RUB/u);
  await expect(field(page, 'Amount')).toHaveValue(sameAmount('1500'));
  await expect(field(page, 'Customer')).toHaveValue('cust-1');
});

test('an amount is held against limits that changed while it was typed', async ({
  deskPage: page,
  provider,
  profileId,
}) => {
  await field(page, 'Amount').fill('1500');
  await field(page, 'Customer').fill('cust-1');
  await changeLimits(page, provider, profileId, [{ ...RUB, max: 1000_00 }]);
  await issue(page);
  await expectRefused(field(page, 'Amount'), /maximum of 1\s000\.00 RUB/u);
});

test('a currency that the limits never offered is refused beside its field', async ({
  deskPage: page,
  profileId,
}) => {
  expect(profileId).not.toBe('sandbox');
  await chooseCurrency(page, 'KZT');
  await field(page, 'Amount').fill('20000');
  await field(page, 'Customer').fill('cust-1');
  await issue(page);
  await expectRefused(currencyField(page), /does not offer KZT now\. Offered: RUB, UZS/u);
  await expect(field(page, 'Customer')).toHaveValue('cust-1');
});

test('what lies past the form is refused by the same rule', async ({
  deskPage: page,
  profileId,
}) => {
  const input = { ...createInput({ currency: 'KZT' }), profileId };
  const reply = await callFromPage(page, 'issue.create', input);
  expect(reply).toMatchObject({
    ok: false,
    error: {
      code: 'invalid_fields',
      faults: [{ field: 'currency', code: 'currency_not_offered', force: 'refuse' }],
    },
  });
});
