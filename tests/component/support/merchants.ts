import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { screen, waitFor } from '@testing-library/dom';
import { expect, onTestFinished } from 'vitest';

import {
  ANSWERING_PROFILE,
  type AnsweringMerchant,
  type AnsweringProvider,
  startAnsweringProvider,
  writeAnsweringMerchant,
} from '../../support/answeringProvider.ts';
import { FAULTY_PROFILE, writeFaultyMerchant } from '../../support/faultyMerchant.ts';
import { type LedgerContent, readLedgerFile } from '../../support/ledger.ts';
import { type Provider, startProvider } from '../../support/provider.ts';
import type { TestDesk } from './desk.ts';
import { type DeskPage, button, openDeskPage } from './page.ts';

/** Desks at a merchant whose provider the test holds. Both end with the test. */

export type FaultyDesk = DeskPage & {
  readonly provider: Provider;
  readonly providerLedger: () => LedgerContent;
};

/** A live merchant, confirmed for this run, at a provider that fails on demand. */
export async function openFaultyDesk(): Promise<FaultyDesk> {
  const dir = mkdtempSync(path.join(tmpdir(), 'faulty-'));
  const provider = await startProvider(dir);
  onTestFinished(async () => {
    await provider.close();
    rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
  });
  const page = await openDeskPage({
    prepare: (dataDir) => writeFaultyMerchant(dataDir, provider),
  });
  await useMerchant(page, FAULTY_PROFILE, provider.secret, 'live');
  await waitFor(() => button('Issue request · Faulty'));
  return { ...page, provider, providerLedger: () => readLedgerFile(provider.ledgerFile) };
}

export type AnsweringDesk = DeskPage & Pick<AnsweringProvider, 'origin' | 'answer' | 'letGo'>;

/** A merchant whose provider answers with whatever the test says. */
export async function openAnsweringDesk({
  validMin = null,
  mode = 'sandbox',
}: Partial<AnsweringMerchant> = {}): Promise<AnsweringDesk> {
  const { close, ...provider } = await startAnsweringProvider();
  onTestFinished(close);
  const page = await openDeskPage({
    prepare: (dataDir) => writeAnsweringMerchant(dataDir, provider.origin, { validMin, mode }),
  });
  await useMerchant(page, ANSWERING_PROFILE, 'of this test only', mode);
  return { ...page, ...provider };
}

async function useMerchant(
  page: DeskPage,
  profileId: string,
  secret: string,
  mode: 'sandbox' | 'live',
): Promise<void> {
  const { desk } = page;
  const slot = { kind: 'signing' };
  await succeed(desk, 'profile.setSecret', { profileId, slot, secret, keep: 'stored' });
  // Before the profile is chosen: the page asks once which profiles are confirmed.
  if (mode === 'live') await confirmLive(desk, profileId);
  await chooseProfile(page, profileId);
}

/** By the switcher of this page. */
export async function chooseProfile(
  { user }: Pick<DeskPage, 'user'>,
  profileId: string,
): Promise<void> {
  const switcher = await screen.findByRole('combobox', { name: 'Profile' });
  await waitFor(() => expect(switcher.querySelector(`[value="${profileId}"]`)).not.toBeNull());
  await user.selectOptions(switcher, profileId);
  await waitFor(() => expect(switcher).toHaveValue(profileId));
}

/** As if somebody had issued there in this run already. */
export async function confirmLive(desk: TestDesk, profileId: string): Promise<void> {
  await succeed(desk, 'profile.confirmLive', { profileId });
}

export async function succeed(
  desk: TestDesk,
  name: Parameters<TestDesk['call']>[0],
  input: unknown,
): Promise<unknown> {
  const reply = await desk.call(name, input);
  expect(reply).toMatchObject({ ok: true });
  return reply;
}
