import { screen, waitFor, within } from '@testing-library/dom';
import { expect, it } from 'vitest';

import { sheetOf } from '../../src/renderer/shell/sheet/rows.ts';
import { SHORTCUTS, type ShortcutId } from '../../src/renderer/shell/shortcuts.ts';
import { type Chord, ariaOf } from '../../src/renderer/ui/keys.ts';
import { createInput } from '../support/builders.ts';
import { recordSuggestedLine } from '../support/suggestedLine.ts';
import { callBack, listenerAddress } from './support/callbacks.ts';
import { expectText, findRow, linkIn, mainPart, tableRows } from './support/elements.ts';
import { chooseType, findIssued, put, quickLine } from './support/form.ts';
import {
  type DeskPage,
  cards,
  field,
  goTo,
  openDeskPage,
  openSection,
  suggestedOrder,
} from './support/page.ts';

type Press = () => Promise<void>;
type Proof = (page: DeskPage, press: Press) => Promise<void>;

const SHEET = { name: 'Keyboard shortcuts' } as const;
const PALETTE_BOX = { name: 'Type a command, a customer or an order' } as const;

/** The physical key, with what is held. */
function pressOf({ user }: DeskPage, { code, mod, alt, shift }: Chord): Press {
  const held = [
    ...(mod === true ? ['Control'] : []),
    ...(alt === true ? ['Alt'] : []),
    ...(shift === true ? ['Shift'] : []),
  ];
  const down = held.map((name) => `{${name}>}`).join('');
  const up = held.map((name) => `{/${name}}`).join('');
  return () => user.keyboard(`${down}[${code}]${up}`);
}

async function expectFocused(element: () => HTMLElement): Promise<void> {
  await waitFor(() => expect(element()).toHaveFocus());
}

async function expectGone(query: () => HTMLElement | null): Promise<void> {
  await waitFor(() => expect(query()).not.toBeInTheDocument());
}

const section =
  (name: string): Proof =>
  async (_, press) => {
    const other = name === 'Overview' ? 'Settings' : 'Overview';
    await goTo(`#/${other.toLowerCase()}`);
    await screen.findByRole('heading', { name: other, level: 1 });
    await press();
    await screen.findByRole('heading', { name, level: 1 });
  };

/** With the first of two rows opened; returns its address. */
async function openFirstRow({ user }: DeskPage): Promise<string> {
  await goTo('#/log');
  await waitFor(() => expect(tableRows().length).toBeGreaterThan(1));
  const [first] = tableRows();
  if (first === undefined) throw new Error('The log shows no row');
  await user.click(linkIn(first));
  await waitFor(() => within(mainPart()).getByRole('heading', { name: 'Timeline' }));
  return location.hash;
}

async function openSuggestedLine({ desk }: DeskPage): Promise<void> {
  await goTo(await recordSuggestedLine(desk.call));
  await screen.findByRole('button', { name: 'Accept suggestion' });
}

async function openFormEmpty(): Promise<void> {
  await goTo('#/');
  await screen.findByRole('textbox', { name: 'Quick line' });
  await put(quickLine(), '');
  await put(field('Customer'), '');
}

const copiedRow: Proof = async (_, press) => {
  await goTo('#/');
  (await findIssued('by-key', 'Copy link')).focus();
  await navigator.clipboard.writeText('nothing');
  await press();
  await waitFor(async () => expect(await navigator.clipboard.readText()).not.toBe('nothing'));
};

