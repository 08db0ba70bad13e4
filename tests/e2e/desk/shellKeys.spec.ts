import { type Page, expect } from '@playwright/test';

import { sheetOf } from '../../../src/renderer/shell/sheet/rows.ts';
import { SHORTCUTS, type ShortcutId } from '../../../src/renderer/shell/shortcuts.ts';
import { type Chord, ariaOf } from '../../../src/renderer/ui/keys.ts';
import { createInput } from '../../support/builders.ts';
import { recordSuggestedLine } from '../../support/suggestedLine.ts';
import { callBack } from '../callBack.ts';
import { type Desk, test } from '../fixtures.ts';
import { hostOf } from '../hosts/pageHost.ts';
import {
  callFromPage,
  card,
  chooseType,
  clipboardText,
  field,
  goTo,
  openSection,
  suggestedOrder,
  listenerAddress,
} from '../steps.ts';

type Press = () => Promise<void>;
type Proof = (page: Page, press: Press, desk: Desk) => Promise<void>;

/** The physical key, with what is held. */
function pressOf(page: Page, chord: Chord): Press {
  const held = [
    ...(chord.mod === true ? ['ControlOrMeta'] : []),
    ...(chord.alt === true ? ['Alt'] : []),
    ...(chord.shift === true ? ['Shift'] : []),
  ];
  return () => page.keyboard.press([...held, chord.code].join('+'));
}

/** Nothing has the keyboard that types. */
async function inThePage(page: Page): Promise<void> {
  await page.getByRole('main').focus();
}

const section =
  (heading: string): Proof =>
  async (page, press) => {
    await goTo(page, heading === 'Overview' ? '#/settings' : '#/overview');
    await press();
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
  };

/** With the first of two rows opened. */
async function openFirstRow(page: Page): Promise<string> {
  await goTo(page, '#/log');
  await page.getByRole('row').nth(1).getByRole('link').first().click();
  // Its neighbours are known once the list beside it is there.
  await expect(page.getByRole('button', { name: 'Next request' })).toBeEnabled();
  return page.url();
}

async function openSuggestedLine(page: Page): Promise<void> {
  const line = await recordSuggestedLine((name, input) => callFromPage(page, name, input));
  await goTo(page, line);
  await page.getByRole('button', { name: 'Accept suggestion' }).waitFor();
}

const copiedRow: Proof = async (page, press) => {
  await goTo(page, '#/');
  await card(page, 'by-key').focus();
  await hostOf(page).writeClipboard('nothing');
  await press();
  await expect.poll(() => clipboardText(page)).not.toBe('nothing');
};

