import { screen, waitFor, within } from '@testing-library/dom';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';

import { copiedBy, pressF9, recordedCopies } from './support/copies.ts';
import { digitsOf, expectText, findRow, linkIn } from './support/elements.ts';
import { copyButton, findIssued, issueDirect } from './support/form.ts';
import { openAnsweringDesk } from './support/merchants.ts';
import { button, findCard, openSection } from './support/page.ts';

/** What a provider may write, however long and whatever it leads to. */

const LONG = 40_000;
const detail = (): HTMLElement => screen.getByRole('complementary');

async function openDetail(user: UserEvent, customer: string): Promise<void> {
  await openSection(user, 'Log');
  await user.click(linkIn(await findRow(customer)));
  await waitFor(() => within(detail()).getByRole('heading', { name: 'Timeline' }));
}

/** The button that stands beneath the cut text of a row. */
function showAllOf(row: Element | null): HTMLElement {
  if (!(row instanceof HTMLElement)) throw new Error('There is no such row');
  return within(row).getByRole('button', { name: 'Show all' });
}

describe('a text of 40,000 characters', () => {
  const name = 'x\u200b'.repeat(LONG / 2);

  it('is shown by its first 2,000 until all of it is asked for, and copied whole', async () => {
    const { user, answer } = await openAnsweringDesk();
    answer('cust-long', { payment_data: { number: '2200700812345675', name } });
    await issueDirect(user, 'cust-long');
    const shown = await findIssued('cust-long', 'Copy name');
    const row = shown.querySelector('[data-part="name"]');
    const marks = (): number => shown.querySelectorAll('[data-code="U+200B"]').length;
    expect(marks()).toBe(1000);
    expect(row?.textContent.length).toBeLessThan(3000);
    expect(row).toHaveTextContent('40 000 characters');
    // Said of all of it: all of it is copied.
    expect(row).toHaveTextContent('zero-width character U+200B ×20000');

    const showAll = showAllOf(row);
    expect(showAll).toHaveAttribute('aria-expanded', 'false');
    await user.click(showAll);
    const whole = within(shown).getByRole('group', { name: 'Name' });
    expect(whole.textContent).toBe(name);
    expect(whole.childElementCount).toBe(LONG / 2000);
    expect(whole).toHaveAttribute('tabindex', '0');
    expect(marks()).toBe(0);
    const showLess = button('Show less', shown);
    expect(showLess).toHaveFocus();
    expect(showLess).toHaveAttribute('aria-expanded', 'true');
    await user.click(showLess);
    expect(within(shown).queryByRole('group', { name: 'Name' })).not.toBeInTheDocument();
    expect(await copiedBy(() => user.click(copyButton(shown, 'Copy name')))).toBe(name);
  });

  it('is masked in the Log’s detail before it is cut, as much of it as is shown', async () => {
    const { user, answer } = await openAnsweringDesk();
    const number = '2200700812345675';
    // The number stands across the place where the answer is cut.
    const before = 'y'.repeat(1990 - '{"said":"'.length);
    answer('cust-cut', { said: `${before}${number}${name}`, payment_data: { number, name } });
    await issueDirect(user, 'cust-cut');
    await findIssued('cust-cut');
    await openDetail(user, 'cust-cut');
    await user.click(within(detail()).getByText('Technical'));
    const body = within(detail()).getAllByLabelText('Body').at(-1);
    expect(body?.textContent.length).toBeLessThanOrEqual(2001);
    expect(digitsOf(detail().textContent)).not.toContain(number.slice(0, 10));
    await user.click(
      within(detail()).getAllByRole('button', { name: 'Show all' }).at(-1) ?? detail(),
    );
    const whole = within(detail()).getByRole('group', { name: 'Body' });
    expect(whole.textContent.length).toBeGreaterThan(LONG);
    expect(digitsOf(whole.textContent)).not.toContain(number.slice(0, 10));
  });

  it('is a text also where it is thousands of fields', async () => {
    const { user, answer } = await openAnsweringDesk();
    const fields = Array.from({ length: LONG / 20 }, (_, at) => [`f${at}`, `value ${at}`] as const);
    answer('cust-many', { payment_data: { number: '1', ...Object.fromEntries(fields) } });
    await issueDirect(user, 'cust-many');
    const shown = await findIssued('cust-many');
    expect(within(shown).getAllByRole('button', { name: /^Copy f\d/u })).toHaveLength(39);
    await expectText(() => shown, '1961 more fields');
    await user.click(button('Show all', shown));
    const rest = within(shown).getByRole('group', { name: '1961 more fields' });
    expect(rest.textContent).toMatch(/^f39: value 39\n/u);
    expect(rest.textContent).toMatch(/\nf1999: value 1999$/u);
  });
});

