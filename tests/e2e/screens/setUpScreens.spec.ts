import { type Page, expect } from '@playwright/test';

import { createInput } from '../../support/builders.ts';
import { profileSetUp } from '../../support/profileSetUp.ts';
import type { Provider } from '../../support/provider.ts';
import { expectAccessibleInBothThemes } from '../axe.ts';
import { type FreshDesk, OTHER_FORMAT, test } from '../merchantDesk.ts';
import {
  callFromPage,
  enterSecret,
  expectNoSidewaysScroll,
  goTo,
  openProfile,
  openProfileTab,
} from '../steps.ts';
import { keepPicture } from '../pictures.ts';

/** The screens of set-up: checked by axe, kept as pictures; in the longer language at the narrowest width too. */

const WIDE = { width: 1440, height: 900 } as const;
const NARROW = { width: 900, height: 900 } as const;

test.use({ speech: { dialect: OTHER_FORMAT, limitsShape: 'map-by-currency' }, viewport: WIDE });

type Screen = { readonly name: string; readonly open: (page: Page) => Promise<void> };

/** By place, not by wording: the same steps serve every language. */
function screensOf(id: string): readonly Screen[] {
  const at = `#/settings/profile/${id}`;
  const group = (index: number) => async (page: Page) => {
    await goTo(page, `${at}/format`);
    await page.getByRole('tablist').nth(1).getByRole('tab').nth(index).click();
  };
  return [
    { name: 'settings-profiles', open: (page) => goTo(page, '#/settings') },
    { name: 'profile-new', open: (page) => goTo(page, '#/settings/new-profile') },
    { name: 'profile-set-up', open: (page) => goTo(page, at) },
    { name: 'profile-secret', open: (page) => goTo(page, `${at}/secret`) },
    { name: 'format-signature', open: group(0) },
    { name: 'format-request', open: group(1) },
    {
      name: 'format-limits',
      open: async (page) => {
        await group(2)(page);
        await page.getByRole('table').waitFor();
      },
    },
    { name: 'format-answers', open: group(3) },
    { name: 'format-refusals', open: group(4) },
    { name: 'format-callbacks', open: group(5) },
    { name: 'format-json', open: group(6) },
    {
      name: 'profile-check',
      open: async (page) => {
        await goTo(page, `${at}/check`);
        await page.getByRole('tabpanel').getByRole('button').last().click();
        await expect(page.getByRole('listitem').filter({ hasText: /^9/u })).not.toBeEmpty();
        await expect(page.locator('[data-status="waiting"]')).toHaveCount(0);
      },
    },
    { name: 'profiles-export', open: (page) => goTo(page, '#/settings/export') },
    { name: 'profiles-import', open: (page) => goTo(page, '#/settings/import') },
  ];
}

async function picture(page: Page, name: string): Promise<void> {
  // Colours that are on their way have arrived.
  await keepPicture(page, `${name}.png`, { fullPage: true, animations: 'disabled' });
}

/** A merchant who has everything that set-up can show. */
async function shopOn(page: Page, fresh: FreshDesk, provider: Provider): Promise<string> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await fresh.open(page);
  const { origin: baseUrl, merchant } = provider;
  const dialect = {
    ...OTHER_FORMAT,
    companionHeaders: [
      { kind: 'fixed', name: 'X-Time', value: '{timestamp}' },
      { kind: 'secret', name: 'X-Api-Key', prefix: '' },
    ],
    refusals: [{ status: 200, path: 'code', value: 'BLOCKED', meaning: 'customer_blocked' }],
  };
  const setUp = profileSetUp({ name: 'Shop', baseUrl, merchant, dialect });
  await callFromPage(page, 'profile.save', { id: null, setUp });
  await openProfile(page, 'Shop');
  await openProfileTab(page, 'Secret');
  await enterSecret(page, 'the one before');
  await enterSecret(page, provider.secret);
  await enterSecret(page, 'a key that nobody asks for', 'X-Api-Key');
  return /profile\/(?<id>[^/]+)/u.exec(page.url())?.groups?.['id'] ?? '';
}

// In parts, so that no browser still looks at screens when the others are done.
const PARTS = 3;
for (let part = 0; part < PARTS; part += 1) {
  test(`every screen of set-up is accessible, light and dark, and fits the narrowest window, part ${part + 1} of ${PARTS}`, async ({
    page,
    fresh,
    provider,
  }) => {
    const id = await shopOn(page, fresh, provider);
    const screens = screensOf(id).filter((_, at) => at % PARTS === part);
    for (const screen of screens) {
      await test.step(screen.name, async () => {
        await screen.open(page);
        await picture(page, `${screen.name}-light-en-1440`);
        await expectAccessibleInBothThemes(page);
      });
    }
    await page.setViewportSize(NARROW);
    await callFromPage(page, 'settings.update', { language: 'ru' });
    await expect(page.locator('html')).toHaveAttribute('lang', 'ru');
    for (const screen of screens) {
      await test.step(`${screen.name} in Russian`, async () => {
        await screen.open(page);
        await picture(page, `${screen.name}-light-ru-900`);
        await expectNoSidewaysScroll(page);
      });
    }
  });
}

test('teaching from the Log is accessible, light and dark', async ({ page, fresh, provider }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await fresh.open(page);
  const { origin: baseUrl, merchant } = provider;
  const setUp = profileSetUp({ name: 'Shop', baseUrl, merchant, dialect: OTHER_FORMAT });
  await callFromPage(page, 'profile.save', { id: null, setUp });
  await openProfile(page, 'Shop');
  await openProfileTab(page, 'Secret');
  await enterSecret(page, provider.secret);
  const profileId = /profile\/(?<id>[^/]+)/u.exec(page.url())?.groups?.['id'] ?? '';
  await provider.setFault(null, 'no-requisites-200');
  const input = { ...createInput({ customer: 'cust-1' }), profileId };
  await callFromPage(page, 'issue.create', input);
  await goTo(page, `#/log/${input.intentId}`);
  await page.getByRole('button', { name: /^Answers like this mean/u }).click();
  await expect(page.getByText('It would have matched 1 of 1 past answers.')).toBeVisible();
  await picture(page, 'teach-light-en-1440');
  await expectAccessibleInBothThemes(page);
});
