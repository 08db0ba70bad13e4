import { type Page, expect } from '@playwright/test';

import { SHORTCUTS } from '../../../src/renderer/shell/shortcuts.ts';
import { isChord } from '../../../src/renderer/ui/keys.ts';
import { test } from '../fixtures.ts';
import { appOf } from '../hosts/electronHost.ts';
import { card, field, goTo, issueDirect } from '../steps.ts';
import {
  type Layout,
  bringForward,
  copyElsewhere,
  noXTools,
  pastedElsewhere,
  press,
  pressOf,
  useLayout,
} from './xDesktop.ts';

/** Keys come from the X server, through the window manager, as from a keyboard: Playwright's own go to the page past the menu. */

test.beforeEach(() => {
  const reason = noXTools();
  test.skip(reason !== null, reason ?? '');
});

type WindowState = {
  readonly zoom: number;
  readonly isFullScreen: boolean;
  readonly isMinimized: boolean;
  readonly windows: number;
};
const AS_IT_WAS: WindowState = { zoom: 0, isFullScreen: false, isMinimized: false, windows: 1 };

function windowState(page: Page): Promise<WindowState> {
  return appOf(page).evaluate(({ BrowserWindow }) => {
    const [window, ...others] = BrowserWindow.getAllWindows();
    return {
      zoom: window?.webContents.getZoomLevel() ?? 0,
      isFullScreen: window?.isFullScreen() ?? false,
      isMinimized: window?.isMinimized() ?? false,
      windows: 1 + others.length,
    };
  });
}

async function pressFor(page: Page, keys: string, change: Partial<WindowState>): Promise<void> {
  await press(keys);
  await expect.poll(() => windowState(page), keys).toMatchObject(change);
}

/** What the menu prints beside its items; a role brings its own. */
function printedKeys(page: Page): Promise<readonly string[]> {
  return appOf(page).evaluate(({ Menu }) =>
    (Menu.getApplicationMenu()?.items ?? []).flatMap(({ submenu }) =>
      (submenu?.items ?? []).flatMap(({ accelerator, visible }) =>
        typeof accelerator === 'string' && visible ? [accelerator] : [],
      ),
    ),
  );
}

/** Where what the menu prints stands on the keyboard. */
type Places = Readonly<Record<'undo' | 'in' | 'out', string>>;
const LATIN: Places = { undo: 'KeyZ', in: 'Shift+Equal', out: 'Minus' };
const PLACES: readonly (readonly [Layout, Places])[] = [
  ['us', LATIN],
  ['de', { undo: 'KeyY', in: 'BracketRight', out: 'Slash' }],
  ['ru', LATIN],
];

async function editsByKeys(page: Page, { undo }: Places): Promise<void> {
  const box = field(page, 'Customer');
  await box.fill('');
  await box.focus();
  await press('KeyA', 'KeyS');
  await expect(box).toHaveValue(/^(?:as|фы)$/u);
  const typed = await box.inputValue();
  await press('Control+KeyA', 'Control+KeyC');
  await expect.poll(pastedElsewhere).toBe(typed);
  await copyElsewhere('из чата');
  await press('Control+KeyA', 'Control+KeyX');
  await expect.poll(pastedElsewhere).toBe(typed);
  await expect(box).toHaveValue('');
  await copyElsewhere('Grüße, из чата');
  await press('Control+KeyV');
  await expect(box).toHaveValue('Grüße, из чата');
  await press(`Control+${undo}`);
  await expect(box).toHaveValue('');
  await press(`Control+Shift+${undo}`);
  await expect(box).toHaveValue('Grüße, из чата');
}

async function zoomsByKeys(page: Page, places: Places): Promise<void> {
  const [closer, further, back] = [{ zoom: 0.5 }, { zoom: -0.5 }, { zoom: 0 }];
  const digit = 'Control+Digit0';
  await pressFor(page, `Control+${places.in}`, closer);
  await pressFor(page, digit, back);
  await pressFor(page, `Control+${places.out}`, further);
  await pressFor(page, digit, back);
  await pressFor(page, 'Control+NumpadAdd', closer);
  await pressFor(page, 'Control+NumpadSubtract', back);
}

test('every key of the menu does what is printed beside it: on a US, a German and a Russian keyboard', async ({
  deskPage: page,
}) => {
  const printed = (await printedKeys(page)).toSorted();
  const edit = ['Z', 'X', 'C', 'V', 'A'].map((letter) => `CommandOrControl+${letter}`);
  const view = ['0', 'Plus', '-'].map((sign) => `CommandOrControl+${sign}`);
  const window = ['CommandOrControl+M', 'CommandOrControl+W', 'CommandOrControl+Q', 'F11'];
  expect(printed).toEqual([...edit, 'Shift+CommandOrControl+Z', ...view, ...window].toSorted());
  await bringForward(page);
  for (const [layout, places] of PLACES) {
    await test.step(layout, async () => {
      await useLayout(page, layout);
      await editsByKeys(page, places);
      await zoomsByKeys(page, places);
      await pressFor(page, 'F11', { isFullScreen: true });
      await pressFor(page, 'F11', { isFullScreen: false });
      await pressFor(page, 'Control+KeyM', { isMinimized: true });
      await bringForward(page);
      await expect.poll(() => windowState(page)).toEqual(AS_IT_WAS);
    });
  }
  await test.step('without Shift, and on the number pad', async () => {
    await useLayout(page, 'us');
    await pressFor(page, 'Control+Equal', { zoom: 0.5 });
    await press('NumLock');
    await pressFor(page, 'Control+Numpad0', { zoom: 0 });
    await press('NumLock');
  });
  await test.step('Control+W closes the window, which ends the desk', async () => {
    await useLayout(page, 'ru');
    const ended = appOf(page).waitForEvent('close');
    await press('Control+KeyW');
    await ended;
  });
});

