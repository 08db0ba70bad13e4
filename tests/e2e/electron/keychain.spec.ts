import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { type Locator, type Page, expect } from '@playwright/test';

import {
  type BreakableVault,
  startBreakableVault,
  whyNoVault,
} from '../../faults/support/vault.ts';
import { filesUnder, headerCanary, hitsIn } from '../../support/canary.ts';
import { FAULTY_PROFILE, writeFaultyMerchant } from '../../support/faultyMerchant.ts';
import { readLedgerFile } from '../../support/ledger.ts';
import { type Provider, startProvider } from '../../support/provider.ts';
import { openDeskPage } from '../fixtures.ts';
import type { HostOptions } from '../hosts/host.ts';
import { test as base } from '../hosts/hostTest.ts';
import {
  chooseProfile,
  confirmLive,
  goTo,
  issueDirect,
  openProfile,
  openProfileTab,
  openSection,
  secretSlot,
} from '../steps.ts';

/** The system's keychain does not serve when Electron starts: the desk works, says so in words, and keeps no secret elsewhere. */

const LOCKED = 'The keychain is locked. Unlock it, then try again.';
const NONE =
  'This machine has no keychain that can be used now. Unlock it, or install one, and try again.';
const SILENT = /^The keychain did not answer in time\./u;
const NO_KEY = 'The key that stamps the log is absent: restamping cannot be excluded.';
const NEW_KEY =
  /^The key was replaced, or was not there at first: restamping is excluded only after/u;

type Desk = {
  readonly vault: BreakableVault;
  readonly provider: Provider;
  readonly dataDir: string;
  readonly start: (env?: HostOptions['env']) => Promise<Page>;
};

const test = base.extend<{ readonly desk: Desk }>({
  desk: async ({ startHost, page: given }, use) => {
    const reason = whyNoVault();
    base.skip(reason !== null, reason ?? '');
    const dir = mkdtempSync(path.join(tmpdir(), 'keychain-'));
    const dataDir = path.join(dir, 'data');
    const [vault, provider] = await Promise.all([startBreakableVault(), startProvider(dir)]);
    writeFaultyMerchant(dataDir, provider);
    let stop = async (): Promise<void> => {};
    await use({
      vault,
      provider,
      dataDir,
      async start(env = vault.env) {
        await stop();
        // Chromium looks for a key store of its own, as it does on an operator's desktop.
        const host = await startHost({ dataDir, env: { XDG_CURRENT_DESKTOP: 'GNOME', ...env } });
        stop = host.stop;
        return openDeskPage(given, host);
      },
    });
    await stop();
    await Promise.all([vault.close(), provider.close()]);
    rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
  },
});

const TYPED = headerCanary('typed');

async function expectSandboxIssues(page: Page): Promise<void> {
  const { shown } = await issueDirect(page, 'cust-sandbox');
  await expect(shown.getByRole('button', { name: 'Copy number' })).toBeVisible();
}

async function expectVerified(page: Page, words: string | RegExp): Promise<void> {
  await goTo(page, '#/settings/log');
  await page.getByRole('button', { name: 'Verify log' }).click();
  await expect(page.getByText(words)).toBeVisible();
}

async function openSecret(page: Page): Promise<Locator> {
  await openProfile(page, 'Faulty');
  await openProfileTab(page, 'Secret');
  const slot = secretSlot(page);
  await slot.getByLabel('Secret', { exact: true }).fill(TYPED.secret);
  return slot;
}

const store = (slot: Locator): Promise<void> =>
  slot.getByRole('button', { name: 'Store secret' }).click();

async function expectNotStored(slot: Locator, words: string | RegExp): Promise<void> {
  const said = slot.getByRole('alert').filter({ hasText: 'Not stored' });
  await expect(said.getByText(words)).toBeVisible();
  await expect(said.getByRole('button', { name: 'Keep for this run only' })).toBeVisible();
}

