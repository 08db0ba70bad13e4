import { screen, waitFor, within } from '@testing-library/dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';

import { DEFAULT_LISTENER } from '../../src/shared/domain/callback.ts';
import { createInput } from '../support/builders.ts';
import {
  callBack,
  findDepositId,
  listenerAddress,
  switchListenerOff,
  switchListenerOn,
} from './support/callbacks.ts';
import { expectText, findRow, linkIn, tableRows } from './support/elements.ts';
import { copiedBy, pressF9, recordedCopies } from './support/copies.ts';
import { copyButton, findIssued, put } from './support/form.ts';
import { succeed } from './support/merchants.ts';
import {
  button,
  cards,
  chooseInMenu,
  field,
  findCard,
  goBack,
  openDeskPage,
  openSection,
} from './support/page.ts';
import { openProvider, profileSwitch, saveShop, useProfile } from './support/profiles.ts';

/** What a provider calls back about: the card, the Inbox, and the counts of the Inbox. */

const listenerSchema = z.object({ value: z.object({ address: z.string() }) });

const counters = (): HTMLElement => screen.getByRole('group', { name: 'Which callbacks' });
const counter = (name: string | RegExp): HTMLElement =>
  within(counters()).getByRole('link', { name });

/** Each a link that narrows, with how many there are. */
async function expectCounts(...counts: readonly string[]): Promise<void> {
  await waitFor(() => {
    for (const name of counts) expect(counter(name)).toBeInTheDocument();
  });
}

async function expectRows(count: number): Promise<void> {
  await waitFor(() => expect(tableRows()).toHaveLength(count));
}

afterEach(() => {
  vi.useRealTimers();
});

