import { screen, waitFor, within } from '@testing-library/dom';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';

import { createInput } from '../support/builders.ts';
import { digitsOf, expectText, mainPart, tableRows } from './support/elements.ts';
import { put } from './support/form.ts';
import {
  button,
  field,
  findCard,
  goBack,
  goTo,
  openDeskPage,
  openSection,
} from './support/page.ts';

/** What surrounds every screen: the palette, help, the menu of the operator, language and theme. */

const PALETTE = { name: 'Search or run a command' } as const;
const palette = (): HTMLElement => screen.getByRole('dialog', PALETTE);
const paletteBox = (): HTMLElement => within(palette()).getByRole('combobox');
const activeOption = (): HTMLElement => within(palette()).getByRole('option', { selected: true });

/** As a Cyrillic layout sends it: the same physical key, another letter. */
function pressInCyrillic(code: string, key: string): void {
  const target = document.activeElement ?? document.body;
  const init = { code, key, ctrlKey: true, bubbles: true, cancelable: true };
  target.dispatchEvent(new KeyboardEvent('keydown', init));
}

async function openPalette(user: UserEvent, text: string): Promise<void> {
  await user.keyboard('{Control>}[KeyK]{/Control}');
  await screen.findByRole('dialog', PALETTE);
  await put(paletteBox(), text);
}

async function expectNoPalette(): Promise<void> {
  await waitFor(() => expect(screen.queryByRole('dialog', PALETTE)).not.toBeInTheDocument());
}

/** Types into the palette and takes what stands first. */
async function choose(user: UserEvent, text: string, first: RegExp): Promise<void> {
  await openPalette(user, text);
  await waitFor(() => expect(activeOption()).toHaveAccessibleName(expect.stringMatching(first)));
  await user.keyboard('{Enter}');
  await expectNoPalette();
}

describe('the palette', () => {
  it('opens and finds in either layout, and leaves the keyboard where it was', async () => {
    const { desk, user } = await openDeskPage();
    await desk.call('log.loadSample', {});
    await desk.call('issue.create', createInput({ customer: 'qwanna', order_id: 'SH-1' }));
    await findCard('qwanna');
    const customer = field('Customer');
    if (!(customer instanceof HTMLInputElement)) throw new Error('Customer is no text box');
    await put(customer, 'cust-12');
    customer.setSelectionRange(2, 4);

    pressInCyrillic('KeyK', 'л');
    await screen.findByRole('dialog', PALETTE);
    await waitFor(() => expect(paletteBox()).toHaveFocus());
    await user.keyboard('{Escape}');
    await waitFor(() => expect(customer).toHaveFocus());
    const { value, selectionStart, selectionEnd } = customer;
    expect([value, selectionStart, selectionEnd]).toEqual(['cust-12', 2, 4]);

    // "log" as a Cyrillic layout writes it.
    await choose(user, 'дщп', /^Log/u);
    await screen.findByRole('heading', { name: 'Log', level: 1 });
    await choose(user, 'quick', /^Quick line/u);
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Quick line' })).toHaveFocus());

    // "qwanna", whose request is of today, and one that only the log knows.
    await choose(user, 'йцфттф', /^qwanna/u);
    await expectText(mainPart, 'SH-1');
    await openPalette(user, 'cust-10');
    await within(palette()).findByRole('group', { name: 'In the log' });
    // Escape is the palette's: the opened request stays.
    await user.keyboard('{Escape}');
    await expectNoPalette();
    expect(mainPart()).toHaveTextContent('SH-1');

    await desk.call('settings.update', { privacy: true });
    await screen.findByRole('button', { name: /^Privacy on/u });
    await openPalette(user, 'SH-1');
    const hidden = await within(palette()).findByRole('option', { name: /^•••.*SH-1/u });
    expect(hidden).toHaveTextContent('•••');
    expect(hidden).not.toHaveTextContent(/qwanna|500/u);
  });
});

describe('what waits for an operator', () => {
  it('leaves the sample day out of the Log’s badge and of the number of unknowns', async () => {
    const { desk, user } = await openDeskPage();
    await openSection(user, 'Log');
    await user.click(await screen.findByRole('button', { name: 'Load sample day' }));
    await waitFor(() => expect(tableRows().length).toBeGreaterThan(1));
    await desk.call('issue.create', createInput({ customer: 'cust-own', order_id: 'OWN-1' }));
    const log = within(screen.getByRole('navigation')).getByRole('link', { name: 'Log' });
    await waitFor(() => expect(within(log).getByText('1')).toBeInTheDocument());
    expect(screen.queryByRole('link', { name: /unknown$/u })).toBeNull();
    // The filter of the Log lists sample rows too, and counts what it lists.
    const filter = screen.getByRole('button', { name: /^Needs attention/u });
    await waitFor(() => expect(Number(digitsOf(filter.textContent))).toBeGreaterThan(10));
  });
});

