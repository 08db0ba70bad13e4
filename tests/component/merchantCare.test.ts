import { screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';

import { profileFileSchema } from '../../src/shared/domain/profileFile.ts';
import { readLedgerFile } from '../support/ledger.ts';
import { profileSetUp } from '../support/profileSetUp.ts';
import { expectText, mainPart } from './support/elements.ts';
import { findIssued, issueDirect, put } from './support/form.ts';
import { confirmLive } from './support/merchants.ts';
import { type DeskPage, button, cards, field, openDeskPage, openSection } from './support/page.ts';
import {
  enterSecret,
  openProfile,
  openProfileTab,
  openProvider,
  saveShop,
  secretSlot,
  useProfile,
} from './support/profiles.ts';

/** What comes after the first day: other secrets, other addresses, profiles that are gone, files of others. */

async function expectCard(customer: string, text: string): Promise<void> {
  await waitFor(() => expect(cards(customer)[0]).toHaveTextContent(text));
}

describe('a secret', () => {
  it('that is wrong is taken back; another host asks for the secret again', async () => {
    const provider = await openProvider();
    const { desk, user } = await openDeskPage();
    const { origin: baseUrl, merchant } = provider;
    const profileId = await saveShop(desk, { baseUrl, merchant });
    await openProfile(user, 'Shop');
    await openProfileTab(user, 'Secret');
    await enterSecret(user, provider.secret);
    await enterSecret(user, 'mistyped-secret');
    await confirmLive(desk, profileId);
    await useProfile(user, profileId);
    await openSection(user, 'New request');
    await issueDirect(user, 'cust-wrong');
    await expectCard('cust-wrong', 'HTTP 401');
    const lab = await screen.findByRole('link', { name: 'Signature lab' });
    expect(lab).toHaveAttribute('href', expect.stringMatching(/\/format\/signature$/u));
    await openProfile(user, 'Shop');
    await openProfileTab(user, 'Secret');
    await screen.findByRole('region', { name: 'Signing secret' });
    expect(secretSlot()).toHaveTextContent(/Replaced /u);
    await user.click(button('Take back the old secret', secretSlot()));
    await waitFor(() => expect(secretSlot()).not.toHaveTextContent(/Replaced /u));
    await openSection(user, 'New request');
    await issueDirect(user, 'cust-right');
    await findIssued('cust-right');

    await openProfile(user, 'Shop');
    const address = await screen.findByRole('textbox', { name: 'Provider address' });
    await put(address, provider.origin.replace('127.0.0.1', 'localhost'));
    await waitFor(() =>
      expect(address).toHaveAccessibleDescription(
        expect.stringMatching(/its secrets must be entered again/u),
      ),
    );
    await user.click(button('Save'));
    await openProfileTab(user, 'Secret');
    await expectText(secretSlot, 'The address changed: enter it again');
    // It leads elsewhere, so that it would be asked for again.
    await confirmLive(desk, profileId);
    await openSection(user, 'New request');
    await issueDirect(user, 'cust-unsigned');
    await expectCard('cust-unsigned', 'not sent');
    expect(readLedgerFile(provider.ledgerFile)).toMatchObject({ arrivals: 2 });
    await openProfile(user, 'Shop');
    await openProfileTab(user, 'Secret');
    await enterSecret(user, provider.secret);
    await openSection(user, 'New request');
    await issueDirect(user, 'cust-again');
    await findIssued('cust-again');
  });
});

describe('a profile', () => {
  const shops = (): readonly HTMLElement[] => screen.queryAllByRole('link', { name: 'Shop' });
  // The switcher is there as long as there are two profiles to choose from.
  const offered = (): readonly HTMLElement[] =>
    screen.queryAllByRole('option', { name: 'Shop · LIVE' });

  it('that is archived is not in the switcher, and comes back', async () => {
    const { desk, user } = await openDeskPage();
    await saveShop(desk);
    await openProfile(user, 'Shop');
    await waitFor(() => expect(offered()).toHaveLength(1));
    await user.click(button('More for Shop'));
    await user.click(await screen.findByRole('menuitem', { name: 'Archive' }));
    await waitFor(() => expect(offered()).toHaveLength(0));
    await openSection(user, 'Settings');
    const archived = await screen.findByLabelText('Show archived (1)');
    expect(shops()).toHaveLength(0);
    await user.click(archived);
    await user.click(await screen.findByRole('link', { name: 'Shop' }));
    await user.click(await screen.findByRole('button', { name: 'More for Shop' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Unarchive' }));
    await waitFor(() => expect(offered()).toHaveLength(1));
  });

  it('keeps what is typed into set-up and format and not saved over leaving and a reload', async () => {
    const { desk, user, reload } = await openDeskPage();
    await saveShop(desk);
    const findBox = (name: string): Promise<HTMLElement> => screen.findByRole('textbox', { name });
    await openProfile(user, 'Shop');
    await put(await findBox('Order ID pattern'), 'S-{random}');
    await openProfileTab(user, 'Provider format');
    await put(await findBox('Header name'), 'X-Sign');
    await openSection(user, 'New request');
    await reload();
    await openProfile(user, 'Shop');
    expect(await findBox('Order ID pattern')).toHaveValue('S-{random}');
    expect(screen.getByText('Unsaved changes')).toBeInTheDocument();
    await openProfileTab(user, 'Provider format');
    expect(await findBox('Header name')).toHaveValue('X-Sign');
    await user.click(button('Discard changes'));
    await waitFor(() => expect(field('Header name')).toHaveValue('X-Signature'));
    await openProfileTab(user, 'Set-up');
    await user.click(await screen.findByRole('button', { name: 'Save' }));
    await screen.findByText('Saved');
    const listed = await desk.call('profile.list', {});
    expect(JSON.stringify(listed)).toContain('"orderPattern":"S-{random}"');
  });
});

describe('a file of profiles', () => {
  const setUp = profileSetUp({ name: 'Shop' });
  const fileOf = (changed: object): string => {
    const profiles = [{ id: 'shop', setUp: { ...setUp, ...changed } }];
    const content = { kind: 'deposit-desk-profiles', version: 1, profiles };
    return JSON.stringify(profileFileSchema.parse(content));
  };
  const importButton = (): HTMLElement | null => screen.queryByRole('button', { name: 'Import' });

  async function take({ user }: DeskPage, content: string): Promise<void> {
    await openSection(user, 'Settings');
    await user.click(await screen.findByRole('link', { name: 'Import profiles' }));
    const file = new File([content], 'profiles.json', { type: 'application/json' });
    await user.upload(await screen.findByLabelText('Profile file'), file);
  }

  it('that changes a profile says what would change, and changes nothing before', async () => {
    const page = await openDeskPage();
    const { user } = page;
    await take(page, fileOf({}));
    await user.click(await screen.findByRole('button', { name: 'Import' }));
    await screen.findByText('1 profile imported.');

    await take(page, fileOf({ baseUrl: 'https://elsewhere.example', duplicateWindowMin: 30 }));
    const changes = await screen.findByRole('table', { name: 'Changes of Shop' });
    expect(within(changes).getAllByRole('row')).toHaveLength(3);
    expect(changes).toHaveTextContent('https://elsewhere.example');
    await openSection(user, 'Settings');
    await expectText(mainPart, 'https://provider.example/pay');
    expect(mainPart()).not.toHaveTextContent('https://elsewhere.example');

    await take(page, '{"kind":"deposit-desk-profiles","version":1,"profiles":[{"id":"x"}]}');
    await expectText(() => screen.getByRole('alert'), /profiles/u);
    expect(importButton()).not.toBeInTheDocument();
  });
});