/** What each key of the table does, seen from outside. A key without a proof does not compile. */
const PROOFS: Readonly<Record<ShortcutId, Proof>> = {
  'request.new': async (_, press) => {
    await goTo('#/overview');
    await press();
    await expectFocused(quickLine);
  },
  'request.quick': async (_, press) => {
    await goTo('#/');
    field('Customer').focus();
    await press();
    await expectFocused(quickLine);
  },
  'request.issue': async ({ desk, user }, press) => {
    await openFormEmpty();
    await put(field('Amount'), '1700');
    // Four rows to copy.
    await chooseType(user, 'sbp');
    await put(field('Customer'), 'by-key');
    await press();
    await findIssued('by-key');
    expect(desk.ledger().deposits.filter(({ cents }) => cents === 1700_00)).toHaveLength(1);
    await suggestedOrder();
  },
  'question.confirm': async ({ user }, press) => {
    await goTo('#/log');
    await user.click(linkIn(await findRow('KEY-1')));
    const detail = await screen.findByRole('complementary');
    await navigator.clipboard.writeText('nothing');
    await user.click(await within(detail).findByRole('button', { name: 'Copy number' }));
    const question = await within(detail).findByRole('alertdialog');
    await waitFor(() =>
      expect(within(question).getByRole('button', { name: /^Copy number/u })).toBeEnabled(),
    );
    await press();
    await waitFor(async () => expect(await navigator.clipboard.readText()).toMatch(/^\d+$/u));
  },
  'message.copy': async (_, press) => {
    await goTo('#/');
    await navigator.clipboard.writeText('nothing');
    await press();
    await waitFor(async () => expect(await navigator.clipboard.readText()).toMatch(/1\s700/u));
  },
  'card.focus': async (_, press) => {
    await goTo('#/overview');
    await press();
    await expectFocused(() => cards('by-key')[0] ?? document.body);
    await press();
    await expectFocused(quickLine);
  },
  'row.1': copiedRow,
  'row.2': copiedRow,
  'row.3': copiedRow,
  'row.4': copiedRow,
  'request.repeat': async (_, press) => {
    // Over what is begun it asks first.
    await openFormEmpty();
    await press();
    await waitFor(() => expect(field('Customer')).toHaveValue('by-key'));
  },
  'notice.open': async (_, press) => {
    await goTo('#/overview');
    await screen.findByRole('heading', { name: 'Overview', level: 1 });
    await press();
    await expectText(mainPart, 'KEY-1');
  },
  'palette.open': async (_, press) => {
    mainPart().focus();
    await press();
    await screen.findByRole('combobox', PALETTE_BOX);
    await expectFocused(() => screen.getByRole('combobox', PALETTE_BOX));
    // The same key closes it again.
    await press();
    await expectGone(() => screen.queryByRole('combobox', PALETTE_BOX));
  },
  'search.focus': async (_, press) => {
    await goTo('#/overview');
    await screen.findByRole('heading', { name: 'Overview', level: 1 });
    mainPart().focus();
    await press();
    await expectFocused(() => screen.getByRole('searchbox'));
  },
  'statement.accept': async (page, press) => {
    await openSuggestedLine(page);
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Accept suggestion' })).toBeEnabled(),
    );
    await press();
    await screen.findByRole('button', { name: 'Unlink' });
  },
  'statement.flag': async (page, press) => {
    await openSuggestedLine(page);
    await press();
    await screen.findByRole('button', { name: 'Remove flag' });
  },
  'statement.note': async (page, press) => {
    await openSuggestedLine(page);
    await press();
    await expectFocused(() => field('Note'));
  },
  'detail.next': async (page, press) => {
    const first = await openFirstRow(page);
    await press();
    await waitFor(() => expect(location.hash).not.toBe(first));
  },
  'detail.previous': async (page, press) => {
    const first = await openFirstRow(page);
    await page.user.keyboard('[KeyJ]');
    await waitFor(() => expect(location.hash).not.toBe(first));
    await waitFor(() => within(mainPart()).getByRole('heading', { name: 'Timeline' }));
    await press();
    await waitFor(() => expect(location.hash).toBe(first));
  },
  'detail.close': async (page, press) => {
    await openFirstRow(page);
    await press();
    await waitFor(() => expect(location.hash).toBe('#/log'));
  },
  'go./': section('New request'),
  'go./log': section('Log'),
  'go./inbox': section('Inbox'),
  'go./overview': section('Overview'),
  'go./batch': section('Batch'),
  'go./settings': section('Settings'),
  'privacy.toggle': async (_, press) => {
    await press();
    await screen.findByRole('button', { name: /^Privacy on/u });
    await press();
    await expectGone(() => screen.queryByRole('button', { name: /^Privacy on/u }));
  },
  // A desk without people has no one to switch to; tests/component/people.test.ts has the other proof.
  'person.switch': async (_, press) => {
    await goTo('#/overview');
    await press();
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
  },
  // Nothing waits at a desk without people; tests/e2e/desk/eyes.spec.ts has the other proof.
  'eyes.approve': async (_, press) => {
    await goTo('#/');
    await press();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  },
  'shortcuts.open': async ({ user }, press) => {
    mainPart().focus();
    await press();
    await screen.findByRole('dialog', SHEET);
    await user.keyboard('{Escape}');
    await expectGone(() => screen.queryByRole('dialog', SHEET));
    await expectFocused(mainPart);
  },
};

/** A request that the provider has called back about, and its notice. */
async function prepare(page: DeskPage): Promise<void> {
  const { desk, user } = page;
  const address = await listenerAddress(page);
  await openSection(user, 'New request');
  await desk.call('issue.create', createInput({ customer: 'called', order_id: 'KEY-1' }));
  await findIssued('called');
  await callBack(address, { order_id: 'KEY-1', state: 'Оплачен' });
  await waitFor(() => expect(cards('called')[0]).toHaveTextContent('Оплачен'));
}

it.each(['loopback', 'electron'] as const)(
  'the sheet of the %s host lists exactly the keys that work, and each of them does something',
  async (host) => {
    const page = await openDeskPage({ host });
    await prepare(page);
    mainPart().focus();
    await page.user.keyboard('{Shift>}[Slash]{/Shift}');
    const sheet = await screen.findByRole('dialog', SHEET);
    const printed = await within(sheet).findAllByRole('definition');
    const spoken = [...sheet.querySelectorAll('dd .spoken')].map(({ textContent }) => textContent);
    const rows = sheetOf(host).flatMap((group) => group.rows);
    expect(printed).toHaveLength(rows.length);
    expect(spoken).toEqual(
      rows.flatMap(({ chords, isRange }) => {
        const names = chords.map((chord) => ariaOf(chord, false));
        return isRange ? [names.join(' … ')] : names;
      }),
    );
    await page.user.keyboard('{Escape}');
    await expectGone(() => screen.queryByRole('dialog', SHEET));

    for (const { id, keys } of SHORTCUTS) {
      for (const chord of keys[host]) {
        await PROOFS[id](page, pressOf(page, chord)).catch((error: unknown) => {
          throw new Error(`${id}: ${ariaOf(chord, false)}: ${String(error)}`, { cause: error });
        });
      }
    }
  },
);