async function issueLive(page: Page): Promise<Locator> {
  await openSection(page, 'New request');
  await confirmLive(page);
  await chooseProfile(page, FAULTY_PROFILE);
  await page.getByRole('button', { name: 'Issue request · Faulty' }).waitFor();
  const { shown } = await issueDirect(page, 'cust-live');
  return shown;
}

/** In no file that the desk or Chromium keeps, in no spelling. */
function expectNothingKept(dataDir: string): void {
  const files = filesUnder(dataDir);
  expect(files.map(({ where }) => where)).toContain('profiles.json');
  expect(hitsIn(files, [TYPED])).toEqual([]);
}

const STORED = 'Stored in Secret Service';

test('locked: nothing is stored, and everything works once it is unlocked', async ({ desk }) => {
  desk.vault.lock();
  const page = await desk.start();
  await expectSandboxIssues(page);
  await expectVerified(page, NO_KEY);
  const slot = await openSecret(page);
  await store(slot);
  await expectNotStored(slot, LOCKED);
  expectNothingKept(desk.dataDir);
  await desk.vault.unlock();
  await store(slot);
  await expect(slot.getByText(STORED).first()).toBeVisible();
  expectNothingKept(desk.dataDir);
  desk.vault.lock();
  const shown = await issueLive(page);
  await expect(shown).toContainText('The keychain gave no secret.');
  expect(readLedgerFile(desk.provider.ledgerFile).arrivals).toBe(0);
});

test('absent: a secret can be kept for this run, and signs', async ({ desk }) => {
  await desk.vault.takeAway();
  const page = await desk.start();
  await expectSandboxIssues(page);
  await expectVerified(page, NO_KEY);
  const slot = await openSecret(page);
  await expect(page.getByRole('alert').filter({ hasText: NONE })).toBeVisible();
  await store(slot);
  await expectNotStored(slot, NONE);
  await slot.getByRole('button', { name: 'Keep for this run only' }).click();
  await expect(
    slot.getByText('Kept for this run only, gone when the desk closes').first(),
  ).toBeVisible();
  await issueLive(page);
  await expect.poll(() => readLedgerFile(desk.provider.ledgerFile).arrivals).toBe(1);
  expectNothingKept(desk.dataDir);
});

test('hung: said in words; once it answers, Verify has its key and the secret is stored', async ({
  desk,
}) => {
  desk.vault.hang();
  const page = await desk.start();
  await expectSandboxIssues(page);
  await expectVerified(
    page,
    /^The keychain did not answer, so the key that stamps the log could not be read/u,
  );
  const slot = await openSecret(page);
  await expect(page.getByText('Asking the keychain…')).toBeVisible();
  await store(slot);
  await expectNotStored(slot, SILENT);
  expectNothingKept(desk.dataDir);
  desk.vault.goOn();
  await store(slot);
  await expect(slot.getByText(STORED).first()).toBeVisible();
  await expectVerified(page, /restamping is excluded/u);
});

test('no D-Bus at all: the desk says so; the next start with one stores the secret', async ({
  desk,
}) => {
  // Nor at the bus's usual place.
  const runtime = path.join(path.dirname(desk.dataDir), 'runtime');
  mkdirSync(runtime, { mode: 0o700 });
  const page = await desk.start({ DBUS_SESSION_BUS_ADDRESS: undefined, XDG_RUNTIME_DIR: runtime });
  await expectSandboxIssues(page);
  await expectVerified(page, NO_KEY);
  const slot = await openSecret(page);
  await expect(page.getByRole('alert').filter({ hasText: NONE })).toBeVisible();
  await store(slot);
  await expectNotStored(slot, NONE);
  expectNothingKept(desk.dataDir);

  const again = await desk.start();
  await expectVerified(again, NEW_KEY);
  const slotAgain = await openSecret(again);
  await store(slotAgain);
  await expect(slotAgain.getByText(STORED).first()).toBeVisible();
  expectNothingKept(desk.dataDir);
});