describe('help', () => {
  it('shows the guides, a section of one by the palette, and the Russian one on a Russian desk', async () => {
    const { desk, user } = await openDeskPage();
    await goTo('#/help');
    const guide = (): HTMLElement => screen.getByRole('article');
    await waitFor(() => expect(guide()).toHaveAccessibleName("Operator's guide"));
    expect(within(guide()).getAllByRole('table').length).toBeGreaterThan(2);
    await user.click(screen.getByRole('link', { name: 'When no answer came' }));
    const heading = within(guide()).getByRole('heading', { name: 'When no answer came', level: 3 });
    await waitFor(() => expect(heading).toHaveFocus());
    await choose(user, 'wrong pin', /^Wrong PINs/u);
    await waitFor(() =>
      expect(within(guide()).getByRole('heading', { name: 'Wrong PINs' })).toHaveFocus(),
    );
    await desk.call('settings.update', { language: 'ru' });
    await goTo('#/help/operator');
    await waitFor(() => expect(guide()).toHaveAccessibleName('Руководство оператора'));
    await user.click(screen.getByRole('link', { name: 'Если ответа не было' }));
    await waitFor(() =>
      expect(within(guide()).getByRole('heading', { name: 'Если ответа не было' })).toHaveFocus(),
    );
    // No heading has this address.
    await goTo('#/help/operator/1.a!');
    expect(guide()).toHaveAccessibleName('Руководство оператора');
    await goTo('#/help/people');
    await waitFor(() => expect(guide()).toHaveTextContent('пока только на английском'));
    expect(guide()).toHaveAttribute('lang', 'en');
  });
});

describe('the menu of the operator', () => {
  it('keeps the name that is typed there, and leads to what is known about the desk', async () => {
    const { user } = await openDeskPage();
    await user.click(await screen.findByRole('button', { name: /^Operator:/u }));
    const menu = await screen.findByRole('dialog', { name: 'Operator and desk' });
    const name = await within(menu).findByRole('textbox', { name: 'Your name at this desk' });
    await put(name, 'Dilnoza');
    await user.keyboard('{Enter}');
    await screen.findByRole('button', { name: 'Operator: Dilnoza' });
    await user.click(within(menu).getByRole('link', { name: 'About Deposit Desk' }));
    // The packages that it is made of are put in by the build: tests/e2e/desk/shell.spec.ts.
    await screen.findByRole('region', { name: /packages by others/u });
  });
});

describe('the page', () => {
  it('keeps the keyboard when Back takes away what had the focus', async () => {
    await openDeskPage();
    await goTo('#/overview');
    await screen.findByRole('heading', { name: 'Overview', level: 1 });
    await goTo('#/settings/desk');
    const name = await screen.findByRole('textbox', { name: 'Operator name' });
    name.focus();
    await goBack();
    await screen.findByRole('heading', { name: 'Overview', level: 1 });
    await waitFor(() => expect(mainPart()).toHaveFocus());
  });

  it('keeps language and theme over a restart of the desk', async () => {
    const { desk, user, reload } = await openDeskPage();
    await openSection(user, 'Settings');
    await user.click(await screen.findByRole('tab', { name: 'Desk' }));
    await user.click(screen.getByRole('radio', { name: 'Dark' }));
    await user.click(button('Save'));
    const html = document.documentElement;
    await waitFor(() => expect(html).toHaveAttribute('data-color-scheme', 'dark'));
    await user.click(screen.getByRole('radio', { name: 'Русский' }));
    await user.click(button('Save'));
    await waitFor(() => {
      expect(html).toHaveAttribute('lang', 'ru');
      expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Настройки');
    });

    await desk.restart();
    // Another browser, which knows of neither.
    localStorage.clear();
    sessionStorage.clear();
    html.lang = 'en';
    html.dataset['colorScheme'] = 'light';
    await reload();
    await waitFor(() => {
      expect(html).toHaveAttribute('lang', 'ru');
      expect(html).toHaveAttribute('data-color-scheme', 'dark');
    });
  });
});
