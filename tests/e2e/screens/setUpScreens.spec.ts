import { type Page, expect } from '@playwright/test';

import { createInput } from '../../support/builders.ts';
import { profileSetUp } from '../../support/profileSetUp.ts';
import type { Provider } from '../../support/provider.ts';
import { type FreshDesk, OTHER_FORMAT, test } from '../merchantDesk.ts';
import { callFromPage, enterSecret, goTo, openProfile, openProfileTab } from '../steps.ts';
import { ROUNDS, type Screen, lookAtAll } from './look.ts';

/** The screens of set-up, of a merchant whose provider speaks in another format. */

test.use({ speech: { dialect: OTHER_FORMAT, limitsShape: 'map-by-currency' } });

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

/** A merchant who has everything that set-up can show. */
async function shopOn(page: Page, fresh: FreshDesk, provider: Provider): Promise<string> {
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
const PARTS = 2;

for (const round of ROUNDS) {
  for (let part = 0; part < PARTS; part += 1) {
    test(`screens of set-up, ${round.name}, part ${part + 1} of ${PARTS}`, async ({
      page,
      fresh,
      provider,
    }) => {
      const id = await shopOn(page, fresh, provider);
      const screens = screensOf(id).filter((_, at) => at % PARTS === part);
      await lookAtAll(page, screens, round);
    });
  }

  test(`teaching from the Log, ${round.name}`, async ({ page, fresh, provider }) => {
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
    await callFromPage(page, 'profile.confirmLive', { profileId });
    await callFromPage(page, 'issue.create', input);
    const taught: Screen = {
      name: 'teach',
      open: async (shown) => {
        await goTo(shown, `#/log/${input.intentId}`);
        const teach = shown.locator('button:has(.tabler-icon-school)');
        // It is in the part for integrators, which stays open from look to look.
        const technical = shown.getByRole('complementary').locator('details:not([open]) > summary');
        await expect(technical.or(teach).last()).toBeVisible();
        if (!(await teach.isVisible())) await technical.last().click();
        await teach.click();
        await expect(shown.getByRole('status').filter({ hasText: '1' }).first()).toBeVisible();
      },
    };
    await lookAtAll(page, [taught], round);
  });
}
