import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

import { type Page, expect } from '@playwright/test';

import type { Chord } from '../../../src/renderer/ui/keys.ts';
import { runTool } from '../../installed/desktop.ts';
import { appOf } from '../hosts/electronHost.ts';

/** What the X server does to the desk: keys with a place on the keyboard and a layout, other programs' clipboards, other windows. */

const TOOLS = ['xdotool', 'xclip', 'wmctrl', 'setxkbmap'];

/** Null where the desk's window is one of an X server, and can be reached by its tools. */
export function noXTools(): string | null {
  if (process.env['DISPLAY'] === undefined) return 'no X server here';
  if (process.env['WAYLAND_DISPLAY'] !== undefined) return 'the desk is shown by Wayland';
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  const missing = TOOLS.filter((tool) => !folders.some((dir) => existsSync(path.join(dir, tool))));
  return missing.length === 0 ? null : `not installed: ${missing.join(', ')}`;
}

const row = (from: number, ...codes: readonly string[]): readonly (readonly [string, string])[] =>
  codes.map((code, at) => [code, String(from + at)]);
const letters = (from: number, word: string): readonly (readonly [string, string])[] =>
  row(from, ...Array.from(word, (letter) => `Key${letter}`));

/** A key's place is the same number in every layout. xdotool takes one digit for a letter, so Escape goes by its name. */
const X_KEYS: ReadonlyMap<string, string> = new Map([
  ['Escape', 'Escape'],
  ...row(10, ...[1, 2, 3, 4, 5, 6, 7, 8, 9, 0].map((digit) => `Digit${digit}`), 'Minus', 'Equal'),
  ['Tab', '23'],
  ...letters(24, 'QWERTYUIOP'),
  ...row(34, 'BracketLeft', 'BracketRight', 'Enter', 'Control'),
  ...letters(38, 'ASDFGHJKL'),
  ['Shift', '50'],
  ...letters(52, 'ZXCVBNM'),
  ...row(59, 'Comma', 'Period', 'Slash'),
  ['Alt', '64'],
  ...row(67, 'F1', 'F2', 'F3', 'F4', 'F5', 'F6', 'F7', 'F8', 'F9', 'F10', 'NumLock'),
  ['NumpadSubtract', '82'],
  ['NumpadAdd', '86'],
  ['Numpad0', '90'],
  ...row(95, 'F11', 'F12'),
  ['AltGraph', '108'],
  ['ArrowDown', '116'],
]);

function xKey(code: string): string {
  const key = X_KEYS.get(code);
  if (key === undefined) throw new Error(`Where is ${code} on the keyboard?`);
  return key;
}

/** Each word is one press: keys joined by +, held in this order. A busy window loses keys that follow each other at once. */
export async function press(...presses: readonly string[]): Promise<void> {
  const args = presses.flatMap((one) => {
    const keys = one.split('+').map(xKey);
    const held = keys.slice(0, -1);
    return [
      ...held.flatMap((key) => ['keydown', key]),
      'key',
      keys.at(-1) ?? '',
      ...held.toReversed().flatMap((key) => ['keyup', key]),
      'sleep',
      '0.04',
    ];
  });
  await runTool('xdotool', args);
}

export function pressOf({ code, mod, alt, shift }: Chord): string {
  return [
    ...(mod === true ? ['Control'] : []),
    ...(shift === true ? ['Shift'] : []),
    ...(alt === true ? ['Alt'] : []),
    code,
  ].join('+');
}

/** A key that types something else in each, by which the window is asked whether it has heard of the change. */
const LAYOUTS = {
  us: { told: 'KeyZ', by: 'z' },
  de: { told: 'KeyZ', by: 'y' },
  pl: { told: 'AltGraph+KeyX', by: 'ź' },
  ru: { told: 'KeyZ', by: 'я' },
} as const;
export type Layout = keyof typeof LAYOUTS;

/** Of the whole keyboard, as the system's settings set it. The keyboard is in the page's middle afterwards. */
export async function useLayout(page: Page, layout: Layout): Promise<void> {
  const { told, by } = LAYOUTS[layout];
  await runTool('setxkbmap', ['-layout', layout]);
  await page.getByRole('main').focus();
  const typed = await page.evaluateHandle(() => {
    const keys: string[] = [];
    window.addEventListener('keydown', ({ key }) => void keys.push(key), true);
    return keys;
  });
  const last = (): Promise<string> => typed.evaluate((keys) => keys.at(-1) ?? '');
  await expect(async () => {
    await press(told);
    await expect.poll(last, { timeout: 500 }).toBe(by);
  }).toPass({ timeout: 30_000 });
}

/** The page has the keyboard of the whole desktop. */
export async function bringForward(page: Page): Promise<void> {
  await appOf(page).evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows();
    if (window?.isMinimized() === true) window.restore();
    window?.focus();
  });
  await expect.poll(() => page.evaluate(() => document.hasFocus())).toBe(true);
}

/** As a program beside the desk pastes. */
export function pastedElsewhere(): Promise<string> {
  return runTool('xclip', ['-selection', 'clipboard', '-o']);
}

/** As a program beside the desk copies: it holds the clipboard until another one does. */
export async function copyElsewhere(text: string): Promise<void> {
  const xclip = spawn('xclip', ['-selection', 'clipboard', '-i'], {
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  xclip.stdin.end(text);
  await new Promise<void>((resolve, reject) => {
    xclip.once('error', reject);
    xclip.once('exit', () => resolve());
  });
  await expect.poll(pastedElsewhere).toBe(text);
}

/** Titles of all windows of the desktop. */
export async function windowTitles(): Promise<readonly string[]> {
  const rows = (await listWindows()).split('\n').filter((line) => line !== '');
  return rows.map((line) => line.split(/\s+/u).slice(3).join(' '));
}

/** wmctrl reads a list, then each window of it: one that was closed between the two fails the whole list, and is not on the next. */
async function listWindows(triesLeft = 20): Promise<string> {
  try {
    return await runTool('wmctrl', ['-l']);
  } catch (error) {
    if (triesLeft === 0 || !String(error).includes('BadWindow')) throw error;
    return listWindows(triesLeft - 1);
  }
}

/** The title of the desk's own questions: the first button is the harmless one, Tab leads to the other. */
export const DESK_DIALOG = 'Deposit Desk';

/** One of the system's own boxes, with the keyboard in it. */
export async function systemWindow(title: string): Promise<void> {
  await expect.poll(windowTitles).toContain(title);
  await runTool('wmctrl', ['-F', '-a', title]);
  await expect
    .poll(() => runTool('xdotool', ['getactivewindow', 'getwindowname']))
    .toBe(`${title}\n`);
}

/** Until the box is gone: one that is only being drawn takes no key. */
export async function closeBy(title: string, ...presses: readonly string[]): Promise<void> {
  await systemWindow(title);
  const isOpen = async (): Promise<boolean> => (await windowTitles()).includes(title);
  await expect(async () => {
    if (!(await isOpen())) return;
    await runTool('wmctrl', ['-F', '-a', title]);
    await press(...presses);
    await expect.poll(isOpen, { timeout: 2000 }).toBe(false);
  }).toPass({ timeout: 30_000 });
}
