import { type Page, expect, test } from '@playwright/test';

import { follow, settled, violationsNow } from '../axe.ts';
import { layoutFaults } from '../layout.ts';
import { keepPicture } from '../pictures.ts';
import { callFromPage } from '../steps.ts';
import { isTurn, turnOf } from '../../support/turn.ts';
import { stateOf } from './state.ts';

/** One state of the app, and how to get there. By role and place, not by wording: the same steps serve every language. */
export type Screen = { readonly name: string; readonly open: (page: Page) => Promise<void> };

const LANGUAGES = ['en', 'ru'] as const;
export type Language = (typeof LANGUAGES)[number];

/**
 * DESK_SCREENS=pairwise: each screen is opened once and measured as it is. Every second one, by the commit's turn, is also asked
 * about by axe and looked at in both languages. Each language has one view of two or three, which is another one
 * for the next screen, and for the same screen at another turn.
 */
const IS_PAIRWISE = process.env['DESK_SCREENS'] === 'pairwise';

/** The languages in which one test looks at its screens. They are opened in the first one. */
type Round = { readonly name: string; readonly languages: readonly [Language, ...Language[]] };
export const ROUNDS: readonly Round[] = IS_PAIRWISE
  ? [{ name: 'pairwise', languages: LANGUAGES }]
  : LANGUAGES.map((language) => ({ name: language, languages: [language] }));

/** For screens that are opened anew in each language, on a desk of their own: pairwise it is one language's turn. */
export const OPENED_ANEW: readonly Language[] = IS_PAIRWISE
  ? LANGUAGES.filter((_, at) => at === turnOf(LANGUAGES.length))
  : LANGUAGES;

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
/** The view in which screens are opened, in English; looked at by axe as well. */
const OPENED: View = { width: 1440, textSize: 100 };
/** Every pair of language and width, and of language and text size, but for the one above. */
const PAIRWISE: readonly (readonly [Language, readonly View[]])[] = [
  [
    'en',
    [
      { width: 1440, textSize: 200 },
      { width: 900, textSize: 150 },
    ],
  ],
  [
    'ru',
    [
      { width: 900, textSize: 150 },
      { width: 900, textSize: 100 },
      { width: 1440, textSize: 200 },
    ],
  ],
];

/** For whoever wants to look by eye, and soon: nothing is measured, axe is not asked (DESK_PICTURES=only). */
const ONLY_PICTURES = process.env['DESK_PICTURES'] === 'only';

// The runner itself reads the specs first, and only then the workers, which have an index: it is said once.
if (IS_PAIRWISE && process.env['TEST_WORKER_INDEX'] === undefined) {
  console.log(
    'left to test:full: 9 of the 12 looks at every second screen, 11 at the others; axe at these, and at each of those 7 of 8 times; ' +
      `of screens on a desk of their own one of two languages (now ${OPENED_ANEW.join()}); the commit's turn (DESK_TURN=${process.env['DESK_TURN'] ?? ''}) says which`,
  );
}

/** What is wrong, and in which looks it is: most of it is so in many of them. */
type Notebook = Map<string, string[]>;

function expectNothingIn(notebook: Notebook): void {
  const noted = [...notebook].map(([fault, looks]) => `${fault}\n→ ${looks.join(', ')}`);
  expect.soft(noted).toEqual([]);
}

/** Every one of them in every look of the round; what is wrong with one does not keep the others from being looked at. */
export async function lookAtAll(
  page: Page,
  screens: readonly Screen[],
  { languages: [language] }: Round,
): Promise<void> {
  const notebook: Notebook = new Map();
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 1440, height: HEIGHT });
  await callFromPage(page, 'settings.update', { theme: 'system' });
  await speak(page, language);
  try {
    for (const [place, screen] of screens.entries()) {
      await test.step(screen.name, async () => {
        // Whatever lies over the page since the last one.
        await page.keyboard.press('Escape');
        await screen.open(page);
        await endTransitions(page);
        const { name } = screen;
        if (!IS_PAIRWISE) await lookAround(page, { name, language, notebook });
        else if (isTurn(place, 2)) await lookPairwise(page, screen, place, notebook);
        else await lookAt(page, `${name}-light-en-1440`, { rules: null, notebook });
      });
    }
  } finally {
    expectNothingIn(notebook);
  }
}

/**
 * A theme, a text size or a width changes every element, and without motion each still has a transition of a hundredth of a
 * millisecond, one after the other down the tree: most of a look's time. What is looked at is how they end.
 */
async function endTransitions(page: Page): Promise<void> {
  await page.evaluate(() => {
    const rule = '*, ::before, ::after { transition: none !important; }';
    const isThere = document.adoptedStyleSheets.some(
      ({ cssRules }) => cssRules[0]?.cssText.includes('transition: none') ?? false,
    );
    if (isThere) return;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(rule);
    document.adoptedStyleSheets.push(sheet);
  });
}

async function speak(page: Page, language: Language): Promise<void> {
  await callFromPage(page, 'settings.update', { language });
  await page.waitForFunction((lang) => document.documentElement.lang === lang, language);
}