describe('a payment link that is not safe', () => {
  it('leaves by no way: not by F9, not by Copy link, not from the Log', async () => {
    const { desk, user, answer } = await openAnsweringDesk({ mode: 'live' });
    answer('cust-evil', { payment_data: { url: 'javascript:alert(1)' } });
    await issueDirect(user, 'cust-evil');
    const shown = await findIssued('cust-evil', 'Copy link');
    await navigator.clipboard.writeText('nothing yet');
    await pressF9();
    await screen.findByText(/Nothing copied: the link for cust-evil is not safe to open\. Ask/u);
    expect(copyButton(shown, 'Copy link')).toBeDisabled();
    expect(shown).toHaveTextContent(/it cannot be opened or copied\. Ask/u);
    // Only the customer's name leads anywhere.
    expect(within(shown).getByRole('link')).toHaveTextContent('cust-evil');
    expect(within(shown).queryByRole('img')).not.toBeInTheDocument();

    await openSection(user, 'Log');
    linkIn(await findRow('cust-evil')).focus();
    await user.keyboard('{Control>}c{/Control}');
    await screen.findByText(
      'Not copied: the link is not safe to open. Ask the provider for an https link.',
    );
    expect(await navigator.clipboard.readText()).toBe('nothing yet');
    expect(await recordedCopies(desk, shown)).toEqual([]);
  });
});

describe('the panel that teaches a refusal', () => {
  const number = '2200700812345675';

  it('masks the requisites of an answer, as the answer above it is masked', async () => {
    const { desk, user, answer } = await openAnsweringDesk();
    answer('cust-both', {
      error: 'busy',
      payment_data: { number, url: 'https://pay.example/7/abcdef' },
    });
    await issueDirect(user, 'cust-both');
    await expectText(() => screen.getByRole('main'), 'Outcome unknown');
    const { intent } = (await findCard('cust-both')).dataset;
    await openDetail(user, 'cust-both');
    await user.click(within(detail()).getByText('Technical'));
    await expectText(detail, 'Requisites in it are masked.');
    await user.click(button('Answers like this mean: nothing was created', detail()));
    const known = await within(detail()).findByRole('combobox', { name: 'Known by' });
    await user.selectOptions(known, 'payment_data.number');
    expect(known).toHaveAccessibleDescription(
      /with "2200 70•• •••• 5675" at payment_data\.number/u,
    );
    expect(known).toHaveTextContent('payment_data.url = "pay.example/…cdef"');
    expect(digitsOf(detail().textContent)).not.toContain(number);
    expect(detail()).not.toHaveTextContent('abcdef');
    const history = JSON.stringify(await desk.call('log.history', { intentId: intent }));
    expect(history).not.toContain('"revealed"');
  });

  it('shows them whole once somebody has revealed them, which is recorded', async () => {
    const { user, answer } = await openAnsweringDesk();
    answer('cust-seen', { payment_data: { number } });
    await issueDirect(user, 'cust-seen');
    await findIssued('cust-seen');
    await openDetail(user, 'cust-seen');
    await user.click(within(detail()).getByText('Technical'));
    const teach = 'Answers like this mean: nothing was created';
    expect(within(detail()).queryByRole('button', { name: teach })).not.toBeInTheDocument();
    await user.click(button('Reveal', detail()));
    await expectText(detail, / revealed the requisites/u);
    await user.click(button(teach, detail()));
    const known = await within(detail()).findByRole('combobox', { name: 'Known by' });
    expect(known).toHaveTextContent(`payment_data.number = "${number}"`);
    await user.click(button('Mask again', detail()));
    await waitFor(() => expect(digitsOf(detail().textContent)).not.toContain(number));
  });
});
