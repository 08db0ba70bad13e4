import { screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, it, vi } from 'vitest';

import { createInput } from '../support/builders.ts';
import { digitsOf, expectText, findRow, linkIn, mainPart, tableRows } from './support/elements.ts';
import { put } from './support/form.ts';
import { type DeskPage, button, goTo, openDeskPage, openSection } from './support/page.ts';

/** Requests of the Log, found, narrowed and walked through. */

const searchBox = (): HTMLElement => screen.getByRole('searchbox', { name: 'Search the log' });
const firstRow = (): HTMLElement => {
  const [row] = tableRows();
  if (row === undefined) throw new Error('The log shows no row');
  return row;
};
const pill = (name: string | RegExp): HTMLElement => button(name, mainPart());
const findCheckbox = (name: string): Promise<HTMLElement> =>
  screen.findByRole('checkbox', { name });
const columnOf = (row: HTMLElement, column: string): string =>
  row.querySelector(`[data-column="${column}"]`)?.textContent ?? '';
const countText = (): string => {
  const counts = within(mainPart()).getAllByRole('status');
  return counts.find(({ textContent }) => textContent.includes(' of '))?.textContent ?? '';
};

const findCopied = (): Promise<HTMLElement> =>
  screen.findByText(/^Number for .+ copied. The copy is recorded. The clipboard was read back/u);

async function expectFocused(customer: string): Promise<void> {
  await waitFor(async () => expect(linkIn(await findRow(customer))).toHaveFocus());
}

async function openSampleLog(): Promise<DeskPage> {
  const page = await openDeskPage();
  await openSection(page.user, 'Log');
  await page.user.click(await screen.findByRole('button', { name: 'Load sample day' }));
  await waitFor(() => expect(countText()).toMatch(/^(?<all>\d+) of \k<all>$/u));
  return page;
}

