import { type Page, expect } from '@playwright/test';

import { startTestKeychain } from '../../contract/support/secretService.ts';
import { openDeskPage } from '../fixtures.ts';
import { ANNA, setUpPeople } from '../peopleSteps.ts';
import { card, field, goTo, issueDirect, suggestedOrder } from '../steps.ts';
import { attach, test as base } from './electronDesk.ts';
import { type FakeLogin, startFakeLogin } from './fakeLogin.ts';

type Desktop = { readonly login: FakeLogin; readonly env: Readonly<Record<string, string>> };

/** A desktop that tells what the test wants, by the buses that Chromium listens to. */
const test = base.extend<{ readonly desktop: Desktop }>({
  desktop: async ({ hostIsThere: _isThere }, use) => {
    base.skip(process.platform !== 'linux', 'only Linux tells it by a bus of the test’s own');
    const keychain = await startTestKeychain();
    base.skip(!keychain.available, 'no D-Bus for a desktop of the test’s own');
    const { DBUS_SESSION_BUS_ADDRESS: bus = '' } = keychain.env;
    const login = await startFakeLogin(bus);
    await use({ login, env: { ...keychain.env, DBUS_SYSTEM_BUS_ADDRESS: bus } });
    login.close();
    await keychain.close();
  },
});

const cover = (page: Page) => page.getByRole('dialog', { name: 'The screen is locked' });

test('a locked screen covers the page until it is unlocked; where there are people it asks for the PIN; what was typed stays', async ({
  desktop: { login, env },
  startDesk,
  page: given,
}) => {
  const page = await openDeskPage(given, await startDesk({ env }));
  const customer = field(page, 'Customer');
  await suggestedOrder(page);
  await customer.fill('cust-typed');
  login.setScreenLocked(true);
  await expect(cover(page)).toBeVisible();
  await expect(customer).toBeHidden();
  login.setScreenLocked(false);
  await expect(cover(page)).toHaveCount(0);
  await expect(customer).toHaveValue('cust-typed');

  await setUpPeople(page);
  await goTo(page, '#/');
  await customer.fill('cust-of-anna');
  login.setScreenLocked(true);
  const names = page.getByRole('listbox', { name: 'Who is at the desk?' });
  await expect(names).toBeVisible();
  await expect(customer).toBeHidden();
  login.setScreenLocked(false);
  await names.focus();
  await page.keyboard.type(ANNA.name.slice(0, 2));
  await page.keyboard.press('Enter');
  await page.getByLabel('PIN or passphrase').fill(ANNA.pin);
  await page.keyboard.press('Enter');
  await expect(customer).toHaveValue('cust-of-anna');
});

test('sleep loses the answer under way: it is unknown, and an answer after waking is evidence only', async ({
  dataDir,
  desktop: { login, env },
  provider,
  startUnwatched,
}) => {
  startUnwatched(env);
  const before = await attach(dataDir);
  await suggestedOrder(before);
  await provider.use(before);
  const payment = { payment_data: { number: '4000111122223333', name: 'A B' } };
  provider.answer('cust-asleep', payment, true);
  await issueDirect(before, 'cust-asleep');
  await expect.poll(() => provider.posts('cust-asleep')).toBe(1);
  // Chromium closes its sockets, the debugger's among them.
  const isLost = new Promise((resolve) => {
    before.context().browser()?.once('disconnected', resolve);
  });
  login.setAsleep(true);
  await isLost;
  const page = await attach(dataDir);
  await expect(cover(page)).toBeVisible();
  login.setAsleep(false);
  await expect(cover(page)).toHaveCount(0);
  await expect(card(page, 'cust-asleep')).toContainText('Do not repeat');
  provider.letGo('cust-asleep');
  await expect(card(page, 'cust-asleep')).toContainText('after the desk had stopped waiting');
  await expect(card(page, 'cust-asleep')).toContainText('Do not repeat');
  expect(provider.posts('cust-asleep')).toBe(1);
});
