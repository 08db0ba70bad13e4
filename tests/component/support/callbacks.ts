import { screen, waitFor } from '@testing-library/dom';
import { expect } from 'vitest';
import { z } from 'zod';

import { DEFAULT_LISTENER } from '../../../src/shared/domain/callback.ts';
import { ownFetch } from '../../support/ownFetch.ts';
import { copiedBy } from './copies.ts';
import type { TestDesk } from './desk.ts';
import { type DeskPage, button, openSection } from './page.ts';

/** As a provider does it: from outside, knowing nothing but the address. */
export async function callBack(address: string, said: object): Promise<void> {
  const answer = await ownFetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', connection: 'close' },
    body: JSON.stringify(said),
  });
  expect([answer.status, await answer.text()]).toEqual([200, 'OK']);
}

const listenerSchema = z.object({ value: z.object({ address: z.string() }) });

/** Where the Sandbox calls back: its listener is on from the first start. */
export async function listenerAddress({ desk }: Pick<DeskPage, 'desk'>): Promise<string> {
  const known = await desk.call('callback.listener', { profileId: 'sandbox' });
  return listenerSchema.parse(known).value.address;
}

export async function switchListenerOff({ desk }: Pick<DeskPage, 'desk'>): Promise<void> {
  const off = { profileId: 'sandbox', settings: DEFAULT_LISTENER, newPath: false };
  await desk.call('callback.setListener', off);
}

/** From the Inbox that says why it is empty to a listener with an address, which is on the clipboard then. */
export async function switchListenerOn({ user }: DeskPage): Promise<string> {
  await openSection(user, 'Inbox');
  await screen.findByText(/^The callback listener of .+ is off/u);
  await user.click(screen.getByRole('link', { name: 'Set up the listener' }));
  await screen.findByText(/A provider cannot reach 127\.0\.0\.1/u);
  await user.click(screen.getByRole('checkbox', { name: 'Listen for callbacks of this profile' }));
  await user.click(button('Save'));
  await screen.findByText(/^Listening\./u);
  const address = await copiedBy(() => user.click(button('Copy address')));
  expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callbacks\//u);
  return address;
}

/** The provider's id of the only deposit, once its request has arrived there. */
export function findDepositId(desk: TestDesk): Promise<string> {
  return waitFor(() => {
    const [deposit, ...others] = desk.ledger().deposits;
    if (deposit === undefined || others.length > 0) throw new Error('There is not one deposit');
    return deposit.id;
  });
}
