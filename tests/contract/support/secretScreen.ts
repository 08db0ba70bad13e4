import { type Locator, type Page, expect } from '@playwright/test';

/** Where secrets are typed, as an integrator gets there. */

export async function openProfileTab(
  page: Page,
  profile: string,
  tab: 'Secret' | 'Provider format',
): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('link', { name: profile, exact: true }).click();
  // The tab of a secret that is missing says so after its name.
  await page.getByRole('tab', { name: new RegExp(`^${tab}`, 'u') }).click();
}

export function secretSlot(page: Page, name: string): Locator {
  return page.getByRole('region', { name, exact: true });
}

export async function typeSecret(
  page: Page,
  name: string,
  secret: string,
  hasKeychain: boolean,
): Promise<void> {
  const slot = secretSlot(page, name);
  const label = name === 'Signing secret' ? 'Secret' : name;
  const box = slot.getByLabel(label, { exact: true });
  await box.fill(secret);
  await slot.getByRole('button', { name: /^(?:Store|Replace) secret$/u }).click();
  if (!hasKeychain) await slot.getByRole('button', { name: 'Keep for this run only' }).click();
  await expect(box).toHaveValue('');
}

/** The secret of a printed example, tried on a signature that nothing makes. */
export async function searchInLab(page: Page, secret: string): Promise<void> {
  await page.getByLabel('Provider’s expected signature', { exact: true }).fill('00'.repeat(32));
  await page.getByLabel('Secret of the example', { exact: true }).fill(secret);
  await page.getByRole('button', { name: 'Find settings' }).click();
  await expect(page.getByText(/^None of \d+ combinations matches$/u)).toBeVisible();
}
