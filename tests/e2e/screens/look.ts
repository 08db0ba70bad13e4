import { type Page, expect, test } from '@playwright/test';

import { expectAccessible } from '../axe.ts';
import { expectGoodLayout } from '../layout.ts';
import { keepPicture } from '../pictures.ts';
import { callFromPage } from '../steps.ts';

/** One state of the app, and how to get there. By role and place, not by wording: the same steps serve every language. */
export type Screen = { readonly name: string; readonly open: (page: Page) => Promise<void> };

export const LOOKS = (['light', 'dark'] as const).flatMap((theme) =>
  (['en', 'ru'] as const).map((language) => ({ theme, language })),
);
type Language = 'en' | 'ru' | 'uz';
export type Look = { readonly theme: 'light' | 'dark'; readonly language: Language };

export const WIDTHS = [1440, 900] as const;
const HEIGHT = 900;

export async function takeOn(page: Page, { theme, language }: Look, textSize = 100): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await callFromPage(page, 'settings.update', { theme, language, textSize, tourDone: true });
  await expect(page.locator('html')).toHaveAttribute('lang', language);
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', theme);
}

/** Every one of them at both widths: by axe, and by measure. */
export async function lookAtAll(
  page: Page,
  screens: readonly Screen[],
  { theme, language }: Look,
): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT });
    for (const { name, open } of screens) {
      await test.step(`${name}, ${theme}, ${language}, ${width}`, async () => {
        await open(page);
        const file = `${name}-${theme}-${language}-${width}.png`;
        await keepPicture(page, file, { fullPage: true, animations: 'disabled' });
        await expectGoodLayout(page);
        await expectAccessible(page);
      });
    }
  }
}

/** With larger letters nothing may be cut off or lie over something else. Colours and names stay what they were. */
export async function measureAll(
  page: Page,
  screens: readonly Screen[],
  { width, textSize, language }: { width: number; textSize: number; language: Language },
): Promise<void> {
  await page.setViewportSize({ width, height: HEIGHT });
  for (const { name, open } of screens) {
    await test.step(`${name}, ${language}, ${width}, ${textSize} %`, async () => {
      await open(page);
      const file = `${name}-light-${language}-${width}-at-${textSize}.png`;
      await keepPicture(page, file, { fullPage: true, animations: 'disabled' });
      await expectGoodLayout(page);
    });
  }
}
