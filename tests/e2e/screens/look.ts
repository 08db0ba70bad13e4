import { type Page, expect, test } from '@playwright/test';

import { follow, settled, violationsOf } from '../axe.ts';
import { layoutFaults } from '../layout.ts';
import { keepPicture } from '../pictures.ts';
import { callFromPage } from '../steps.ts';

/** One state of the app, and how to get there. By role and place, not by wording: the same steps serve every language. */
export type Screen = { readonly name: string; readonly open: (page: Page) => Promise<void> };

/** Uzbek is a draft, but its words must fit all the same. */
export const LANGUAGES = ['en', 'ru', 'uz'] as const;
export type Language = (typeof LANGUAGES)[number];

type View = { readonly width: number; readonly textSize: number };
const HEIGHT = 900;
/** By axe as well as by measure. */
const USUAL: readonly View[] = [
  { width: 1440, textSize: 100 },
  { width: 900, textSize: 100 },
];
/** Larger letters change neither colours nor names. */
const ENLARGED: readonly View[] = [
  { width: 900, textSize: 150 },
  { width: 1440, textSize: 200 },
];

/** For whoever wants to look by eye, and soon: nothing is measured, axe is not asked (DESK_PICTURES=only). */
const ONLY_PICTURES = process.env['DESK_PICTURES'] === 'only';

/** What is wrong, and in which looks it is: most of it is so in many of them. */
type Notebook = Map<string, string[]>;

function expectNothingIn(notebook: Notebook): void {
  const noted = [...notebook].map(([fault, looks]) => `${fault}\n→ ${looks.join(', ')}`);
  expect.soft(noted).toEqual([]);
}

/** Every one of them in every look of one language; what is wrong with one does not keep the others from being looked at. */
export async function lookAtAll(
  page: Page,
  screens: readonly Screen[],
  language: Language,
): Promise<void> {
  const notebook: Notebook = new Map();
  await speak(page, language);
  try {
    for (const { name, open } of screens) {
      await test.step(name, async () => {
        // Whatever lies over the page since the last one.
        await page.keyboard.press('Escape');
        await open(page);
        await lookAround(page, { name, language, notebook });
      });
    }
  } finally {
    expectNothingIn(notebook);
  }
}

async function speak(page: Page, language: Language): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 1440, height: HEIGHT });
  await callFromPage(page, 'settings.update', { language, theme: 'system', tourDone: true });
  await expect(page.locator('html')).toHaveAttribute('lang', language);
}

/** Where the page hears of no settings: nobody answers, or nobody tells it. */
export async function lookInBothThemes(
  page: Page,
  name: string,
  language: Language,
): Promise<void> {
  const notebook: Notebook = new Map();
  await expect(page.locator('html')).toHaveAttribute('lang', language);
  for (const { width } of USUAL) {
    await page.setViewportSize({ width, height: HEIGHT });
    for (const theme of ['dark', 'light'] as const) {
      await follow(page, theme);
      await lookAt(page, `${name}-${theme}-${language}-${width}`, { byAxe: true, notebook });
    }
  }
  expectNothingIn(notebook);
}

type Looked = {
  readonly name: string;
  readonly language: Language;
  readonly notebook: Notebook;
};

async function lookAround(page: Page, looked: Looked): Promise<void> {
  if (ONLY_PICTURES) {
    await picture(page, looked);
    return;
  }
  const { name, language, notebook } = looked;
  const byAxe = language !== 'uz';
  for (const { width } of USUAL) {
    await page.setViewportSize({ width, height: HEIGHT });
    await lookAt(page, `${name}-light-${language}-${width}`, { byAxe, notebook });
    if (!byAxe) continue;
    await follow(page, 'dark');
    await lookAt(page, `${name}-dark-${language}-${width}`, { byAxe, notebook });
    await follow(page, 'light');
  }
  for (const { width, textSize } of ENLARGED) {
    await page.setViewportSize({ width, height: HEIGHT });
    await enlarge(page, textSize);
    const look = `${name}-light-${language}-${width}-at-${textSize}`;
    await lookAt(page, look, { byAxe: false, notebook });
  }
  await enlarge(page, 100);
  await page.setViewportSize({ width: 1440, height: HEIGHT });
}

/** What a person would look at: every language in both themes, and those that are no draft in the narrowest window too. */
async function picture(page: Page, { name, language }: Looked): Promise<void> {
  for (const { width } of language === 'uz' ? USUAL.slice(0, 1) : USUAL) {
    await page.setViewportSize({ width, height: HEIGHT });
    for (const theme of ['dark', 'light'] as const) {
      await follow(page, theme);
      await settled(page);
      await keepWhole(page, `${name}-${theme}-${language}-${width}`);
    }
  }
  await page.setViewportSize({ width: 1440, height: HEIGHT });
}

async function enlarge(page: Page, textSize: number): Promise<void> {
  await callFromPage(page, 'settings.update', { textSize });
  await expect(page.locator('html')).toHaveCSS('zoom', String(textSize / 100));
}

type Looking = { readonly byAxe: boolean; readonly notebook: Notebook };

/** As it is on the screen now. */
async function lookAt(page: Page, look: string, { byAxe, notebook }: Looking): Promise<void> {
  await settled(page);
  await keepWhole(page, look);
  if (ONLY_PICTURES) return;
  const faults = [...(await layoutFaults(page)), ...(byAxe ? await violationsOf(page) : [])];
  for (const fault of faults) notebook.set(fault, [...(notebook.get(fault) ?? []), look]);
}

/** It is the content that scrolls, not the page: whoever looks at the picture wants what is below the fold too. */
async function keepWhole(page: Page, look: string): Promise<void> {
  if (process.env['DESK_PICTURES'] === undefined) return;
  const size = page.viewportSize();
  if (size === null) throw new Error('The window has no size');
  const hidden = await page.evaluate(() => {
    const content = document.querySelector('main');
    if (content === null) return 0;
    return (content.scrollHeight - content.clientHeight) * content.currentCSSZoom;
  });
  if (hidden > 0) {
    await page.setViewportSize({ ...size, height: size.height + Math.ceil(hidden) });
    await settled(page);
  }
  await keepPicture(page, `${look}.png`, { animations: 'disabled' });
  if (hidden === 0) return;
  await page.setViewportSize(size);
  await settled(page);
}
