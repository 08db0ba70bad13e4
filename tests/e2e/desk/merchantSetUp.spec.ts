import { createHash } from 'node:crypto';

import { type Page, expect } from '@playwright/test';

import { readLedgerFile } from '../../support/ledger.ts';
import { OTHER_FORMAT, test } from '../merchantDesk.ts';
import {
  addProfile,
  choose,
  chooseInMenu,
  clipboardText,
  enterSecret,
  field,
  issueDirect,
  openFormatGroup,
  openProfile,
  openProfileTab,
  openSection,
  useProfile,
} from '../steps.ts';

test.use({ speech: { dialect: OTHER_FORMAT, limitsShape: 'map-by-currency' } });

/** The provider's document has an example: the lab tells which knobs make its signature. */
async function findByExample(page: Page, secret: string): Promise<void> {
  await openProfileTab(page, 'Provider format');
  const toSign = page.getByRole('listitem').filter({ hasText: /^String to sign/u });
  await toSign.getByRole('button', { name: 'Copy' }).click();
  await expect.poll(() => clipboardText(page)).toContain('::');
  const text = await clipboardText(page);
  const signature = createHash('md5').update(`${text}${secret}`).digest('hex');
  await field(page, 'Provider’s expected signature').fill(signature);
  await expect(page.getByText('It does not match.')).toBeVisible();
  await page.getByRole('button', { name: 'Find settings' }).click();
  await expect(page.getByText('One combination makes this signature.')).toBeVisible();
  await page.getByRole('button', { name: 'Use these' }).click();
  await expect(page.getByText('It matches.')).toBeVisible();
  await expect(page.getByLabel('Algorithm', { exact: true })).toHaveValue('md5');
  await expect(page.getByRole('radio', { name: 'After the text' })).toBeChecked();
  await expect(field(page, 'Separator')).toHaveValue('');
}

/** The other knobs, one by one. */
async function setFormat(page: Page): Promise<void> {
  await choose(page, 'Sent in', 'Body');
  await page.getByLabel('Field name', { exact: true }).fill('sign');
  await openFormatGroup(page, 'Request');
  await choose(page, 'Body', 'Form-encoded');
  await openFormatGroup(page, 'Limits');
  await choose(page, 'Amount unit', 'Major units');
  await openFormatGroup(page, 'Answers');
  await choose(page, 'Envelope', 'A path');
  await page.getByLabel('Path to the record', { exact: true }).fill('data');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
}

async function expectChecked(page: Page): Promise<void> {
  await openProfileTab(page, 'Check connection');
  await page.getByRole('button', { name: 'Check connection' }).click();
  const steps = page.getByRole('list', { name: 'Steps of the check' });
  const seen = [
    /Address.*Requests go to this machine itself/u,
    /DNS.*needs no look-up/u,
    /Proxy.*No proxy/u,
    /TLS.*Plain http/u,
    /HTTP.*HTTP 200/u,
    /Limits answer.*JSON of \d+ bytes/u,
    /Recognition.*Limits were recognised.*RUB/u,
    /Clock.*agree on the time/u,
    /Signature.*Not tried/u,
  ];
  await expect(steps.getByRole('listitem')).toHaveText(seen);
}

test(
  'a merchant of another format is set up, checked, used and taught by the screens alone',
  { tag: '@landing' },
  async ({ page: given, fresh, provider }) => {
    const page = await fresh.open(given);
    await addProfile(page, {
      name: 'Second',
      mode: 'Live',
      address: provider.origin,
      merchant: provider.merchant,
    });
    await enterSecret(page, provider.secret);
    await findByExample(page, provider.secret);
    await setFormat(page);
    await expectChecked(page);
    await useProfile(page, 'Second · LIVE');
    await expect(page.getByRole('banner')).toContainText('LIVE');
    await openSection(page, 'New request');
    await expect(page.getByRole('button', { name: 'Issue request · Second' })).toBeVisible();

    const first = await issueDirect(page, 'cust-first');
    await expect(first.shown.getByRole('button', { name: 'Copy number' })).toBeVisible();
    const { deposits } = readLedgerFile(provider.ledgerFile);
    expect(deposits).toHaveLength(1);
    const [deposit] = deposits;
    expect(deposit).toMatchObject({ order_id: first.order, cents: 1500_00, currency: 'RUB' });
    const { number = 'none' } = deposit?.payment_data ?? {};
    await expect(first.shown).toContainText(number.slice(-4));

    const fault = (order: string) => provider.setFault(order, 'no-requisites-200');
    const puzzling = await issueDirect(page, 'cust-puzzling', fault);
    await expect(puzzling.shown).toContainText('Outcome unknown. Do not repeat');
    await chooseInMenu(puzzling.shown, 'Open in the Log');
    await page.getByText('Technical', { exact: true }).click();
    await page.getByRole('button', { name: 'Answers like this mean: nothing was created' }).click();
    await page.getByLabel('Known by', { exact: true }).selectOption('code');
    await page.getByLabel('Meaning', { exact: true }).selectOption('no_requisites');
    await page.getByLabel('In your own words', { exact: true }).fill('No requisites right now');
    await expect(page.getByText('It would have matched 1 of 2 past answers.')).toBeVisible();
    await page.getByRole('button', { name: 'Teach', exact: true }).click();
    await expect(page.getByText('Learnt', { exact: true })).toBeVisible();

    await openSection(page, 'New request');
    const refused = await issueDirect(page, 'cust-refused', fault);
    await expect(refused.shown).toContainText('No requisites right now');
    await expect(refused.shown).not.toContainText('Outcome unknown');
    expect(readLedgerFile(provider.ledgerFile)).toMatchObject({ deposits: [deposit], arrivals: 3 });
    await openProfile(page, 'Second');
    await openProfileTab(page, 'Provider format');
    await openFormatGroup(page, 'Refusals');
    await expect(page.getByLabel('Wording', { exact: true })).toHaveValue(
      'No requisites right now',
    );
  },
);
