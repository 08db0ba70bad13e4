import { screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';

import { profileSetUp } from '../support/profileSetUp.ts';
import { put } from './support/form.ts';
import { chooseProfile, succeed } from './support/merchants.ts';
import {
  type DeskPage,
  button,
  field,
  goTo,
  openDeskPage,
  suggestedOrder,
} from './support/page.ts';
import { saveShop } from './support/profiles.ts';

/** Which profile a page shows: its own choice, and no other page's. */

const switcher = (): HTMLElement => screen.getByRole('combobox', { name: 'Profile' });
const findSwitcher = (): Promise<HTMLElement> => screen.findByRole('combobox', { name: 'Profile' });
const findQuestion = (): Promise<HTMLElement> =>
  screen.findByRole('dialog', { name: 'Switch to Shop · LIVE?' });

describe('the profile of a page', () => {
  it('stays when another page chooses Live, also over a reload; a new page opens with it', async () => {
    const page = await openDeskPage();
    const shop = await saveShop(page.desk);
    await put(field('Customer'), 'cust-practice');
    expect(await findSwitcher()).toHaveValue('sandbox');
    // Another page of the same desk, and whatever that makes the desk tell every page.
    await succeed(page.desk, 'profile.choose', { profileId: shop });
    page.desk.tell({ name: 'people.changed' });
    await succeed(page.desk, 'settings.update', { operatorName: 'Heard' });
    await screen.findByRole('button', { name: 'Operator: Heard' });
    expect(switcher()).toHaveValue('sandbox');
    expect(field('Customer')).toHaveValue('cust-practice');
    await page.reload();
    expect(await findSwitcher()).toHaveValue('sandbox');

    // Another tab has nothing of this one's.
    sessionStorage.clear();
    await page.reload();
    expect(await findSwitcher()).toHaveValue(shop);
    expect(screen.getAllByText('LIVE').length).toBeGreaterThan(0);
  });

  it('stays when another page archives it, and nothing is issued with it', async () => {
    const page = await openDeskPage();
    const shop = await saveShop(page.desk, { mode: 'sandbox' });
    await chooseProfile(page, shop);
    await succeed(page.desk, 'profile.archive', { profileId: shop, archived: true });
    await screen.findByRole('option', { name: 'Shop · archived' });
    expect(switcher()).toHaveValue(shop);
    await suggestedOrder();
    await put(field('Amount'), '1500');
    await put(field('Customer'), 'cust-1');
    await page.user.click(button(/^Issue request/u));
    await screen.findByText(/is archived/u);
    expect(page.desk.ledger()).toEqual({ deposits: [], endings: [], arrivals: 0 });
  });
});

/** The refusal counts as seen after a moment: the second press of a double Enter does not follow it. */
async function pressOnceSeen(user: DeskPage['user'], profileId: string): Promise<void> {
  await waitFor(() => {
    expect(sessionStorage.getItem(`draft:${profileId}:create`)).toContain('127.0.0.1:10"');
  });
  await user.click(button(/^Issue request/u));
  await screen.findByRole('article');
}

describe('a profile that is pointed elsewhere while a request is typed', () => {
  it('is refused once, and goes there when the operator presses again', async () => {
    const page = await openDeskPage();
    const { user, desk } = page;
    const place = { mode: 'sandbox', baseUrl: 'http://127.0.0.1:9' };
    const id = await saveShop(desk, place);
    await chooseProfile(page, id);
    await suggestedOrder();
    await put(field('Amount'), '1500');
    await put(field('Customer'), 'cust-1');
    const setUp = profileSetUp({ ...place, name: 'Shop 2', baseUrl: 'http://127.0.0.1:10' });
    await succeed(desk, 'profile.save', { id, setUp });
    await screen.findByRole('option', { name: 'Shop 2' });
    await user.click(button(/^Issue request/u));
    await screen.findByText(/was changed while the request was open, so nothing was sent/u);
    expect(await desk.call('log.now', { profileId: id })).toMatchObject({ value: [] });
    expect(field('Customer')).toHaveValue('cust-1');
    await pressOnceSeen(user, id);
  });

  it.each(['the operator was at another screen', 'the page was loaded again'])(
    'is refused once also after %s',
    async (how) => {
      const page = await openDeskPage();
      const { user, desk } = page;
      const place = { mode: 'sandbox', baseUrl: 'http://127.0.0.1:9' };
      const id = await saveShop(desk, place);
      await chooseProfile(page, id);
      await suggestedOrder();
      await put(field('Amount'), '1500');
      await put(field('Customer'), 'cust-1');
      await waitFor(() => expect(sessionStorage.getItem(`draft:${id}:create`)).toContain('cust-1'));
      if (how.includes('screen')) await goTo('#/log');
      const setUp = profileSetUp({ ...place, name: 'Shop 2', baseUrl: 'http://127.0.0.1:10' });
      await succeed(desk, 'profile.save', { id, setUp });
      await screen.findByRole('option', { name: 'Shop 2' });
      if (how.includes('screen')) await goTo('#/request');
      else await page.reload();
      await waitFor(() => expect(field('Customer')).toHaveValue('cust-1'));
      await user.click(button(/^Issue request/u));
      await screen.findByText(/was changed while the request was open, so nothing was sent/u);
      expect(await desk.call('log.now', { profileId: id })).toMatchObject({ value: [] });
      await pressOnceSeen(user, id);
    },
  );
});

describe('switching from the Sandbox to Live', () => {
  it('asks where something is typed; Enter stays, and the text stays in the Sandbox either way', async () => {
    const page = await openDeskPage();
    const { user } = page;
    const shop = await saveShop(page.desk);
    await findSwitcher();
    await put(field('Customer'), 'cust-practice');
    await waitFor(() =>
      expect(sessionStorage.getItem('draft:sandbox:create')).toContain('cust-practice'),
    );
    await user.selectOptions(switcher(), shop);
    const question = await findQuestion();
    expect(question).toHaveTextContent('What you typed stays in Sandbox and is not sent.');
    expect(within(question).getByRole('button', { name: 'Stay in Sandbox' })).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(switcher()).toHaveValue('sandbox');
    expect(field('Customer')).toHaveValue('cust-practice');

    await user.selectOptions(switcher(), shop);
    await user.click(within(await findQuestion()).getByRole('button', { name: 'Switch to LIVE' }));
    await waitFor(() => expect(switcher()).toHaveValue(shop));
    await waitFor(() => expect(field('Customer')).toHaveValue(''));
    // Back is never asked about.
    await chooseProfile(page, 'sandbox');
    await waitFor(() => expect(field('Customer')).toHaveValue('cust-practice'));
  });

  it('does not ask where nothing is typed', async () => {
    const page = await openDeskPage();
    const shop = await saveShop(page.desk);
    await chooseProfile(page, shop);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is taken back where the desk refuses it', async () => {
    const page = await openDeskPage();
    const shop = await saveShop(page.desk);
    await findSwitcher();
    page.desk.onOperation('profile.choose', ({ fulfill }) =>
      fulfill({ ok: false, error: { code: 'profile_archived', detail: null } }),
    );
    await page.user.selectOptions(switcher(), shop);
    await screen.findByText(/is archived/u);
    expect(switcher()).toHaveValue('sandbox');
  });
});

describe('a corrected order pattern', () => {
  it('gives the form another number, and leaves one that was typed', async () => {
    const page = await openDeskPage();
    const { desk } = page;
    const profileId = await saveShop(desk, { mode: 'sandbox' });
    await chooseProfile(page, profileId);
    const correct = (orderPattern: string): Promise<unknown> => {
      const setUp = profileSetUp({ name: 'Shop', mode: 'sandbox', orderPattern });
      return succeed(desk, 'profile.save', { id: profileId, setUp });
    };
    expect(await suggestedOrder()).not.toMatch(/^N-/u);
    await correct('N-{counter}');
    await waitFor(() => expect(field('Order ID')).toHaveValue('N-0001'));
    await put(field('Order ID'), 'mine-1');
    await correct('M-{counter}');
    await put(field('Customer'), 'cust-1');
    expect(field('Order ID')).toHaveValue('mine-1');
  });
});
