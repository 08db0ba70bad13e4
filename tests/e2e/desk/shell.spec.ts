import { expect } from '@playwright/test';

import { test } from '../fixtures.ts';
import { goTo } from '../steps.ts';

test(
  'About names the packages of others that the build put in, and no folder of the machine that built it',
  { tag: '@landing' },
  async ({ deskPage: page }) => {
    await goTo(page, '#/settings/about');
    const licences = page.getByRole('region', { name: /packages by others/u });
    await expect(licences.getByText(/^react \d+\.\d+\.\d+ MIT$/u)).toBeVisible();
    await expect(licences.getByText(/^@fontsource-variable\/inter .* OFL-1\.1$/u)).toBeVisible();
    expect(await licences.innerText()).not.toMatch(/node_modules|\/home\/|\/root\//u);
  },
);
