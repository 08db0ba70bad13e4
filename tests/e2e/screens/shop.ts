import type { Locator, Page } from '@playwright/test';
import { z } from 'zod';

import { profileSetUp } from '../../support/profileSetUp.ts';
import { callFromPage } from '../steps.ts';

const profileSchema = z.object({ value: z.object({ id: z.string() }) });

/** A merchant beside the sandbox; its secret is of this run only. */
export async function addShop(
  page: Page,
  setUp: Parameters<typeof profileSetUp>[0],
): Promise<string> {
  const input = { id: null, setUp: profileSetUp(setUp) };
  const { id: profileId } = profileSchema.parse(
    await callFromPage(page, 'profile.save', input),
  ).value;
  await callFromPage(page, 'profile.setSecret', {
    profileId,
    slot: { kind: 'signing' },
    secret: 'of this run only',
    keep: 'run',
  });
  return profileId;
}

export const main = (page: Page): Locator => page.getByRole('main');

/** The card of a customer in Now: whole, as the newest one is. */
export function cardOf(page: Page, customer: string): Locator {
  return main(page).getByRole('article').filter({ hasText: customer }).first();
}