type Heard = Parameters<typeof isChord>[0];

/** The page does nothing with what it hears, and leaves it to whoever comes next: the menu. */
function watchKeys(page: Page) {
  return page.evaluateHandle(() => {
    const heard: Heard[] = [];
    const listener = (event: KeyboardEvent): void => {
      const { code, ctrlKey, metaKey, altKey, shiftKey } = event;
      event.stopImmediatePropagation();
      heard.push({ code, ctrlKey, metaKey, altKey, shiftKey });
    };
    window.addEventListener('keydown', listener, true);
    return { heard, stop: () => window.removeEventListener('keydown', listener, true) };
  });
}

async function pressPageKeys(page: Page): Promise<void> {
  await goTo(page, '#/overview');
  const watch = await watchKeys(page);
  await page.getByRole('main').focus();
  const chords = SHORTCUTS.flatMap(({ keys }) => keys.electron);
  await press(...chords.map(pressOf));
  await expect
    .poll(async () => {
      const heard = await watch.evaluate((one) => one.heard);
      return chords.filter((chord) => !heard.some((one) => isChord(one, chord, false)));
    })
    .toEqual([]);
  expect(await windowState(page)).toEqual(AS_IT_WAS);
  await watch.evaluate(({ stop }) => stop());
}

const GERMAN = ['KeyQ', 'KeyE', 'KeyA', 'KeyL', 'KeyM', 'Digit2', 'Digit3', 'Minus'];
const POLISH = ['A', 'C', 'E', 'L', 'N', 'O', 'S', 'X', 'Z'].map((letter) => `Key${letter}`);

async function typeWithAltGr(page: Page, codes: readonly string[], expected: string) {
  await goTo(page, '#/');
  const box = field(page, 'Customer');
  await box.fill('');
  await box.focus();
  await press(...codes.map((code) => `AltGraph+${code}`));
  await expect(box).toHaveValue(expected);
  await expect(box).toBeFocused();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Privacy on/u })).toBeHidden();
  await box.fill('');
}

const SECTIONS = ['New request', 'Log', 'Inbox', 'Overview', 'Batch', 'Settings'];

test('every key of the desk gets past the menu to the page, AltGr types, and F9 copies, whatever the layout', async ({
  deskPage: page,
}) => {
  const { shown } = await issueDirect(page, 'cust-x11');
  await shown.getByRole('button', { name: 'Copy number' }).waitFor();
  await bringForward(page);

  for (const layout of ['pl', 'de', 'ru'] as const) {
    await test.step(layout, async () => {
      await useLayout(page, layout);
      if (layout !== 'pl') await pressPageKeys(page);
      if (layout === 'de') await typeWithAltGr(page, GERMAN, '@€æłµ²³\\');
      if (layout === 'pl') {
        await typeWithAltGr(page, POLISH, 'ąćęłńóśźż');
        await typeWithAltGr(
          page,
          POLISH.map((code) => `Shift+${code}`),
          'ĄĆĘŁŃÓŚŹŻ',
        );
      }
    });
  }
  await test.step('on a Russian keyboard the desk’s keys do what the sheet says', async () => {
    for (const [at, heading] of SECTIONS.entries()) {
      await press(`Control+Digit${at + 1}`);
      await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
    }
    await press('Control+KeyK');
    const palette = page.getByRole('combobox', { name: /^Type a command/u });
    await expect(palette).toBeFocused();
    await press('Escape', 'Control+KeyN');
    await expect(page.getByRole('textbox', { name: 'Quick line' })).toBeFocused();
    await expect(card(page, 'cust-x11')).toBeVisible();
    await copyElsewhere('nothing yet');
    await press('F9');
    await expect.poll(pastedElsewhere).toMatch(/^TEST\. DO NOT PAY\n.+1 500\.00 RUB\n/u);
    await expect(page.getByText('Message for cust-x11 copied · checked.')).toBeVisible();
  });
  await test.step('a layout that is changed by Shift and Alt leaves the keyboard in the field', async () => {
    const box = field(page, 'Customer');
    await box.focus();
    for (const keys of ['Shift+Alt', 'Alt+Shift']) await press(keys, 'KeyA');
    await expect(box).toHaveValue('фф');
  });
  await test.step('Alt alone opens the menu, as everywhere, and Escape gives the keyboard back', async () => {
    const box = field(page, 'Customer');
    await press('Alt', 'KeyA');
    await press('Escape', 'Escape', 'KeyS');
    await expect(box).toHaveValue('ффы');
  });
  await test.step('Control+Q ends the desk', async () => {
    const ended = appOf(page).waitForEvent('close');
    await press('Control+KeyQ');
    await ended;
  });
});