describe('a callback', () => {
  it('reaches the card and the Inbox without a reload', async () => {
    const page = await openDeskPage();
    const { desk, user } = page;
    await switchListenerOff(page);
    const address = await switchListenerOn(page);
    await openSection(user, 'New request');
    await user.click(button(/^More/u));
    await waitFor(() => expect(field('Callback URL')).toHaveValue(address));
    await desk.call('issue.create', createInput({ customer: 'cust-called', order_id: 'CB-1' }));
    const id = await findDepositId(desk);
    const said = { order_id: 'CB-1', state: 'Оплачен', amount: '1450.00', currency: 'RUB' };
    await callBack(address, { id, ...said });
    await findCard('cust-called');
    await waitFor(() => {
      const [card] = cards('cust-called');
      expect(card).toHaveTextContent(/“Оплачен”\s?by callback \d\d:\d\d · unverified/u);
      expect(card).toHaveTextContent(/Paid 1\s450\.00 of 1\s500\.00\sRUB/u);
    });

    await openSection(user, 'Inbox');
    await callBack(address, { order_id: 'nobody', state: 'paid' });
    await expectRows(2);
    expect(tableRows()[0]).toHaveTextContent('No request here');
    const steps = vi.spyOn(history, 'pushState');
    await user.click(linkIn(await findRow('CB-1')));
    expect(steps).toHaveBeenCalledTimes(1);
    steps.mockRestore();
    await screen.findByText('Matched by the provider’s id.');
    expect(await screen.findByLabelText('Body')).toHaveTextContent('"amount":"1450.00"');
    await user.click(screen.getByRole('link', { name: 'Open the request' }));
    // As money, not as the provider wrote it.
    await screen.findByText(/^The provider called back: “Оплачен”, amount 1\s450\.00$/u);
  });

  it('that comes while it is asked whose message is meant is known to the copy', async () => {
    const page = await openDeskPage();
    const { desk, user } = page;
    const address = await listenerAddress(page);
    await openSection(user, 'New request');
    for (const [customer, order_id] of Object.entries({
      'cust-one': 'TWO-1',
      'cust-two': 'TWO-2',
    })) {
      await desk.call('issue.create', createInput({ customer, order_id }));
      await findIssued(customer, 'Copy message');
    }
    await navigator.clipboard.writeText('nothing yet');
    await pressF9();
    const choice = await screen.findByRole('dialog', { name: 'Whose message?' });
    await callBack(address, { order_id: 'TWO-1', state: 'paid', amount: '1500.00' });
    await waitFor(() => expect(cards('cust-one')[0]).toHaveTextContent('paid'));
    await user.click(within(choice).getByRole('button', { name: /cust-one/u }));
    await screen.findByText(/^cust-one: Not copied yet\. The provider says “paid”/u);
    expect(await navigator.clipboard.readText()).toBe('nothing yet');
  });

  it('that says paid or expired turns the message into the receipt for what was paid, after a question', async () => {
    const page = await openDeskPage();
    const { desk, user } = page;
    const address = await listenerAddress(page);
    await openSection(user, 'New request');
    const issued = { customer: 'cust-done', order_id: 'END-1' };
    await desk.call('issue.create', createInput(issued));
    const shown = await findIssued('cust-done', 'Copy message');
    await callBack(address, { order_id: 'END-1', state: 'paid', amount: '1450.00' });
    await waitFor(() => expect(shown).toHaveTextContent('paid'));
    // Green is for paid in full.
    expect(within(shown).getByText('“paid”')).toHaveAttribute('data-colour', 'amber');
    await navigator.clipboard.writeText('nothing yet');
    await pressF9();
    const question =
      /^cust-done: Not copied yet\. The customer paid only a part\. Press again to copy the receipt/u;
    expect(await screen.findByText(question)).toHaveTextContent('not signed');
    expect(await navigator.clipboard.readText()).toBe('nothing yet');
    // Two presses so close are one: the question is read first. Only the page's clock is set.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2000 });
    button(/^Copy receipt: paid partly/u, shown);
    const partly = await copiedBy(pressF9);
    expect(partly).toMatch(
      /^TEST\. DO NOT PAY\nWe have received 1 450\.00 RUB of 1 500\.00 RUB\.\nStill missing: 50\.00 RUB\n/u,
    );
    expect(partly).not.toContain('Please transfer');
    // The menu has what else suits; a callback without a signature is asked about there too.
    const chooseReceipt = async (): Promise<void> => {
      await chooseInMenu(user, shown, 'Copy receipt');
    };
    await chooseReceipt();
    await screen.findByText(/^cust-done: Not copied yet\.[^]*copy the receipt\.[^]*not signed/u);
    vi.setSystemTime(Date.now() + 2000);
    const receipt = await copiedBy(chooseReceipt);
    expect(receipt).toMatch(/received your payment[^]*Amount: 1 450\.00 RUB\nOrder: END-1$/u);
    await waitFor(async () => {
      expect(await recordedCopies(desk, shown)).toContainEqual(['message', partly]);
    });
    // One line does not leave out that less was paid. A card with the keyboard in it stays open.
    button('More actions', shown).blur();
    await desk.call('issue.create', createInput({ customer: 'cust-next', order_id: 'END-2' }));
    await findIssued('cust-next');
    await waitFor(() => {
      expect(cards('cust-done')[0]).toHaveTextContent(/“paid”\s?paid 1\s450\.00/u);
    });
    // Its one button fills the form for what is missing.
    const [folded] = cards('cust-done');
    await user.click(button('Issue top-up 50.00', folded));
    await waitFor(() => expect(field('Customer')).toHaveValue('cust-done'));
    expect(field('Amount')).toHaveValue('50.00');
    await openSection(user, 'Inbox');
    const called = within(await findRow('END-1'));
    expect(called.getByText('“paid”')).toHaveAttribute('data-colour', 'amber');
  });

  it('that says paid keeps the requisites behind a question, on the card and in the Log', async () => {
    const page = await openDeskPage();
    const { desk, user } = page;
    const address = await listenerAddress(page);
    await openSection(user, 'New request');
    await desk.call('issue.create', createInput({ customer: 'cust-no', order_id: 'END-0' }));
    const refused = await findIssued('cust-no', 'Copy message');
    await callBack(address, { order_id: 'END-0', state: 'rejected' });
    await within(refused).findByRole('button', { name: /^Copy closing message/u });
    await desk.call('issue.create', createInput({ customer: 'cust-done', order_id: 'END-1' }));
    const shown = await findIssued('cust-done', 'Copy message');
    await callBack(address, { order_id: 'END-1', state: 'paid' });
    await within(shown).findByRole('button', { name: /^Copy receipt/u });
    expect(within(shown).getByText('“paid”')).toHaveAttribute('data-colour', 'green');
    // Its requisites are asked about first, whatever a fast hand presses.
    await navigator.clipboard.writeText('nothing yet');
    copyButton(shown).focus();
    await user.keyboard('{Enter}{Enter}');
    const closed = { name: /^Closed: the provider says “paid”/u };
    const asked = await within(shown).findByRole('alertdialog', closed);
    expect(asked).toHaveFocus();
    expect(asked).toHaveTextContent('Order END-1 for cust-done. Money sent to these requisites');
    await user.keyboard('[F2] 1500{Enter}');
    await waitFor(() => expect(button(/^Copy number/u, asked)).toBeEnabled());
    await user.keyboard(' {Enter}{Tab} {Enter}');
    expect(await navigator.clipboard.readText()).toBe('nothing yet');
    await user.keyboard('{Escape}');
    expect(within(shown).queryByRole('alertdialog')).toBeNull();
    expect(copyButton(shown)).toHaveFocus();
    await user.keyboard('{Enter}');
    const again = await within(shown).findByRole('alertdialog', closed);
    await waitFor(() => expect(button(/^Copy number/u, again)).toBeEnabled());
    const number = await copiedBy(() => user.keyboard('[F2]'));
    expect(number).toMatch(/^\d+$/u);
    await waitFor(async () => {
      expect(await recordedCopies(desk, shown)).toContainEqual(['number', number]);
    });

    // So are those of a row in the Log.
    await openSection(user, 'Log');
    linkIn(await findRow('END-1')).focus();
    await navigator.clipboard.writeText('nothing yet');
    await user.keyboard('{Control>}[KeyC][KeyC]{/Control}');
    const inLog = await screen.findByRole('alertdialog', closed);
    await waitFor(() => expect(button(/^Copy number/u, inLog)).toBeEnabled());
    await user.keyboard('r {Enter}');
    expect(await navigator.clipboard.readText()).toBe('nothing yet');
    expect(await copiedBy(() => user.keyboard('[F2]'))).toBe(number);
    await screen.findByText(/^Number for cust-done copied/u);
    expect(linkIn(await findRow('END-1'))).toHaveFocus();
  });

  it('is counted by what became of it, and each number lists its own', async () => {
    const page = await openDeskPage();
    const { desk, user, reload } = page;
    const address = await listenerAddress(page);
    await desk.call('issue.create', createInput({ order_id: 'IN-1', customer: 'cust-in' }));
    const id = await findDepositId(desk);
    await openSection(user, 'Inbox');
    const paid = { id, order_id: 'IN-1', state: 'paid' };
    await callBack(address, { order_id: 'nobody-1', state: 'paid' });
    await callBack(address, { order_id: 'nobody-2', state: 'paid' });
    await callBack(address, paid);
    await callBack(address, paid);
    await callBack(address, { ...paid, currency: 'UZS' });
    // Nothing was pressed: they are listed and counted as they come.
    await expectRows(4);
    const counts = [
      'All 4',
      'Applied 1',
      'Contradicting 1',
      'Wrong signature 0',
      'No request here 2',
    ];
    await expectCounts(...counts);
    await screen.findByText(/^1 came again/u);

    await user.click(counter(/^No request here/u));
    await expectRows(2);
    expect(tableRows()[0]).toHaveTextContent('nobody-2');
    await user.click(counter(/^Contradicting/u));
    await expectRows(1);
    await user.click(linkIn(await findRow('IN-1')));
    await screen.findByText('It names another currency than was issued.');
    await user.click(counter(/^Wrong signature/u));
    await screen.findByText('No such callbacks');
    await goBack();
    await expectRows(1);
    await reload();
    await expectRows(1);
    await expectCounts(...counts);
    await user.click(counter('Show all'));
    await expectRows(4);
  });
  it('that could not be read is read again once the format was put right', async () => {
    const { origin: baseUrl, merchant, secret } = await openProvider();
    const { desk, user } = await openDeskPage();
    const profileId = await saveShop(desk, { mode: 'sandbox', baseUrl, merchant });
    const slot = { kind: 'signing' };
    await succeed(desk, 'profile.setSecret', { profileId, slot, secret, keep: 'run' });
    const settings = { ...DEFAULT_LISTENER, enabled: true };
    const set = await succeed(desk, 'callback.setListener', {
      profileId,
      settings,
      newPath: false,
    });
    await waitFor(() => expect(profileSwitch()).toBeInTheDocument());
    await useProfile(user, profileId);
    const input = createInput({ order_id: 'RE-1', customer: 'cust-again' });
    await succeed(desk, 'issue.create', { ...input, profileId });
    const said = { ref_no: 'RE-1', outcome_word: 'settled' };
    await callBack(listenerSchema.parse(set).value.address, said);

    const detail = (): HTMLElement => screen.getByRole('complementary');
    const openNewest = async (): Promise<void> => {
      await openSection(user, 'Inbox');
      await waitFor(() => expect(tableRows().length).toBeGreaterThan(0));
      const [newest] = tableRows();
      if (newest !== undefined) await user.click(linkIn(newest));
      await waitFor(() => expect(button('Read again', detail())).toBeInTheDocument());
    };
    await openNewest();
    await expectText(detail, 'It names neither an id nor an order ID');
    await user.click(button('Read again', detail()));
    await expectText(detail, 'The result is the same. Nothing was recorded.');
    const [format] = within(detail()).getAllByRole('link', { name: 'Open the provider format' });
    if (format === undefined) throw new Error('The format is not offered');
    await user.click(format);
    const groups = await screen.findByRole('tablist', { name: 'Parts of the provider format' });
    await user.click(within(groups).getByRole('tab', { name: 'Callbacks' }));
    await put(await screen.findByLabelText('Order ID'), 'ref_no');
    await put(screen.getByLabelText('State'), 'outcome_word');
    await user.click(button('Save'));
    await screen.findByText('Saved');

    await openNewest();
    await user.click(button('Read again', detail()));
    await expectText(detail, 'Now it is matched to RE-1');
    await waitFor(() => {
      const notices = screen.getByRole('region', { name: 'Latest notifications' });
      const notice = within(notices)
        .getAllByRole('article')
        .find(({ textContent }) => textContent.includes('cust-again'));
      expect(notice).toHaveTextContent('settled');
    });
    // What was recorded stays; beside it stands what it is read as today.
    await expectRows(2);
    expect(tableRows()[0]).toHaveTextContent('read again');
    await expectCounts(
      'All 2',
      'Applied 1',
      'Contradicting 0',
      'Wrong signature 0',
      'No request here 1',
    );
    await user.click(within(detail()).getByRole('link', { name: 'Open the request' }));
    await screen.findByText(/^The provider called back: “settled”/u);
  });

  it('that contradicts names key, value and remedy; the key is switched off, a final state decided', async () => {
    const { origin: baseUrl, merchant, secret } = await openProvider();
    const { desk, user } = await openDeskPage();
    const profileId = await saveShop(desk, { mode: 'sandbox', baseUrl, merchant });
    const slot = { kind: 'signing' };
    await succeed(desk, 'profile.setSecret', { profileId, slot, secret, keep: 'run' });
    const settings = { ...DEFAULT_LISTENER, enabled: true };
    const asked = { profileId, settings, newPath: false };
    const set = await succeed(desk, 'callback.setListener', asked);
    const { address } = listenerSchema.parse(set).value;
    const input = createInput({ order_id: 'OFF-1', customer: 'cust-off' });
    await succeed(desk, 'issue.create', { ...input, profileId });
    await callBack(address, { order_id: 'OFF-1', state: 'paid', merchant_id: 77 });

    const detail = (): HTMLElement => screen.getByRole('complementary');
    await openSection(user, 'Inbox');
    await user.click(linkIn(await findRow('OFF-1')));
    await expectText(detail, `merchant_id says 77; here it is ${merchant}.`);
    await expectText(detail, 'switch the key off there');
    await user.click(within(detail()).getByRole('link', { name: 'Open the provider format' }));
    const groups = await screen.findByRole('tablist', { name: 'Parts of the provider format' });
    await user.click(within(groups).getByRole('tab', { name: 'Callbacks' }));
    await user.click(await screen.findByRole('checkbox', { name: 'Merchant: Do not read it' }));
    await user.click(button('Save'));
    await screen.findByText('Saved');
    await openSection(user, 'Inbox');
    await user.click(linkIn(await findRow('OFF-1')));
    await waitFor(() => expect(button('Read again', detail())).toBeInTheDocument());
    await user.click(button('Read again', detail()));
    await expectText(detail, 'Now it is matched to OFF-1');

    await callBack(address, { order_id: 'OFF-1', state: 'expired' });
    await user.click(linkIn(await findRow('expired')));
    await expectText(detail, 'Another final state came before.');
    await expectText(detail, 'state says expired; here it is paid.');
    await user.click(button('Use this state', detail()));
    await expectText(detail, 'Now it is matched to OFF-1');
    const heard = z.object({
      value: z.object({ request: z.object({ heard: z.looseObject({ state: z.string() }) }) }),
    });
    const history = await desk.call('log.history', { intentId: input.intentId });
    expect(heard.parse(history).value.request.heard.state).toBe('expired');
  });
});
