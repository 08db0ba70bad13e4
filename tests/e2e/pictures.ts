import path from 'node:path';

import type { Page, PageScreenshotOptions } from '@playwright/test';

const PICTURES = path.join(import.meta.dirname, '../../artifacts/screens');

/** For whoever wants to look at what the specs saw (DESK_PICTURES=1). Drawing them takes longer than most of what is tested. */
export async function keepPicture(
  page: Page,
  name: string,
  options: PageScreenshotOptions = {},
): Promise<void> {
  if (process.env['DESK_PICTURES'] === undefined) return;
  await page.screenshot({ ...options, path: path.join(PICTURES, name) });
}
