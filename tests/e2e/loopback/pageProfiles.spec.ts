import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { type Page, expect } from '@playwright/test';
import { z } from 'zod';

import { startLoopbackProcess } from '../../contract/support/launchLoopback.ts';
import { startTestKeychain } from '../../contract/support/secretService.ts';
import { until } from '../../hostile/waiting.ts';
import { createInput } from '../../support/builders.ts';
import { readLedger, readLedgerFile } from '../../support/ledger.ts';
import { openDeskPage } from '../fixtures.ts';
import { test } from '../merchantDesk.ts';
import { TIMUR, goTo, setUpPeople } from '../peopleSteps.ts';
import { callFromPage, chooseProfile, field } from '../steps.ts';
import { addShop } from '../screens/shop.ts';

/** Each tab keeps the profile that its person chose, whatever the people at other tabs do. Electron has one window. */

const EVA = { name: 'Eva', pin: '918273' } as const;
const sessionSchema = z.object({
  value: z.object({ choices: z.array(z.object({ personId: z.string(), name: z.string() })) }),
});

type Tabs = { readonly dataDir: string; readonly openTab: (page: Page) => Promise<Page> };

/** A live desk of its own that gives every tab a one-time address. */
async function withTabs(run: (tabs: Tabs) => Promise<void>): Promise<void> {
  const keychain = await startTestKeychain();
  test.skip(!keychain.available, 'no Secret Service for PINs and a merchant’s secret');
  const dataDir = mkdtempSync(path.join(tmpdir(), 'desk-'));
  const flags = ['--live', '--port', '0'];
  const host = await startLoopbackProcess({ dataDir, env: keychain.env, flags, hasStdin: true });
  const given = new Set<string>();
  const fresh = (): string | undefined =>
    [...host.output().matchAll(/fresh one-time address: (?<url>\S+)/gu)]
      .map(({ groups }) => groups?.['url'] ?? '')
      .find((url) => !given.has(url));
  try {
    await run({
      dataDir,
      async openTab(page) {
        host.child.stdin?.write('\n');
        await until('a fresh address', () => fresh() !== undefined);
        const url = fresh() ?? '';
        given.add(url);
        await page.goto(url);
        return page;
      },
    });
  } finally {
    await host.stop();
    await keychain.close();
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function signIn(page: Page, { name, pin }: { name: string; pin: string }): Promise<void> {
  await page.getByRole('listbox', { name: 'Who is at the desk?' }).waitFor();
  const { value } = sessionSchema.parse(await callFromPage(page, 'people.session', {}));
  const personId = value.choices.find((one) => one.name === name)?.personId;
  expect(await callFromPage(page, 'people.signIn', { personId, pin })).toMatchObject({ ok: true });
  await page.reload();
  await page.getByRole('heading', { level: 1 }).waitFor();
}

const switcher = (page: Page) => page.getByRole('combobox', { name: 'Profile', exact: true });

test(
  'practice stays practice while a colleague goes to Live and an auditor tries by script',
  { tag: '@landing' },
  async ({ provider, page: anna, context }) => {
    await withTabs(async ({ dataDir, openTab }) => {
      await openDeskPage(anna, { open: openTab });
      const shop = await addShop(anna, {
        baseUrl: provider.origin,
        merchant: provider.merchant,
      });
      const secret = { slot: { kind: 'signing' }, secret: provider.secret, keep: 'run' };
      await callFromPage(anna, 'profile.setSecret', { profileId: shop, ...secret });
      // Confirmed for this run: only the choice of the page stands between practice and Live.
      await callFromPage(anna, 'profile.confirmLive', { profileId: shop });
      await setUpPeople(anna);
      await callFromPage(anna, 'people.add', { ...TIMUR, role: 'operator' });
      await callFromPage(anna, 'people.add', { ...EVA, role: 'auditor' });

      const timur = await openTab(await context.newPage());
      await signIn(timur, TIMUR);
      await expect(switcher(timur)).toHaveValue('sandbox');
      await field(timur, 'Amount').fill('1500');
      await field(timur, 'Customer').fill('cust-practice');

      await goTo(anna, '#/');
      await chooseProfile(anna, shop);
      await expect(anna.getByRole('button', { name: 'Issue request · Shop' })).toBeVisible();
      const eva = await openTab(await context.newPage());
      await signIn(eva, EVA);
      const asEva = (name: string, input: unknown) => callFromPage(eva, name, input);
      expect(await asEva('profile.choose', { profileId: shop })).toMatchObject({ ok: true });
      expect(await asEva('settings.update', { activeProfileId: shop })).toMatchObject({
        error: { code: 'invalid_input' },
      });
      expect(await asEva('issue.create', { ...createInput(), profileId: shop })).toMatchObject({
        error: { code: 'not_permitted' },
      });

      await expect(switcher(timur)).toHaveValue('sandbox');
      await timur.getByRole('button', { name: /^Issue request/u }).click();
      await expect(
        timur.getByRole('article').filter({ hasText: 'cust-practice' }).first(),
      ).toBeVisible();
      await expect.poll(() => readLedger(dataDir).deposits.length).toBe(1);
      expect(readLedgerFile(provider.ledgerFile).arrivals).toBe(0);

      await field(anna, 'Amount').fill('2000');
      await field(anna, 'Customer').fill('cust-live');
      await anna.getByRole('button', { name: 'Issue request · Shop' }).click();
      await expect.poll(() => readLedgerFile(provider.ledgerFile).deposits.length).toBe(1);
      expect(readLedger(dataDir).arrivals).toBe(1);

      await timur.reload();
      await expect(switcher(timur)).toHaveValue('sandbox');
      await anna.reload();
      await expect(switcher(anna)).toHaveValue(shop);
    });
  },
);