describe('the log', () => {
  it('finds a request by the middle of its order id, and Escape leaves the search', async () => {
    const { desk, user } = await openSampleLog();
    // Those without an answer are known at once, too.
    const several = await screen.findByRole('button', { name: 'Resolve several' });
    // A click on a row's link is one step, for the browser's Back, in either table.
    const steps = vi.spyOn(history, 'pushState');
    await user.click(several);
    await user.click(linkIn(firstRow()));
    await screen.findByRole('complementary');
    expect(steps).toHaveBeenCalledTimes(1);
    await user.click(screen.getByRole('button', { name: 'All requests' }));
    steps.mockClear();
    await user.click(linkIn(firstRow()));
    expect(steps).toHaveBeenCalledTimes(1);
    steps.mockRestore();
    await goTo('#/log');
    const order = 'KAZAN-77421-B';
    await desk.call('issue.create', createInput({ order_id: order }));
    await expectText(firstRow, order);
    await user.keyboard('[Slash]');
    await waitFor(() => expect(searchBox()).toHaveFocus());
    await user.keyboard('n-7742');
    await waitFor(() => expect(tableRows()).toHaveLength(1));
    expect(firstRow()).toHaveTextContent(order);
    expect(countText()).toMatch(/^1 of /u);
    await user.keyboard('{Escape}');
    expect(searchBox()).toHaveValue('');
    await user.keyboard('{Escape}');
    expect(searchBox()).not.toHaveFocus();

    await put(searchBox(), 'nobody-has-this');
    await screen.findByRole('heading', { name: 'Nothing matches' });
    await user.click(pill('Clear all'));
    expect(searchBox()).toHaveValue('');
    await waitFor(() => expect(tableRows().length).toBeGreaterThan(1));

    // The unknowns of the sample day are no work for anyone: the top bar does not count them.
    expect(screen.queryByRole('link', { name: /unknown$/u })).toBeNull();
  });

  it('is narrowed, sorted and kept as a view', async () => {
    const { desk, user } = await openSampleLog();
    await user.click(pill('Outcome'));
    await user.click(await findCheckbox('refused: nothing created'));
    await user.keyboard('{Escape}');
    await waitFor(() => {
      expect(tableRows().length).toBeGreaterThan(0);
      for (const row of tableRows()) expect(row).toHaveTextContent('Refused');
    });
    const chips = screen.getByRole('list', { name: 'Filters in use' });
    expect(within(chips).getAllByRole('listitem')).toHaveLength(2);

    const amount = (): HTMLElement => screen.getByRole('columnheader', { name: /^Amount/u });
    const amounts = (): readonly number[] =>
      tableRows().map((row) => Number(digitsOf(columnOf(row, 'amount'))));
    const ascending = (): readonly number[] => amounts().toSorted((one, other) => one - other);
    await user.click(button('Amount', amount()));
    await waitFor(() => {
      expect(amount()).toHaveAttribute('aria-sort', 'descending');
      expect(amounts().length).toBeGreaterThan(1);
      expect(amounts()).toEqual(ascending().toReversed());
    });
    button('Amount', amount()).focus();
    await user.keyboard('{Enter}');
    await waitFor(() => {
      expect(amount()).toHaveAttribute('aria-sort', 'ascending');
      expect(amounts()).toEqual(ascending());
    });

    await user.click(pill('Views'));
    await put(await screen.findByRole('textbox', { name: 'Save current view as' }), 'Refused');
    desk.onOperation('view.save', (call) => call.abort());
    await user.click(pill('Save view'));
    await screen.findByRole('alert');
    desk.offOperation('view.save');
    // Its name is still there.
    await user.click(pill('Save view'));
    await screen.findByRole('button', { name: 'Refused' });
    await user.keyboard('{Escape}');
    await user.click(pill('Clear all'));
    await user.click(pill(/^Days/u));
    await user.click(await screen.findByRole('button', { name: 'Last 7 days' }));
    await user.click(pill(/^Views/u));
    await user.click(await screen.findByRole('button', { name: 'Refused' }));
    // Without dates of its own it keeps the days that are being looked at.
    await screen.findByRole('button', { name: /^Days Last 7 days/u });
    await screen.findByRole('button', { name: /^Views Refused/u });
    await waitFor(() => {
      expect(amount()).toHaveAttribute('aria-sort', 'ascending');
      expect(firstRow()).toHaveTextContent('Refused');
    });
    await openSection(user, 'Inbox');
    await openSection(user, 'Log');
    await screen.findByRole('button', { name: /^Views Refused/u });
  });

  it('is walked through, copied from, revealed and opened by keyboard alone, and all of it is recorded', async () => {
    const { desk, user } = await openDeskPage();
    await openSection(user, 'Log');
    // The first one ends the empty log by itself.
    await screen.findByRole('button', { name: 'Load sample day' });
    for (const customer of ['cust-a', 'cust-b', 'cust-c']) {
      await desk.call('issue.create', createInput({ customer }));
    }
    await waitFor(() => {
      expect(tableRows()).toHaveLength(3);
      for (const row of tableRows()) expect(columnOf(row, 'requisite')).toContain('•');
    });
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    await user.keyboard('{ArrowDown}');
    await expectFocused('cust-c');
    await user.keyboard('{End}');
    await expectFocused('cust-a');
    await user.keyboard('{ArrowUp}');
    await expectFocused('cust-b');
    const deposit = desk.ledger().deposits.find(({ fields }) => fields['customer'] === 'cust-b');
    const number = deposit?.payment_data['number'];
    await user.keyboard('{Control>}c{/Control}');
    await findCopied();
    expect(await navigator.clipboard.readText()).toBe(number);

    const requisite = async (): Promise<string> => columnOf(await findRow('cust-b'), 'requisite');
    // Left before the answer was there, it stays masked.
    const answered = new Promise<void>((resolve) => {
      desk.onOperation('request.reveal', async (call) => {
        await user.keyboard('{ArrowDown}');
        await expectFocused('cust-a');
        await call.continue();
        resolve();
      });
    });
    await user.keyboard('r');
    await answered;
    desk.offOperation('request.reveal');
    // A later copy is drawn, and so is whatever the answer before it did.
    await user.keyboard('{Control>}c{/Control}');
    await findCopied();
    expect(await requisite()).toContain('•');
    await user.keyboard('{ArrowUp}');
    await expectFocused('cust-b');
    expect(await requisite()).toContain('•');
    await user.keyboard('r');
    await waitFor(async () => expect(digitsOf(await requisite())).toBe(number));
    await user.keyboard('{ArrowDown}');
    await expectFocused('cust-a');
    // The row was left.
    await waitFor(async () => expect(await requisite()).toContain('•'));
    await user.keyboard('{ArrowUp}');
    await expectFocused('cust-b');
    await user.keyboard('{Enter}');
    const detail = (): HTMLElement => screen.getByRole('complementary');
    await waitFor(() => {
      expect(detail()).toHaveTextContent('copied the number');
      expect(detail()).toHaveTextContent('revealed');
    });
    await user.keyboard('j');
    await waitFor(() => expect(detail()).toHaveTextContent('cust-a'));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('complementary')).not.toBeInTheDocument());
    await expectFocused('cust-a');
  });
});