/** What each key of the table does, seen from outside. A key without a proof does not compile. */
const PROOFS: Readonly<Record<ShortcutId, Proof>> = {
  'request.new': async (page, press) => {
    await goTo(page, '#/overview');
    await press();
    await expect(page.getByRole('textbox', { name: 'Quick line' })).toBeFocused();
  },
  'request.quick': async (page, press) => {
    await goTo(page, '#/');
    await field(page, 'Customer').focus();
    await press();
    await expect(page.getByRole('textbox', { name: 'Quick line' })).toBeFocused();
  },
  'request.issue': async (page, press, desk) => {
    await goTo(page, '#/');
    await page.getByRole('textbox', { name: 'Quick line' }).fill('');
    await field(page, 'Amount').fill('1700');
    // Four rows to copy.
    await chooseType(page, 'sbp');
    await field(page, 'Customer').fill('by-key');
    await press();
    await expect
      .poll(() => desk.ledger().deposits.filter(({ cents }) => cents === 1700_00).length)
      .toBe(1);
    await card(page, 'by-key').getByRole('button', { name: 'Copy number' }).waitFor();
    await suggestedOrder(page);
  },
  'question.confirm': async (page, press) => {
    await goTo(page, '#/log');
    await page.getByRole('link', { name: 'KEY-1' }).first().click();
    const detail = page.getByRole('complementary');
    await hostOf(page).writeClipboard('nothing');
    await detail.getByRole('button', { name: 'Copy number', exact: true }).click();
    const question = detail.getByRole('alertdialog');
    await expect(question.getByRole('button', { name: /^Copy number/u })).toBeEnabled();
    await press();
    await expect.poll(() => clipboardText(page)).toMatch(/^\d+$/u);
  },
  'message.copy': async (page, press) => {
    await goTo(page, '#/');
    await hostOf(page).writeClipboard('nothing');
    await press();
    await expect.poll(() => clipboardText(page)).toContain('1 700');
  },
  'card.focus': async (page, press) => {
    await goTo(page, '#/overview');
    await press();
    await expect(card(page, 'by-key')).toBeFocused();
    await press();
    await expect(page.getByRole('textbox', { name: 'Quick line' })).toBeFocused();
  },
  'row.1': copiedRow,
  'row.2': copiedRow,
  'row.3': copiedRow,
  'row.4': copiedRow,
  'request.repeat': async (page, press) => {
    await goTo(page, '#/');
    // Over what somebody has begun it asks first.
    await field(page, 'Customer').fill('');
    await press();
    await expect(field(page, 'Customer')).toHaveValue('by-key');
  },
  'notice.open': async (page, press) => {
    await goTo(page, '#/overview');
    await press();
    await expect(page.getByRole('main').getByText('KEY-1').first()).toBeVisible();
  },
  'palette.open': async (page, press) => {
    await field(page, 'Amount').or(page.getByRole('main')).first().focus();
    await press();
    const box = page.getByRole('combobox', { name: 'Type a command, a customer or an order' });
    await expect(box).toBeFocused();
    // The same key closes it again.
    await press();
    await expect(box).toBeHidden();
  },
  'search.focus': async (page, press) => {
    await goTo(page, '#/overview');
    await inThePage(page);
    await press();
    await expect(page.getByRole('searchbox')).toBeFocused();
  },
  'statement.accept': async (page, press) => {
    await openSuggestedLine(page);
    await expect(page.getByRole('button', { name: 'Accept suggestion' })).toBeEnabled();
    await press();
    await expect(page.getByRole('button', { name: 'Unlink' })).toBeVisible();
  },
  'statement.flag': async (page, press) => {
    await openSuggestedLine(page);
    await press();
    await expect(page.getByRole('button', { name: 'Remove flag' })).toBeVisible();
  },
  'statement.note': async (page, press) => {
    await openSuggestedLine(page);
    await press();
    await expect(field(page, 'Note')).toBeFocused();
  },
  'detail.next': async (page, press) => {
    const first = await openFirstRow(page);
    await press();
    await expect(page).not.toHaveURL(first);
  },
  'detail.previous': async (page, press) => {
    const first = await openFirstRow(page);
    await page.keyboard.press('KeyJ');
    await expect(page).not.toHaveURL(first);
    await press();
    await expect(page).toHaveURL(first);
  },
  'detail.close': async (page, press) => {
    await openFirstRow(page);
    await press();
    await expect(page).toHaveURL(/#\/log$/u);
  },
  'go./': section('New request'),
  'go./log': section('Log'),
  'go./inbox': section('Inbox'),
  'go./overview': section('Overview'),
  'go./batch': section('Batch'),
  'go./settings': section('Settings'),
  'privacy.toggle': async (page, press) => {
    const mark = page.getByRole('button', { name: /^Privacy on/u });
    await press();
    await expect(mark).toBeVisible();
    await press();
    await expect(mark).toBeHidden();
  },
  // A desk without people has no one to switch to; people.spec.ts has the other proof.
  'person.switch': async (page, press) => {
    await goTo(page, '#/overview');
    await press();
    await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible();
  },
  // Nothing waits at a desk without people; eyes.spec.ts has the other proof.
  'eyes.approve': async (page, press) => {
    await goTo(page, '#/');
    await press();
    await expect(page.getByRole('dialog')).toBeHidden();
  },
  'shortcuts.open': async (page, press) => {
    await inThePage(page);
    await press();
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(sheet).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
    await expect(page.getByRole('main')).toBeFocused();
  },
};

test(
  'the sheet lists exactly the keys that work, and each of them does something',
  { tag: ['@landing', '@host'] },
  async ({ desk, deskPage: page }) => {
    const address = await listenerAddress(page);
    await openSection(page, 'New request');
    const input = createInput({ customer: 'called', order_id: 'KEY-1' });
    await callFromPage(page, 'issue.create', input);
    await card(page, 'called').getByRole('button', { name: 'Copy number' }).waitFor();
    await callBack(address, { order_id: 'KEY-1', state: 'Оплачен' });
    await expect(card(page, 'called')).toContainText('Оплачен');

    await inThePage(page);
    await page.keyboard.press('Shift+Slash');
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await sheet.locator('dd').first().waitFor();
    const printed = await sheet.locator('dd').allInnerTexts();
    const spoken = await sheet.locator('dd .spoken').allTextContents();
    const kind = hostOf(page).name === 'loopback' ? 'loopback' : 'electron';
    const rows = sheetOf(kind).flatMap((group) => group.rows);
    expect(printed).toHaveLength(rows.length);
    expect(spoken).toEqual(
      rows.flatMap(({ chords, isRange }) =>
        isRange
          ? [chords.map((chord) => ariaOf(chord, false)).join(' … ')]
          : chords.map((chord) => ariaOf(chord, false)),
      ),
    );
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();

    for (const { id, keys } of SHORTCUTS) {
      for (const chord of keys[kind]) {
        await test.step(`${id}: ${ariaOf(chord, false)}`, async () => {
          await PROOFS[id](page, pressOf(page, chord), desk);
        });
      }
    }
  },
);
