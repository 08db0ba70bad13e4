import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { screen, waitFor, within } from '@testing-library/dom';
import type { UserEvent } from '@testing-library/user-event';
import { expect, onTestFinished } from 'vitest';
import { z } from 'zod';

import { profileSetUp } from '../../support/profileSetUp.ts';
import { type Provider, startProvider } from '../../support/provider.ts';
import type { TestDesk } from './desk.ts';
import { put } from './form.ts';
import { succeed } from './merchants.ts';
import { button, openSection } from './page.ts';

/** Profiles of merchants, set up in Settings. */

/** A second sandbox, in a process of its own. It ends with the test. */
export async function openProvider(): Promise<Provider> {
  const dir = mkdtempSync(path.join(tmpdir(), 'second-'));
  const provider = await startProvider(dir);
  onTestFinished(async () => {
    await provider.close();
    rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
  });
  return provider;
}

const savedSchema = z.object({ value: z.object({ id: z.string() }) });

/** Saves a profile named Shop; returns its id. */
export async function saveShop(
  desk: TestDesk,
  facts: Parameters<typeof profileSetUp>[0] = {},
): Promise<string> {
  const setUp = profileSetUp({ name: 'Shop', ...facts });
  return savedSchema.parse(await succeed(desk, 'profile.save', { id: null, setUp })).value.id;
}

export async function openProfile(user: UserEvent, name: string): Promise<void> {
  await openSection(user, 'Settings');
  await user.click(await screen.findByRole('link', { name }));
  await screen.findByRole('heading', { name, level: 1 });
}

export async function openProfileTab(
  user: UserEvent,
  name: 'Set-up' | 'Secret' | 'Provider format',
): Promise<void> {
  // The tab of a secret that is missing says so after its name.
  await user.click(await screen.findByRole('tab', { name: new RegExp(`^${name}`, 'u') }));
}

export function secretSlot(): HTMLElement {
  return screen.getByRole('region', { name: 'Signing secret' });
}

export async function enterSecret(user: UserEvent, secret: string): Promise<void> {
  const slot = await screen.findByRole('region', { name: 'Signing secret' });
  const typed = (): HTMLElement => within(slot).getByLabelText('Secret');
  await put(typed(), secret);
  await user.click(button(/^(?:Store|Replace) secret$/u, slot));
  await waitFor(() => expect(typed()).toHaveValue(''));
  await waitFor(() => expect(slot).toHaveTextContent(/Stored in /u));
}

export function profileSwitch(): HTMLElement {
  return screen.getByRole('combobox', { name: 'Profile' });
}

/** By the switch that stands above every screen. */
export async function useProfile(user: UserEvent, profileId: string): Promise<void> {
  await user.selectOptions(profileSwitch(), profileId);
  await waitFor(() => expect(profileSwitch()).toHaveValue(profileId));
}