/** Where the page hears of no settings, because the desk does not answer or does not tell it. */
export async function lookInBothThemes(
  page: Page,
  name: string,
  language: Language,
): Promise<void> {
  const notebook: Notebook = new Map();
  await expect(page.locator('html')).toHaveAttribute('lang', language);
  await endTransitions(page);
  for (const { width } of USUAL) {
    await page.setViewportSize({ width, height: HEIGHT });
    for (const theme of ['dark', 'light'] as const) {
      const rules = IS_PAIRWISE && width !== 1440 ? null : rulesOf(language, theme);
      if (IS_PAIRWISE && theme === 'dark' && rules === null) continue;
      await follow(page, theme);
      await lookAt(page, `${name}-${theme}-${language}-${width}`, { rules, notebook });
    }
  }
  expectNothingIn(notebook);
}

type Rules = readonly string[];
/** An empty list: axe asks all of its rules. */
const ALL_RULES: Rules = [];
const CONTRAST: Rules = ['color-contrast'];

/**
 * Pairwise: all rules once, in the language whose turn it is, and the one that colours concern once more in the other theme. Null: axe
 * is not asked.
 */
export function rulesOf(language: Language, theme: 'dark' | 'light'): Rules | null {
  if (!IS_PAIRWISE) return ALL_RULES;
  if (!OPENED_ANEW.includes(language)) return null;
  return theme === 'dark' ? CONTRAST : ALL_RULES;
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
  for (const { width } of USUAL) {
    await page.setViewportSize({ width, height: HEIGHT });
    await lookAt(page, `${name}-light-${language}-${width}`, { rules: ALL_RULES, notebook });
    await follow(page, 'dark');
    await lookAt(page, `${name}-dark-${language}-${width}`, { rules: ALL_RULES, notebook });
    await follow(page, 'light');
  }
  for (const { width, textSize } of ENLARGED) {
    await page.setViewportSize({ width, height: HEIGHT });
    await enlarge(page, textSize);
    const look = `${name}-light-${language}-${width}-at-${textSize}`;
    await lookAt(page, look, { rules: null, notebook });
  }
  await enlarge(page, 100);
  await page.setViewportSize({ width: 1440, height: HEIGHT });
}

/** The screen stays open while the desk changes its language, its width and its text size. */
async function lookPairwise(
  page: Page,
  screen: Screen,
  place: number,
  notebook: Notebook,
): Promise<void> {
  const { name } = screen;
  // Among the screens and the turns in which one is looked at so.
  const nth = Math.floor(place / 2);
  const turn = Math.floor(turnOf(36) / 2);
  // Axe takes a half of the suite's time: all its rules once, in one theme. A theme changes colours and nothing else.
  const theme = (nth + turn) % 2 === 1 ? 'dark' : 'light';
  await follow(page, theme);
  await lookAt(page, `${name}-${theme}-en-1440`, { rules: ALL_RULES, notebook });
  await follow(page, 'light');
  for (const [at, [language, views]] of PAIRWISE.entries()) {
    const view = views[(nth + at + turn) % views.length] ?? OPENED;
    await keepOpen(page, screen, language);
    await showIn(page, view);
    const look = `${name}-light-${language}-${view.width}-at-${view.textSize}`;
    await lookAt(page, look, { rules: null, notebook });
  }
  await showIn(page, OPENED);
  await speak(page, 'en');
}

async function showIn(page: Page, { width, textSize }: View): Promise<void> {
  await page.setViewportSize({ width, height: HEIGHT });
  await enlarge(page, textSize);
}

/** A state that does not survive another language (a menu closes, a text goes) is opened again in that language. */
async function keepOpen(page: Page, { open }: Screen, language: Language): Promise<void> {
  if (language === 'en') return;
  const before = await stateOf(page);
  await speak(page, language);
  await settled(page);
  if ((await stateOf(page)) === before) return;
  await showIn(page, OPENED);
  await page.keyboard.press('Escape');
  await open(page);
}

/** What a person would look at: every language in both themes, in the usual windows. */
async function picture(page: Page, { name, language }: Looked): Promise<void> {
  for (const { width } of USUAL) {
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
  if (textSize === (await textSizeOf(page))) return;
  await callFromPage(page, 'settings.update', { textSize });
  await page.waitForFunction(
    (zoom) => getComputedStyle(document.documentElement).zoom === zoom,
    String(textSize / 100),
  );
}

async function textSizeOf(page: Page): Promise<number> {
  return await page.evaluate(() => Number(getComputedStyle(document.documentElement).zoom) * 100);
}

type Looking = {
  readonly rules: Rules | null;
  readonly notebook: Notebook;
};

/** As it is on the screen now. */
async function lookAt(page: Page, look: string, { rules, notebook }: Looking): Promise<void> {
  await settled(page);
  await keepWhole(page, look);
  if (ONLY_PICTURES) return;
  const faults = [
    // A theme changes colours and nothing else: where contrast alone is asked for, the layout is looked at in the other one.
    ...(rules === CONTRAST ? [] : await layoutFaults(page)),
    ...(rules === null ? [] : await violationsNow(page, rules)),
  ];
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
