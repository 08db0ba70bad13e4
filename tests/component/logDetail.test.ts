import { screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';

import { createInput } from '../support/builders.ts';
import { digitsOf, expectText, findRow, linkIn, mainPart, tableRows } from './support/elements.ts';
import { put } from './support/form.ts';
import {
  type DeskPage,
  button,
  findCard,
  openDeskPage,
  openSection,
  valueOf,
} from './support/page.ts';

/** One request whole: who looked, who wrote, who flagged. */

const detail = (): HTMLElement => screen.getByRole('complementary');
const timelineCount = (text: RegExp): number => within(detail()).queryAllByText(text).length;
const rowTexts = (): string =>
  tableRows()
    .map(({ textContent }) => textContent)
    .join('\n');

/** The string to sign, and what travelled. */
async function openTechnical({ user }: DeskPage): Promise<void> {
  await user.click(within(detail()).getByText('Technical'));
  await within(detail()).findByRole('heading', { name: 'String to sign' });
}

async function expectDetailOf(customer: string): Promise<void> {
  await waitFor(() => {
    expect(within(detail()).getByRole('heading', { name: customer })).toBeInTheDocument();
    within(detail()).getByRole('heading', { name: 'Timeline' });
  });
}

/** Two requests in the Log; the second is opened. `number`: what the provider gave for it. */
async function openMarkedRequest(): Promise<DeskPage & { readonly number: string }> {
  const page = await openDeskPage();
  for (const customer of ['cust-other', 'cust-marked']) {
    await page.desk.call('issue.create', createInput({ customer }));
    await expectText(() => screen.getByRole('main'), customer);
  }
  const card = await findCard('cust-marked');
  await within(card).findByText('created');
  await openSection(page.user, 'Log');
  await page.user.click(linkIn(await findRow('cust-marked')));
  await expectDetailOf('cust-marked');
  const number = page.desk.ledger().deposits.at(-1)?.payment_data['number'] ?? '';
  return { ...page, number };
}

describe('an opened request', () => {
  it('has masked requisites until the operator reveals them, for that look only; copies and reveals are events', async () => {
    const page = await openMarkedRequest();
    const { user, number } = page;
    // The timeline comes first; what travelled is closed until it is asked for.
    expect(within(detail()).queryByLabelText('Body')).not.toBeInTheDocument();
    await openTechnical(page);
    const [sent, answered] = within(detail()).getAllByLabelText('Body');
    expect(sent?.textContent).toMatch(/^\{\n {2}"[a-z_]+": .+,\n/u);
    expect(answered?.textContent).toMatch(/\n {2}"payment_data": \{\n {4}"/u);
    expect(number).toMatch(/^\d{6,}$/u);
    // Neither in the card nor in the answer as it travelled.
    expect(digitsOf(detail().textContent)).not.toContain(number);
    await user.click(button('Copy number', detail()));
    await waitFor(() => expect(timelineCount(/ copied the number/u)).toBe(1));
    expect(await navigator.clipboard.readText()).toBe(number);
    expect(digitsOf(detail().textContent)).not.toContain(number);

    button('Reveal', detail()).focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(timelineCount(/ revealed the requisites/u)).toBe(1));
    expect(digitsOf(detail().textContent)).toContain(number);
    expect(button('Mask again', detail())).toHaveFocus();

    await user.keyboard('j');
    await expectDetailOf('cust-other');
    await user.keyboard('k');
    await expectDetailOf('cust-marked');
    expect(digitsOf(detail().textContent)).not.toContain(number);

    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('complementary')).not.toBeInTheDocument());
    const row = linkIn(await findRow('cust-marked'));
    await waitFor(() => expect(row).toHaveFocus());
  });

  it('keeps a note that could not be recorded, over another request and a reload', async () => {
    const { desk, user, reload } = await openMarkedRequest();
    const box = (): HTMLElement => within(detail()).getByRole('textbox', { name: 'Add a note' });
    const note = 'Paid in cash.\nReceipt follows.';
    desk.onOperation('request.note', (call) => call.abort());
    await put(box(), note);
    await user.keyboard('{Control>}{Enter}{/Control}');
    await within(detail()).findByRole('alert');
    expect(valueOf(box())).toBe(note);
    desk.offOperation('request.note');

    // Also while something else is looked at.
    await user.click(linkIn(await findRow('cust-other')));
    await expectDetailOf('cust-other');
    expect(box()).toHaveValue('');
    await user.click(button('Previous request', detail()));
    await expectDetailOf('cust-marked');
    await reload();
    await expectDetailOf('cust-marked');
    expect(valueOf(box())).toBe(note);
    box().focus();
    await user.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => expect(timelineCount(/ added a note/u)).toBe(1));
    expect(detail()).toHaveTextContent('Paid in cash. Receipt follows.');
    await waitFor(() => expect(box()).toHaveValue(''));
  });

  it('is flagged for attention, and no longer once the flag is taken off', async () => {
    const { user } = await openMarkedRequest();
    const flag = (): HTMLElement => button('Flag', detail());
    const attention = (): HTMLElement => button(/^Needs attention/u, mainPart());
    const badge = (): string => screen.getByRole('link', { name: 'Log' }).textContent;
    // Neither was copied yet. The filter and the navigation say the same number.
    await waitFor(() => {
      expect(attention()).toHaveTextContent(/^Needs attention ?2$/u);
      expect(badge()).toMatch(/^Log2/u);
    });
    // Copied, so that nothing but the flag asks for attention.
    await user.click(button('Copy number', detail()));
    await waitFor(() => expect(timelineCount(/ copied the number/u)).toBe(1));
    await user.click(flag());
    await waitFor(() => expect(flag()).toHaveAttribute('aria-pressed', 'true'));
    expect(timelineCount(/^Flagged$/u)).toBe(1);
    await user.click(attention());
    await waitFor(async () => {
      const row = await findRow('cust-marked');
      expect(within(row).getByText('flagged')).toHaveAttribute('title', 'Flagged');
    });
    await user.click(flag());
    await waitFor(() => expect(timelineCount(/ took the flag off$/u)).toBe(1));
    await user.click(attention());
    await user.click(attention());
    await waitFor(() => {
      expect(rowTexts()).toContain('cust-other');
      expect(rowTexts()).not.toContain('cust-marked');
    });
    await waitFor(() => {
      expect(attention()).toHaveTextContent(/^Needs attention ?1$/u);
      expect(badge()).toMatch(/^Log1/u);
    });
    await user.click(attention());
    await findRow('cust-marked');
  });
});
